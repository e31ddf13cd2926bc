import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangesGround } from '../support/changes.ts';
import { pytest, pythonFolder, pythonGround } from '../support/clients/python-client.ts';
import { pythonWith } from '../support/suite/programs.ts';

const textOf = (file: string): string => readFileSync(`${pythonFolder}/${file}`, 'utf8');
const python = pythonWith();

describe.skipIf(!python)('the Python client, by a Python that has httpx and pytest', () => {
  let ground: ChangesGround;
  let env: Record<string, string>;
  beforeAll(async () => {
    ({ ground, env } = await pythonGround());
  });
  afterAll(() => ground.close());

  test('passes its own tests, with and without a service', async () => {
    const printed = await pytest(python ?? '', env, '-m', 'not slow');
    expect(printed).toMatch(/\d\d passed/);
    expect(printed).not.toContain('skipped');
  });
});

test('the Python client has the version that its changes and its README name, of the same contract as the other client', () => {
  const [, version = ''] = /"(.+)"/.exec(textOf('src/company_registry/_version.py')) ?? [];
  expect(textOf('CHANGELOG.md')).toContain(`\n## ${version}\n`);
  expect(textOf('README.md')).toContain(`company_registry-${version}-py3-none-any.whl`);
  const other = JSON.parse(readFileSync(`${pythonFolder}/../typescript/package.json`, 'utf8')).version;
  expect(version.split('.')[0]).toBe(other.split('.')[0]);
  expect(textOf('src/company_registry/_version.py')).toContain(`API = "/api/v${version.split('.')[0]}"`);
});

test('the page on the inside of the Python client names all of its files', () => {
  const files = readdirSync(`${pythonFolder}/src/company_registry`).filter((file) => file.endsWith('.py'));
  const named = [...textOf('src/README.md').matchAll(/`(\w+\.py)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(files.toSorted());
});
