/** Writes the generated files that are committed. With --check it only reports whether the committed ones agree with the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { allCommands } from '../app/commands.ts';
import { reference } from '../clients/typescript/src/cli/help.ts';
import { createDocument } from '../rest/openapi/document.ts';
import { routes } from '../rest/routes/index.ts';
import { schema } from '../src/api/index.ts';
import { commandTable } from '../src/command-line/help.ts';
import { loadConfig } from '../src/config/config.ts';
import { buildWasm } from './build-wasm.ts';
import { costsTable, withBlock } from './costs-table.ts';
import { powersTable, scopesTable } from './powers-table.ts';
import { registersPage } from './registers-page.ts';
import { registryFieldsPage } from './registry-fields-page.ts';
import { billOfMaterials } from './sbom.ts';
import { searchOptions, searchParameters } from './search-options.ts';
import { statusesPage } from './statuses-page.ts';

const document = createDocument({ routes, schema, version: loadConfig({}).version });
const openapi = `${JSON.stringify(document, null, 2)}\n`;
const wasm = await buildWasm();
const options = searchOptions();
const isCheck = process.argv.includes('--check');
const optionsFile = 'clients/typescript/src/cli/filters.generated.ts';
// The reference of the command line is made of these options.
if (!isCheck) await writeFile(new URL(`../${optionsFile}`, import.meta.url), options);
const { commands } = await import('../clients/typescript/src/cli/commands.ts');
const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8');
const files = {
  'src/search/wasm/scan.simd.wasm': wasm.simd,
  'src/search/wasm/scan.plain.wasm': wasm.plain,
  'src/search/layout/layout.generated.ts': wasm.layout,
  'schema.graphql': `${printSchema(lexicographicSortSchema(schema))}\n`,
  'openapi.json': openapi,
  [optionsFile]: options,
  'clients/typescript/COMMAND-LINE.md': withBlock(
    await read('clients/typescript/COMMAND-LINE.md'),
    'reference',
    reference(commands),
  ),
  'docs/guides/metering.md': withBlock(await read('docs/guides/metering.md'), 'costs', costsTable(schema, routes)),
  'docs/guides/teams.md': withBlock(await read('docs/guides/teams.md'), 'powers', powersTable()),
  'docs/guides/keys.md': withBlock(await read('docs/guides/keys.md'), 'scopes', scopesTable()),
  'docs/operators/operating.md': withBlock(
    await read('docs/operators/operating.md'),
    'commands',
    commandTable(await allCommands()),
  ),
  'docs/guides/searching.md': withBlock(await read('docs/guides/searching.md'), 'parameters', searchParameters()),
  'docs/guides/statuses.md': statusesPage(),
  'docs/guides/registers.md': registersPage(await read('docs/guides/registers.md')),
  'docs/guides/registry-fields.md': registryFieldsPage(document),
  'sbom.cdx.json': billOfMaterials(new URL('../package-lock.json', import.meta.url)),
};

const problems = await lintOpenapi(openapi);
for (const [name, content] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!isCheck) await writeFile(file, content);
  else if (!(await readFile(file).catch(() => Buffer.alloc(0))).equals(Buffer.from(content)))
    problems.push(`${name} is not what the project says: run npm run generate.`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function lintOpenapi(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => `openapi.json: ${ruleId}: ${message} (${location[0]?.pointer})`);
}
