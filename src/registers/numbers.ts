import { plainNumber } from '../companies/index.ts';

export { plainNumber } from '../companies/index.ts';

/** With leading zeros, up to so many digits. */
export const ofDigits =
  (count: number) =>
  (typed: string): string =>
    plainNumber(typed).padStart(count, '0');

/**
 * The sum of the digits of a number, each times its weight. A wrong check digit never rejects a company: registers
 * keep old mistakes. The record says `numberValid: false` instead, and null where the number has no check digit.
 */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let place = 0; place < weights.length; place++) sum += (digits.charCodeAt(place) - 48) * (weights[place] as number);
  return sum;
}
