import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { helpFor } from '../src/help.ts';
import { documents, textOf } from './support/documents.ts';

const root = new URL('../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: { [name: string]: string } };
const pages = [...documents, '.env.example'].map((file) => ({ file, text: textOf(file) }));
const texts = [...pages, { file: '--help', text: helpFor('--help', []) ?? '' }];

/** Commands in the image have its Node, and no npm scripts. */
const isOfImage = (line: string) => /docker|[Ii]n the image|a job with|company-registry node/.test(line);

test('every npm script that a page or the help names is there', () => {
  const named = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every command has a script, which npm starts with our Node', () => {
  for (const name of Object.keys(commands)) expect(scripts[name], name).toMatch(/^node /);
});

test('no page and no help names a command that the Node of the machine would run', () => {
  const bare = texts.flatMap(({ file, text }) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      // A command in the sentence or the block before is the image's as well.
      .filter((_line, number, all) => !all.slice(Math.max(0, number - 1), number + 1).some(isOfImage))
      .filter((line) => /(?:^|[`'(]|\$ |=\S* )(?:node|vitest|prisma|vite|tsc|biome) [\w./-]/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(bare).toEqual([]);
});

test('npm and npx find our Node, whichever Node has started them', () => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const env = { PATH: folders.join(delimiter), HOME: process.env['HOME'] ?? '' };
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: fileURLToPath(root), env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  expect(run('npm', 'run', '--silent', 'import', '--', '--list')).toMatch(/^gb\b/m);
  expect(run('npx', 'node', '--version').trim()).toBe(process.version);
  expect(run('npx', 'vitest', '--version')).toMatch(/^vitest\/\S+ .* node-v24\./);
});
