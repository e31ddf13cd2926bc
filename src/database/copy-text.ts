const special = /[\\\t\n\r]/;
const replacements: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Text as COPY takes it. */
export const copyText = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => replacements[character] ?? character) : text;

/** JSON has no control characters in it, so only its backslashes matter. */
export function copyJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}
