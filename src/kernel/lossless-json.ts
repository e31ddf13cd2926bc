/** A number as it was written, for those that a JavaScript number cannot hold: beyond 2^53, or with many decimals. */
interface RawNumber {
  readonly rawJSON: string;
}

/** Newer than the types of the compiler: https://tc39.es/proposal-json-parse-with-source/ */
interface JsonWithSource {
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
}
const json = JSON as unknown as JsonWithSource;

/** A number with 16 characters or more, or with an exponent. Text inside a string may match too: parsing is then only slower. */
const mayLoseDigits = /[[:,\s]-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE])/;

/**
 * Parses JSON without loss: JSON.stringify returns every number with all its digits. Numbers that JavaScript would round become
 * objects, see digitsOf.
 */
export function parseLossless(text: string): unknown {
  if (!mayLoseDigits.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && decimalOf(source) !== decimalOf(String(value))
      ? json.rawJSON(source)
      : value,
  );
}

/** A normal form of a decimal number: its digits without zeros at both ends, and its exponent. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + decimals).replace(/^0+/, '');
  if (digits === '') return whole === '' ? text : '0';
  const place = Number(exponent) - decimals.length + digits.length;
  return `${sign}${withoutEnd(digits)}e${place}`;
}

function withoutEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

export const isRawNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);

/** A parsed number as it was written. Undefined for any other value. */
export function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isRawNumber(value) ? value.rawJSON : undefined;
}
