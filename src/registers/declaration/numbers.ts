import { plainNumber } from '../../company/company.ts';

export { plainNumber } from '../../company/company.ts';

/** Padded with leading zeros to `count` digits. */
export const ofDigits =
  (count: number) =>
  (typed: string): string =>
    plainNumber(typed).padStart(count, '0');

/** Without leading zeros, for registers whose numbers have no fixed length. Letters before the digits stay. */
export const withoutZeros = (number: string): string => plainNumber(number).replace(/^([A-Z]*)0+(?=\d)/, '$1');

/** Without leading zeros, but only for numbers of up to some digits: a longer one is probably of another country. */
export const withoutZerosUpTo =
  (maxDigits: number) =>
  (typed: string): string => {
    const plain = plainNumber(typed);
    return plain.length <= maxDigits ? plain.replace(/^0+(?=\d)/, '') : plain;
  };

/** Three groups of three digits. */
export const inThrees = /^\d{3} \d{3} \d{3}$/;

/**
 * The sum of the digits of a number, each times its weight. A wrong check digit never rejects a company, because registers
 * keep old mistakes. The record says `numberValid: false` instead, and null if the number has no check digit.
 */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < weights.length; place++) sum += (digits.charCodeAt(place) - 48) * (weights[place] as number);
  return sum;
}

/** Luhn: from the right every second digit counts twice, by the sum of its digits. */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    sum += place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** The identification numbers of Czechia and Slovakia: eight digits, the last of which follows from the others. */
export function isCzechoslovakNumber(number: string): boolean {
  if (!/^\d{8}$/.test(number)) return false;
  return (11 - (weightedSum(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(number[7]);
}

/** The same numbers, written in groups. */
export const czechoslovakGroups = /^(?:\d{2} \d{3} \d{3}|\d{3} \d{2} \d{3}|\d{2} \d{2} \d{2} \d{2})$/;
