/** A number as it was written, for those that a JavaScript number cannot hold: beyond 2^53, with many decimals, or as 1.0. */
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

/**
 * A number with 16 digits or more, with an exponent, with a zero at the end of its decimals, or a negative zero. Text inside of a
 * string may look alike: it is then read more slowly, and nothing else.
 */
const mayLoseDigits = /[[:,\s]-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d)|(?<=-)0(?![\d.]))/;

/**
 * Parses JSON without loss: JSON.stringify gives every number as it was written. Numbers that JavaScript would write in another
 * way are objects then, see digitsOf.
 */
export function parseLossless(text: string): unknown {
  if (!mayLoseDigits.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? json.rawJSON(source) : value,
  );
}

export const isRawNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);

/** A number of a parsed JSON as it was written; undefined for anything else. */
export function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isRawNumber(value) ? value.rawJSON : undefined;
}
