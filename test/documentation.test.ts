import { existsSync, globSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documents, textOf } from './support/guides/documents.ts';
import { guideBlocks } from './support/guides/guide-blocks.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const exists = (path: string): boolean => existsSync(root + path);
const withoutCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '');

/** The anchors of a page, as GitHub and the service make them: of headings, and of entries that begin with a code. */
const anchorsOf = (file: string): string[] =>
  [...withoutCode(textOf(file)).matchAll(/^#+ (.*)$|\*\*`([^`]+)`\*\*/gm)].map(([, heading = '', code = '']) =>
    (heading || code)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

test('every link of a Markdown file leads to a file that is there, and to a heading of it', () => {
  const links = documents.flatMap((file) =>
    [...withoutCode(textOf(file)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, path = '', anchor]) => ({
      file,
      target: path === '' ? file : posix.join(posix.dirname(file), path),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(
    ({ target, anchor }) => !exists(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
  );
  expect(broken).toEqual([]);
});

test.each(['guides', 'operators', 'inside'])('the README of docs/%s lists every page of the folder, by its title', (folder) => {
  const listed = [...textOf(`docs/${folder}/README.md`).matchAll(/^\| \[([^\]]+)\]\(([\w-]+\.md)\)/gm)];
  const pages = documents.filter((file) => posix.dirname(file) === `docs/${folder}` && !file.endsWith('/README.md'));
  expect(listed.map(([, , name]) => `docs/${folder}/${name}`).toSorted()).toEqual(pages);
  for (const [, title, name] of listed) expect(textOf(`docs/${folder}/${name}`)).toMatch(new RegExp(`^# ${title}\n`));
  expect(documents.filter((file) => posix.dirname(file) === 'docs')).toEqual([]);
});

test('every sample of TypeScript in CONTRIBUTING.md is a piece of a file', () => {
  const sources = globSync('{app,src,rest,test}/**/*.ts', { cwd: root, exclude: (path) => path.endsWith('generated') }).map(
    textOf,
  );
  const samples = guideBlocks(['CONTRIBUTING.md', 'ARCHITECTURE.md']).filter(({ language }) => language === 'ts');
  expect(samples.length).toBeGreaterThan(0);
  for (const { place, text } of samples)
    expect(
      sources.some((source) => source.includes(text)),
      place,
    ).toBe(true);
});

test('every file of the project that a page names is there', () => {
  const named = documents.flatMap((file) =>
    [
      ...withoutCode(textOf(file)).matchAll(/`((?:src|rest|test|scripts|docs|dashboard|deploy|samples|bench|drill)\/[\w./-]+)`/g),
    ].map(([, path = '']) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path }) => !exists(path))).toEqual([]);
});
