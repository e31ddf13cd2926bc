import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserSources } from '../support/browser/sources.ts';

const sources = browserSources();
const shared = [...sources].filter(([file]) => !file.startsWith('dashboard/'));

test('what the dashboard imports of the service is plain code of ours, without packages', () => {
  expect(shared.map(([file]) => file)).toContain('src/companies/limits.ts');
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

test('a colour is written once, as a token of base.css', () => {
  const styles = new URL('../../dashboard/styles/', import.meta.url);
  const named = readdirSync(styles).filter((file) => file !== 'base.css');
  const found = named.flatMap((file) => {
    const text = readFileSync(new URL(file, styles), 'utf8');
    return [...text.matchAll(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|light-dark)\(/gi)].map(([colour]) => `${file}: ${colour}`);
  });
  expect(found).toEqual([]);
});
