import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const sources = ['src', 'rest'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(new URL(`${folder}/${file}`, root), 'utf8') })),
);
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

test('what the service imports is installed in production; what is not, it can do without', () => {
  const needed = new Map<string, string>();
  for (const { file, text } of sources) {
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from ['"]([^.'"][^'"]*)['"]/gm))
      needed.set(packageOf(specifier), file);
  }
  expect(needed.size).toBeGreaterThan(10);
  for (const [name, file] of needed) {
    if (name.startsWith('node:') || builtinModules.includes(name)) continue;
    expect(Object.keys(manifest.dependencies), `${file} imports ${name}`).toContain(name);
  }
});

test('nothing embedded is a production dependency', () => {
  expect(Object.keys(manifest.dependencies).filter((name) => /embedded|pretty|graphiql|oidc-provider/.test(name))).toEqual([]);
});

test('the image installs without the scripts of the project, whose sources it does not have yet', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', root), 'utf8');
  const installs = dockerfile.split('\n').filter((line) => line.includes('npm ci'));
  expect(installs).toHaveLength(2);
  for (const line of installs) expect(line).toContain('--ignore-scripts');
});

test('the local payment provider is not in the image, and nothing that is imports it at the start', () => {
  expect(readFileSync(new URL('.dockerignore', root), 'utf8').split('\n')).toContain('src/billing/local-provider');
  const importers = sources.filter(
    ({ file, text }) => !file.includes('local-provider/') && /from '[^']*local-provider/.test(text),
  );
  expect(importers.map(({ file }) => file)).toEqual([]);
});

test('the environment is read in one place', () => {
  const readers = sources.filter(({ text }) => text.includes('process.env')).map(({ file }) => file);
  expect(readers).toEqual(['src/config.ts']);
});
