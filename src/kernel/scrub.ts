/**
 * What may look like a secret, wherever in a line it stands. Requests are logged by route, id and status alone, so nothing of
 * theirs gets here by design; this is for the messages of errors, which others write.
 */
const secrets: [pattern: RegExp, replacement: string][] = [
  [/\bcrd_[0-9A-Za-z]+/g, 'crd_[redacted]'],
  [/\b(sk|rk|pk|whsec)_(live_|test_)?[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // Up to the last @ before the host: a password may hold one.
  [/(:\/\/[^\s:/@"]*):[^\s"/]+@/g, '$1:[redacted]@'],
];

/** Whether any of them can be there at all: in most lines none is, and this is one look instead of one for each. */
const suspicious =
  /crd_|eyJ|[srp]k_|whsec_|bearer|basic|:\/\/|password|secret|token|api[-_]?key|signature|session|authorization|cookie/i;

/** The text with its secrets blanked, in a time that grows with its length alone, whatever it holds. */
export function scrub(text: string): string {
  if (!suspicious.test(text)) return text;
  const known = secrets.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text);
  return withoutNamed(known.replaceAll(/[\w.-]+/g, withoutToken));
}

/** Of words with dots some are tokens of the issuer, or end with one. */
function withoutToken(word: string): string {
  const start = word.search(/\beyJ/);
  return start < 0 || !word.includes('.', start) ? word : `${word.slice(0, start)}[redacted token]`;
}

const secretName = /password|secret|token|api[-_]?key|signature|session|authorization|cookie/i;
/** Between a name and its value: `"password": "…"`, `password=…`, `Password: …`, also where a string holds JSON itself. */
const toValue = /\\?["']\s*:\s*(?=\\?["'])|\s*[=:]\s*/y;
/** The end of a string that holds the value ends the value too: it may have been cut off. */
const value =
  /(\\")(?:[^"\\]|\\[^"\\]|\\\\(?:\\["\\]|[^"\\]))+|(")(?:[^"\\]|\\.)+|(')(?:[^'"\\]|\\.)+|[^\s"'\\&;,[][^\s"'\\&;,]*/y;

/** Each word is looked at once, and what follows it only where it names a secret. */
function withoutNamed(text: string): string {
  const words = /[\w-]+/g;
  let [result, from] = ['', 0];
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
