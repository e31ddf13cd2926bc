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

/** Those that the check takes longest for, found safe by recheck 4.5.0. With EXPRESSIONS=all they are checked again. */
const known = new Set(
  [
    /;\s*charset\s*=\s*"?([^\s;"]+)/i,
    /[?&](cluster=true|sentinel=[^&]+)(&|$)/,
    /\b(sk|rk|pk|whsec)_(live_|test_)?[0-9A-Za-z]+/g,
    /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}/,
    /\b(bearer|basic)\s+[\w.~+/=-]+/gi,
    /(\\")(?:[^"\\]|\\[^"\\]|\\\\(?:\\["\\]|[^"\\]))+|(")(?:[^"\\]|\\.)+|(')(?:[^'"\\]|\\.)+|[^\s"'\\&;,[][^\s"'\\&;,]*/y,
    /^\/v1\/(?:subscriptions|customers|checkout\/sessions)\/(\w+)/,
    /v (?:likvidácii|konkurze|reštrukturalizácii)\s*$/i,
    /[ ,-](v likvidaci|v konkursu|v insolvenci)\s*$/i,
    /([^,%]+?) ?\( ?(\d{1,3}(?:[,.]\d{1,9})?) ?%\) ?(?:, ?|$)/y,
    /^BasicCompanyDataAsOneFile-[\d-]+\.zip$/,
    /^[|-]+$|^ *- |^```\w*$/gm,
    /[\x20-\x7e]+(?![\p{M}\p{DI}゛゜ﾞﾟ])|\p{Cc}+|[\u1100-\u11ff\u3131-\u318e\uffa0-\uffdc\p{DI}]+|.[\p{M}\p{DI}゛゜ﾞﾟ]*/gsu,
  ].map(String),
);
const isKnown = (text: string) => process.env['EXPRESSIONS'] !== 'all' && known.has(text);

test('what is known to be safe is still there', () => {
  const texts = new Set(all.flatMap(({ expressions }) => expressions.map(({ pattern, flags }) => `/${pattern}/${flags}`)));
  expect([...known].filter((text) => !texts.has(text))).toEqual([]);
});

test('no regular expression takes more time than grows with the length of its input', () => {
  const distinct = Map.groupBy(
    all.flatMap(({ expressions }) => expressions).filter(({ pattern }) => !isBounded(pattern)),
    ({ pattern, flags }) => `/${pattern}/${flags}`,
  );
  const slow = [...distinct].filter(([text, [first]]) => {
    if (isKnown(text)) return false;
    const { status } = recheck.checkSync(first?.pattern ?? '', first?.flags ?? '', { timeout: null, attackTimeout: null });
    return status !== 'safe';
  });
  expect(slow.map(([text, places]) => `${text} in ${places.map(({ file }) => file).join(', ')}`)).toEqual([]);
}, 120_000);
