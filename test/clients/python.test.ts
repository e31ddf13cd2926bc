import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pythonFolder } from '../support/clients/python-client.ts';

const textOf = (file: string): string => readFileSync(`${pythonFolder}/${file}`, 'utf8');

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
