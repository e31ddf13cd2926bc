import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { checkSync } from 'recheck';
import { parseSync } from 'vite';

/** Says how the time of an expression grows. Written in JavaScript alone: its other builds are not there for every processor. */
export const recheck: { checkSync: typeof checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js');

interface Expression {
  file: string;
  pattern: string;
  flags: string;
}

const root = new URL('../..', import.meta.url).pathname;
const files = globSync('{app,src,rest}/**/*.ts', { cwd: root, exclude: ['**/generated/**'] });

/** The regular expressions of a file, and the calls that put one together at run time, which cannot be checked. */
function read(file: string): { expressions: Expression[]; composed: string[] } {
  const [expressions, composed]: [Expression[], string[]] = [[], []];
  const { program } = parseSync(file, readFileSync(root + file, 'utf8'), { lang: 'ts' });
  JSON.stringify(program, (_key, node) => {
    if (node?.type === 'Literal' && node.regex) expressions.push({ file, ...node.regex });
    if (node?.callee?.name === 'RegExp') composed.push(file);
    return typeof node === 'bigint' ? null : node;
  });
  return { expressions, composed };
}

/** What the sources of the service have of both. */
export function readSources() {
  const all = files.map(read);
  return { expressions: all.flatMap(({ expressions }) => expressions), composed: all.flatMap(({ composed }) => composed) };
}

/** An expression without an endless repetition, and with at most one bounded one, takes bounded time at every place. */
const isBounded = (pattern: string) => !/[*+]|,\}/.test(pattern) && pattern.split('{').length <= 2;

/** The expressions that are not found linear, and what they are found instead. */
export function unsafeExpressions() {
  const distinct = Map.groupBy(
    readSources().expressions.filter(({ pattern }) => !isBounded(pattern)),
    ({ pattern, flags }) => `/${pattern}/${flags}`,
  );
  return [...distinct].flatMap(([text, places]) => {
    const [{ pattern, flags }] = places as [Expression];
    const { status } = recheck.checkSync(pattern, flags, { timeout: null, attackTimeout: null });
    return status === 'safe' ? [] : [{ status, found: `${text} in ${places.map(({ file }) => file).join(', ')}` }];
  });
}
