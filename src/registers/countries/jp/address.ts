import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import type { jpFields } from './fields.ts';

/** The head office. An address in another country is one text. */
export function japaneseAddress({ address }: StoredFields<typeof jpFields>) {
  if (!address) return null;
  return addressFrom({
    lines: [address.street],
    postalCode: address.postCode,
    locality: address.city,
    region: address.prefecture,
    // The numbers of the 47 prefectures; abroad is 99.
    country: /^(?:0[1-9]|[1-3]\d|4[0-7])$/.test(address.prefectureCode ?? '') ? 'JP' : null,
    raw: address.outsideJapan,
  });
}
