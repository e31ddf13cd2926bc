import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserSources } from '../support/browser/sources.ts';

const sources = browserSources();
const shared = [...sources].filter(([file]) => !file.startsWith('dashboard/'));

test('what the dashboard imports of the service is plain code of ours, without packages', () => {
  expect(shared.map(([file]) => file)).toContain('src/company/limits.ts');
  expect(
    shared.flatMap(([file, names]) => names.filter((name) => !name.startsWith('.')).map((name) => `${file}: ${name}`)),
  ).toEqual([]);
});

test('the image has every source of the browser when it builds its code', () => {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const before = dockerfile.slice(0, dockerfile.indexOf('RUN vite build'));
  const copied = [...before.matchAll(/^COPY (\S+) \.\//gm)].map(([, folder = '']) => `${folder}/`);
  const missing = [...sources.keys()].filter((file) => !copied.some((folder) => file.startsWith(folder)));
  expect(missing).toEqual([]);
});

const styles = new URL('../../dashboard/styles/', import.meta.url);
/** What a pattern finds in the styles, apart from the file of the tokens. */
const foundInStyles = (pattern: RegExp): string[] =>
  readdirSync(styles)
    .filter((file) => file !== 'tokens.css')
    .flatMap((file) => [...readFileSync(new URL(file, styles), 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text}`));

test('a colour is written once, as a token', () => {
  expect(foundInStyles(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(/gi)).toEqual([]);
});

test('margins, paddings, gaps and sizes of type are tokens; only a hairline has its own measure', () => {
  const properties =
    /\b(?:margin|padding|gap|font|font-size)[\w-]*:[^;{}]*?(?<![\w.-])-?(?!1px\b)\d*\.?\d+(?:px|r?em|pt|ch)\b[^;{}]*/g;
  expect(foundInStyles(properties)).toEqual([]);
});
