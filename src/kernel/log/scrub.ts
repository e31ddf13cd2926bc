/**
 * Patterns of secrets. Requests are logged only by route, id and status, so this is for the error messages of libraries, and for
 * what people type into addresses. Those of other services are by the marks that their makers publish, so that they are found.
 */
const secrets: [pattern: RegExp, replacement: string][] = [
  [/(cr[dir])_[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/(gh[oprsu]|github_pat|npm|hf|dckr_pat|do[opr]_v1|shp[a-z]{2})_[0-9A-Za-z]{16}\w*/g, '$1_[redacted]'],
  [/(gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)|xox[a-z]|xapp|pypi|GOCSPX)-[\w-]{16,}/g, '$1-[redacted]'],
  [/\bsk-[\w-]{16,}/g, 'sk-[redacted]'],
  [/(A(?:KIA|SIA|BIA|CCA|ROA|IDA|PKA)[0-9A-Z]{16}|AIza[\w-]{30,}|ATATT[\w-]{16,})/g, '[redacted key]'],
  [/\b(SG|ya29|hv[bs])\.[\w-]{16}[\w.-]*/g, '$1.[redacted]'],
  [/-----BEGIN [^"]*/g, '[redacted key]'],
  [/\b(sk|rk|pk|whsec)_(live_|test_)?[0-9A-Za-z]+/g, '$1_[redacted]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // Up to the last @ before the host, because a password may contain one.
  [/(:\/\/[^\s:/@"]*):[^\s"/]+@/g, '$1:[redacted]@'],
];

/** A quick test for all patterns at once. Most lines have no secret and need no further test. */
const suspicious =
  /cr[dir]_|eyJ|[srp]k[_-]|whsec_|bearer|basic|:\/\/|password|secret|token|api[-_]?key|signature|session|authorization|cookie/i;
/** The same for the marks of other services. */
const foreign =
  /gh[oprsu]_|_pat_|npm_|hf_|_v1_|shp[a-z]{2}_|gl\w{1,9}-|xox|xapp-|pypi-|GOC|A[A-Z]{2}A|AIza|ATAT|SG\.|ya29|hv[bs]\.|--BEGIN /;

/** Blanks the secrets in a text, in time linear in its length. */
export function scrub(text: string): string {
  if (!suspicious.test(text) && !foreign.test(text)) return text;
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
