import { addressFrom, countryNames, joined, labelled, type StoredFields } from '../../declaration/addresses.ts';
import type { beFields } from './fields.ts';

const countryOf = countryNames(['fr', 'nl']);

/** A street or municipality with two names has both, the Dutch one first, as a legal form has. */
const both = (dutch: string | null | undefined, french: string | null | undefined): string | null =>
  [...new Set([dutch, french].filter(Boolean))].join(' / ') || null;

/** Of the seat, in Dutch and in French. */
export const belgianLocalities = ({ address }: StoredFields<typeof beFields>): string[] =>
  [address?.municipalityNl, address?.municipalityFr].filter((name) => typeof name === 'string');

/** The seat. The register states a country only if it is not Belgium. */
export function belgianAddress({ address }: StoredFields<typeof beFields>) {
  if (!address) return null;
  const { countryFr, countryNl } = address;
  return addressFrom({
    lines: [joined(both(address.streetNl, address.streetFr), address.houseNumber, labelled('box', address.box)), address.extra],
    postalCode: address.postCode,
    locality: both(address.municipalityNl, address.municipalityFr),
    country: countryFr || countryNl ? (countryOf(countryFr) ?? countryOf(countryNl)) : 'BE',
  });
}
