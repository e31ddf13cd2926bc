/** In capitals, without the blanks, dots, dashes and slashes that people put between the digits. */
export const plainNumber = (typed: string): string => typed.replaceAll(/[\s.\-/]/g, '').toUpperCase();

/** With leading zeros, up to so many digits. */
export const ofDigits =
  (count: number) =>
  (typed: string): string =>
    plainNumber(typed).padStart(count, '0');
