import { addressFrom, countryNames, labelled, type StoredFields } from '../../declaration/addresses.ts';
import type { gbFields } from './fields.ts';

const countryOf = countryNames(['en'], {
  England: 'GB',
  'England & Wales': 'GB',
  Wales: 'GB',
  Scotland: 'GB',
  'Northern Ireland': 'GB',
  'Great Britain': 'GB',
  UK: 'GB',
  'United States of America': 'US',
  USA: 'US',
  'Republic of Ireland': 'IE',
  Eire: 'IE',
  'Virgin Islands, British': 'VG',
  'Isle of Man, British': 'IM',
});

/** The registered office, without the c/o line, which often names a person. */
export function britishAddress({ address }: StoredFields<typeof gbFields>) {
  if (!address) return null;
  const { poBox } = address;
  return addressFrom({
    lines: [/^p\.?\s?o\b/i.test(poBox ?? '') ? poBox : labelled('PO Box', poBox), address.line1, address.line2],
    postalCode: address.postCode,
    locality: address.postTown,
    region: address.county,
    country: countryOf(address.country),
  });
}
