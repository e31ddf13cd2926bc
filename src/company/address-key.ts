import type { Address } from './company.ts';
import { normalize } from './normalization.ts';

/*
 * What the search index has of an address, in 12 bytes: the first nine letters and digits of its postal code, and a hash of 48
 * bits of its normalized locality. That any two of a million localities share a hash has a probability of one in 500.
 */

export const addressKeyBytes = 12;

/** The postal code is written as two numbers of so many digits, each a letter or digit. 0 means: it has ended. */
const [startLength, restLength] = [6, 3];
const radix = 37;

export const maxPostalCodeLength = startLength + restLength;

/** In capitals, without blanks, dashes and the like. */
export const plainPostalCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');

function numberOf(code: string, length: number): number {
  let number = 0;
  for (let place = 0; place < length; place++)
    number = number * radix + (place < code.length ? 1 + Number.parseInt(code.charAt(place), 36) : 0);
  return number;
}

/** A hash of 48 bits, never 0. It is stored, so it must not change. */
function hashOf(text: string): { high: number; low: number } {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return { high: other & 0xffff, low: one >>> 0 || 1 };
}

const localityOf = (text: string): string => normalize(text).trim();

/** The key of an address, in hexadecimal. Null if it has neither a postal code nor a locality. */
export function addressKey(address: Address | null | undefined): string | null {
  const code = plainPostalCode(address?.postalCode ?? '').slice(0, maxPostalCodeLength);
  const locality = localityOf(address?.locality ?? '');
  if (code === '' && locality === '') return null;
  const { high, low } = locality === '' ? { high: 0, low: 0 } : hashOf(locality);
  const hexadecimal = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  const rest = numberOf(code.slice(startLength), restLength);
  return hexadecimal(numberOf(code, startLength), 8) + hexadecimal(rest, 4) + hexadecimal(high, 4) + hexadecimal(low, 8);
}

/** Values that a column of a document must be between, both included. For the columns see facts.ts. */
export interface KeyRange {
  column: 'postalStart' | 'postalRest' | 'localityHigh' | 'localityLow';
  from: number;
  to: number;
}

/** What the documents must have whose postal code begins with a text. */
export function postalCodeRanges(typed: string): KeyRange[] {
  const code = plainPostalCode(typed);
  const range = (column: KeyRange['column'], part: string, length: number): KeyRange => {
    const from = numberOf(part, length);
    return { column, from, to: from + radix ** Math.max(0, length - part.length) - 1 };
  };
  const start = range('postalStart', code.slice(0, startLength), startLength);
  return code.length > startLength ? [start, range('postalRest', code.slice(startLength), restLength)] : [start];
}

/** What the documents of a locality must have. */
export function localityRanges(typed: string): KeyRange[] {
  const { high, low } = hashOf(localityOf(typed));
  return [
    { column: 'localityHigh', from: high, to: high },
    { column: 'localityLow', from: low, to: low },
  ];
}
