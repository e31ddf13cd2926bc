/** Patterns of secrets. Requests are logged only by route, id and status, so this is for the error messages of libraries. */
const secrets: [pattern: RegExp, replacement: string][] = [
  [/\b(cr[dir])_[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/\b(sk|rk|pk|whsec)_(live_|test_)?[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // Up to the last @ before the host, because a password may contain one.
  [/(:\/\/[^\s:/@"]*):[^\s"/]+@/g, '$1:[redacted]@'],
];

/** A quick test for all patterns at once. Most lines have no secret and need no further test. */
const suspicious =
  /cr[dir]_|eyJ|[srp]k_|whsec_|bearer|basic|:\/\/|password|secret|token|api[-_]?key|signature|session|authorization|cookie/i;

/** Blanks the secrets in a text, in time linear in its length. */
export function scrub(text: string): string {
  if (!suspicious.test(text)) return text;
  const known = secrets.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text);
  return withoutNamed(known.replaceAll(/[\w.-]+/g, withoutToken));
}

/** Blanks a JWT in a word, or at its end. */
function withoutToken(word: string): string {
  const start = word.search(/\beyJ/);
  return start < 0 || !word.includes('.', start) ? word : `${word.slice(0, start)}[redacted token]`;
}

const secretName = /password|secret|token|api[-_]?key|signature|session|authorization|cookie/i;
/** The text between a name and its value: `"password": "…"`, `password=…`, `Password: …`, also in JSON inside a string. */
const toValue = /\\?["']\s*:\s*(?=\\?["'])|\s*[=:]\s*/y;
/** A value. It also ends at the end of the surrounding string, because the text may be truncated. */
const value =
  /(\\")(?:[^"\\]|\\[^"\\]|\\\\(?:\\["\\]|[^"\\]))+|(")(?:[^"\\]|\\.)+|(')(?:[^'"\\]|\\.)+|[^\s"'\\&;,[][^\s"'\\&;,]*/y;

/** Blanks the values of names such as `password`. */
function withoutNamed(text: string): string {
  const words = /[\w-]+/g;
  let result = '';
  let from = 0;
  for (let word = words.exec(text); word; word = words.exec(text)) {
    toValue.lastIndex = words.lastIndex;
    if (!secretName.test(word[0]) || !toValue.test(text)) continue;
    value.lastIndex = toValue.lastIndex;
    const [, ...quotes] = value.exec(text) ?? [];
    if (value.lastIndex === 0) continue;
    result += `${text.slice(from, toValue.lastIndex)}${quotes.join('')}[redacted]`;
    words.lastIndex = from = value.lastIndex;
  }
  return result + text.slice(from);
}
