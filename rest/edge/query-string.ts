import { Failure } from '../../src/kernel/errors.ts';
import { maxProblems } from '../../src/kernel/rules.ts';

/** An error has only the beginning of a long name. */
const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** The problem of unknown parameters, if there are any. It also lists the known ones. */
export function unknownNames(names: string[], known: string[]): string[] {
  if (names.length === 0) return [];
  const hint = known.length > 0 ? `known are ${known.join(', ')}` : 'there are no parameters here';
  return [`unknown: ${names.slice(0, maxProblems).map(shown).join(', ')} (${hint})`];
}

/** For operations that have no parameters at all. */
export function refuseParameters(url: string): void {
  const [problem] = unknownNames(Object.keys(parseQuery(url)), []);
  if (problem) throw new Failure('invalid_request', `${problem}.`);
}

/**
 * The query string as single values. It is stricter than the usual parsers: it refuses invalid encoding and a parameter that is
 * given twice, because both are mistakes.
 */
export function parseQuery(url: string): Record<string, string> {
  const start = url.indexOf('?');
  const query: Record<string, string> = Object.create(null);
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name in query) throw new Failure('invalid_request', `${shown(name)}: given more than once.`);
    query[name] = decode(equals < 0 ? '' : pair.slice(equals + 1));
  }
  return query;
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Failure('invalid_request', 'The query string is not valid percent-encoded UTF-8.');
  }
  if (decoded.includes('\0')) throw new Failure('invalid_request', 'The query string contains a NUL character.');
  return decoded;
}
