import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { ChangedMatches } from '../src/companies/changed/changed-matches.ts';
import { DataVersion } from '../src/companies/data/data-version.ts';
import { SourceTerms } from '../src/companies/data/source-terms.ts';
import { openDatabase } from '../src/database/client.ts';
import { registers } from '../src/registers/index.ts';
import { Hits } from '../src/watching/hits.ts';
import { connect, say } from './database.ts';
import { importing, withServer, writeEdition } from './import.ts';

const lists = 10_000;
const changed = 10_000;
const [filterLists, filters] = [1_000, 200];

/**
 * What an import changed of watched companies: how long it takes to find it, against the import alone. Ten thousand lists watch
 * ever more companies, and each import changes ten thousand. Then lists with filters are added.
 */
export async function benchWatch(rows = 500_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const path = (name: string) => join(folder, name);
  const watched = [10_000, 100_000, 1_000_000];
  const step = Math.max(1, Math.floor(rows / changed));
  await writeEdition(path('first'), rows, 'first', () => false);
  const editions = [...watched.map((number) => `of ${number}`), 'with filters'];
  for (const name of editions) await writeEdition(path(name), rows, name, (place) => place % step === 0);
  try {
    await withServer(path('data'), async (dataDir, url) => {
      await importing('first', dataDir, 'gb', path('first'));
      const client = await connect(url);
      const measure = async (edition: string, what: string) => {
        const { seconds } = await importing('changed', dataDir, 'gb', path(edition));
        const before = await countHits(client);
        const found = await timeHits(url);
        const hits = (await countHits(client)) - before;
        const ratio = ((100 * found) / seconds).toFixed(1);
        say(`${what}: ${hits.toLocaleString('en')} hits in ${found.toFixed(2)} s, ${ratio} % of the import of ${seconds} s`);
      };
      for (const [place, number] of watched.entries()) {
        await watch(client, number);
        const what = `${number.toLocaleString('en')} watched in ${lists.toLocaleString('en')} lists`;
        await measure(editions[place] ?? '', what);
      }
      await watchFilters(client);
      await measure('with filters', `the same, and ${filterLists.toLocaleString('en')} lists by ${filters} filters`);
      await client.end();
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** So many companies, spread over the lists. */
async function watch(client: pg.Client, number: number): Promise<void> {
  await client.query(`INSERT INTO account (plan) SELECT 'business' WHERE NOT EXISTS (SELECT FROM account)`);
  await client.query(
    `INSERT INTO watch_list (account_id, name) SELECT account.id, n::text FROM account, generate_series(1, $1::int) AS n
     WHERE NOT EXISTS (SELECT FROM watch_list)`,
    [lists],
  );
  const count = Number((await client.query('SELECT count(*) FROM entity')).rows[0].count);
  await client.query(
    `INSERT INTO watched_company (list_id, entity_id)
     SELECT list.id, company.id FROM generate_series(0, $1::int - 1) AS n
       JOIN (SELECT id, row_number() OVER () - 1 AS place FROM watch_list) AS list ON list.place = n % $2::int
       JOIN (SELECT id, row_number() OVER (ORDER BY md5(id::text)) - 1 AS place FROM entity) AS company
         ON company.place = n % $3::int
     ON CONFLICT DO NOTHING`,
    [number, lists, count],
  );
  await client.query('ANALYZE watched_company');
}

/** Lists with filters of five kinds. Their values are those of records. */
async function watchFilters(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT canonical_name AS name, coalesce(registry->'address'->>'postCode', 'QX3') AS code FROM entity ORDER BY md5(id::text) LIMIT $1`,
    [filters],
  );
  const filterOf = ({ name, code }: { name: string; code: string }, place: number) =>
    [
      { q: name.slice(0, 4) },
      { q: name.split(' ').slice(0, 2).join(' '), mode: 'words', names: 'all' },
      { postalCode: code.slice(0, 3), status: 'active' },
      { nace: String(10 + (place % 80)), registeredFrom: '2000-01-01' },
      { q: name.slice(1, 4), legalFormGroup: 'limited_company' },
    ][place % 5];
  await client.query(
    `INSERT INTO watch_list (account_id, name, filter) SELECT account.id, n::text, ($1::text[])[1 + n % $2::int]::json
     FROM account, generate_series(1, $3::int) AS n`,
    [rows.map((row, place) => JSON.stringify(filterOf(row, place))), filters, filterLists],
  );
}

const countHits = async (client: pg.Client): Promise<number> =>
  Number(
    (await client.query('SELECT coalesce(sum(1 + coalesce(bit_count(earlier), 0)), 0) AS count FROM watch_hit')).rows[0].count,
  );

/** In seconds: how long an instance takes to find the hits of the newest import. */
async function timeHits(url: string): Promise<number> {
  const { pool, close } = openDatabase(url, 2);
  const changedMatches = new ChangedMatches({ pool, terms: new SourceTerms(pool), registers });
  const hits = new Hits({ pool, dataVersion: new DataVersion(pool), changedMatches, logger: { warn: say } as never });
  const start = performance.now();
  const found = once(hits, 'moved');
  hits.watch();
  await found;
  const seconds = (performance.now() - start) / 1000;
  await hits.close();
  await close();
  return seconds;
}
