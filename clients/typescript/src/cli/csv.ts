/** A number with a sign, such as that of a telephone. */
const signedNumber = /^[+-]\d[\d .,]*$/;

/** A cell of a table (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe. */
export function cellOf(value: string | number | boolean | null | undefined, delimiter = ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) && !signedNumber.test(value) ? `'${value}` : value;
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
