import { plainNumber } from '../companies/index.ts';

export { plainNumber } from '../companies/index.ts';

/** With leading zeros, up to so many digits. */
export const ofDigits =
  (count: number) =>
  (typed: string): string =>
    plainNumber(typed).padStart(count, '0');
