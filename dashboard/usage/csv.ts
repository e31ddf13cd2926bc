type Cell = string | number | null;

/** A number with a sign, such as that of a telephone. */
const signedNumber = /^[+-]\d[\d .,]*$/;

/** A cell of a table. A text that a spreadsheet would run as a formula gets an apostrophe. */
function cell(value: Cell, delimiter: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) && !signedNumber.test(value) ? `'${value}` : value;
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180). */
export const csv = (rows: readonly (readonly Cell[])[], delimiter = ','): string =>
  rows.map((row) => `${row.map((value) => cell(value, delimiter)).join(delimiter)}\r\n`).join('');

/** Lets the browser save a text as a file. */
export function save(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 1_000);
}
