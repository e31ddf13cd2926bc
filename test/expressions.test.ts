import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// Written in JavaScript alone: the other builds of it are not there for every processor.
const recheck: { checkSync: typeof checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js');

interface Expression {
  file: string;
  pattern: string;
  flags: string;
}

const root = new URL('..', import.meta.url).pathname;
const files = globSync('{src,rest}/**/*.ts', { cwd: root, exclude: ['**/generated/**'] });

/** Every regular expression of the service; one put together at run time cannot be found and is told of instead. */
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

const all = files.map(read);

test('regular expressions are written out, so that this test sees them', () => {
  expect(all.flatMap(({ composed }) => composed)).toEqual([]);
  expect(all.flatMap(({ expressions }) => expressions).length).toBeGreaterThan(80);
});

test('the check itself finds what is worse than linear', () => {
  expect(recheck.checkSync(' ?\\(.*\\)$', '').status).toBe('vulnerable');
});

/**
 * Without an endless repetition, and with one bounded one at most, an expression has a bound for every place that it is tried
 * at.
 */
const isBounded = (pattern: string) => !/[*+]|,\}/.test(pattern) && pattern.split('{').length <= 2;

test('no regular expression takes more time than grows with the length of its input', () => {
  const distinct = Map.groupBy(
    all.flatMap(({ expressions }) => expressions).filter(({ pattern }) => !isBounded(pattern)),
    ({ pattern, flags }) => `/${pattern}/${flags}`,
  );
  const slow = [...distinct].filter(([, [first]]) => {
    const { status } = recheck.checkSync(first?.pattern ?? '', first?.flags ?? '', { timeout: null, attackTimeout: null });
    return status !== 'safe';
  });
  expect(slow.map(([text, places]) => `${text} in ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
}, 120_000);
