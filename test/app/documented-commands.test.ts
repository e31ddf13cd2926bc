import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allCommands } from '../../app/commands.ts';
import { explain } from '../../src/command-line/explain.ts';
import { helpOf } from '../../src/command-line/help.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { documents, textOf } from '../support/guides/documents.ts';

const root = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: { [name: string]: string } };
const pages = [...documents, '.env.example'].map((file) => ({ file, text: textOf(file) }));
const commands = await allCommands();
const texts = [...pages, { file: '--help', text: commands.map(helpOf).join('\n') }];

/** Commands in the image have its Node, and no npm scripts. */
const isOfImage = (line: string) => /docker|[Ii]n the image|a job with/.test(line);

test('every npm script that a page or the help names is there', () => {
  const named = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('npm scripts start the commands that declare one, and no other', () => {
  const declared = commands.filter(({ usage }) => usage.startsWith('npm ')).map(({ name }) => [name, `bin/registry ${name}`]);
  const started = Object.entries(scripts).filter(([, script]) => script.startsWith('bin/registry '));
  expect(Object.fromEntries(started)).toEqual(Object.fromEntries(declared));
});

test('bin/registry alone knows how Node runs a command: npm scripts, images, benchmarks and tests start it', () => {
  const starters = ['deploy/base', 'bench', 'drill'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const files = ['package.json', 'Dockerfile', 'compose.yaml', '.ci/run', 'test/support/process.ts', ...starters];
  const flags = files
    .filter((file) => statSync(new URL(file, root)).isFile())
    .filter((file) => /src\/main\.ts|semi-space|compile-cache/.test(readFileSync(new URL(file, root), 'utf8')));
  expect(flags).toEqual([]);
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

test('a command that takes no words refuses them, also when it is started by a link from elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-link-'));
  try {
    const link = join(folder, 'a link');
    symlinkSync(fileURLToPath(new URL('bin/registry', root)), link);
    const refused = spawnSync(link, ['demo-key', 'surplus'], { cwd: folder, encoding: 'utf8' });
    expect([refused.status, refused.stderr.trim()]).toEqual([1, 'Usage: npm run demo-key']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a refusal is printed as it is, whatever caused it', () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND publisher.example'), { code: 'ENOTFOUND' });
  expect(explain(new Refusal('The download failed 6 times.', { cause }))).toBe('The download failed 6 times.');
});
