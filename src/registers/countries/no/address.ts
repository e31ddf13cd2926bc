import { addressFrom, alpha2, type StoredFields } from '../../declaration/addresses.ts';
import type { noFields } from './fields.ts';

type Fields = StoredFields<typeof noFields>;

/** Where it is, or else where it receives post. */
export const norwegianAddress = ({ businessAddress, postalAddress }: Fields) =>
  fromOne(businessAddress) ?? fromOne(postalAddress);

const fromOne = (address: Fields['businessAddress']) =>
  address
    ? addressFrom({
        lines: address.lines ?? [],
        postalCode: address.postCode,
        locality: address.postTown,
        region: address.municipality,
        country: alpha2(address.countryCode),
      })
    : null;
