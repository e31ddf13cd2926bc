/**
 * A peer for the benchmark: PostGraphile 5 on the same tables, as its documentation starts it, without keys and limits. It is
 * installed when it is first measured, apart from the project's own packages. Run by itself, this file is the server.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';

const version = '5.1.5';
const folder = fileURLToPath(new URL('../node_modules/.cache/postgraphile/', import.meta.url));

/** Installs it where that was not done yet. */
export async function installPostgraphile(): Promise<void> {
  if (existsSync(`${folder}node_modules/postgraphile`)) return;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}package.json`, '{ "private": true }');
  const words = ['install', '--no-save', '--no-package-lock', `postgraphile@${version}`, 'graphql@16'];
  await promisify(execFile)('npm', words, { cwd: folder });
}

/** Its way to search is a function in the database, over the same index as the reference's. */
export async function prepareForPostgraphile(client: pg.Client): Promise<void> {
  await client.query(`CREATE OR REPLACE FUNCTION found_entities(q text) RETURNS SETOF entity LANGUAGE sql STABLE AS $$
    SELECT entity.* FROM reference_entry JOIN entity USING (id) WHERE text LIKE '%' || q || '%'
    ORDER BY text COLLATE "C", id $$`);
}

const summary = 'rowId countryCode canonicalName status legalForm registeredAt updatedAt';

export const postgraphileQueries = {
  // The tables have no foreign keys from records to imports and layouts, so it knows their ids alone, and reads less than we do.
  entity: `query ($id: UUID!) { entityByRowId(rowId: $id) { ${summary} registry sourceCells registrations unlicensed licensed
    layoutId importRunId } }`,
  search: `query ($q: String!) { foundEntities(q: $q, first: 25) { nodes { ${summary} } totalCount } }`,
};

async function serve(): Promise<void> {
  const load = createRequire(`${folder}package.json`);
  const { postgraphile } = load('postgraphile');
  const { PostGraphileAmberPreset } = load('postgraphile/presets/amber');
  const { makePgService } = load('postgraphile/adaptors/pg');
  const { grafserv } = load('postgraphile/grafserv/node');
  const connectionString = process.env['DATABASE_URL'];
  const server = createServer();
  await postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 10 } })],
    grafserv: { websockets: false, graphiql: false },
    grafast: { explain: false },
  })
    .createServ(grafserv)
    .addTo(server);
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
