import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase } from '../src/database/client.ts';
import { Teardown } from '../src/kernel/teardown.ts';
import { DataVersion } from '../src/records/data-version.ts';
import { SourceTerms } from '../src/records/source-terms.ts';
import { registers } from '../src/registers/index.ts';
import { changedMatchesIn } from '../src/search/changed/changed-matches.ts';
import { findHits } from '../src/watching/hits.ts';
import { wholeProgress } from '../src/watching/lanes.ts';
import { connect, say } from './database.ts';
import { importing, withServer, writeEdition } from './import.ts';
import { longestStop } from './longest-stop.ts';

const lists = 10_000;
const changed = 10_000;
/** Lists with filters: few different ones, and many of many accounts. */
const some = { accounts: 1, lists: 1_000, filters: 200 };
const many = { accounts: 50, lists: 10_000, filters: 10_000, changed: 100_000 };

/**
 * What an import changed of watched companies: how long it takes to find it, against the import alone. Ten thousand lists watch
 * ever more companies, and each import changes ten thousand. Then lists with filters are added,
 * and at last ten thousand different ones of fifty accounts, for an import that changes a hundred thousand.
 */
export async function benchWatch(rows = 500_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const path = (name: string) => join(folder, name);
  const watched = [10_000, 100_000, 1_000_000];
  const step = Math.max(1, Math.floor(rows / changed));
  await writeEdition(path('first'), rows, 'first', () => false);
  const editions = [...watched.map((number) => `of ${number}`), 'with filters'];
  for (const name of editions) await writeEdition(path(name), rows, name, (place) => place % step === 0);
  await writeEdition(path('many'), rows, 'many', (place) => place < many.changed);
  try {
    await withServer(path('data'), async (dataDir, url) => {
      await importing('first', dataDir, 'gb', path('first'));
      const client = await connect(url);
      const measure = async (edition: string, what: string) => {
        const { seconds } = await importing('changed', dataDir, 'gb', path(edition), ['--allow-change']);
        const before = await countHits(client);
        const found = await timeHits(url);
        const hits = (await countHits(client)) - before;
        const ratio = ((100 * found.seconds) / seconds).toFixed(1);
        const stop = `the longest stop ${found.longestStop.toFixed(0)} ms`;
        say(`${what}: ${hits.toLocaleString('en')} hits in ${found.seconds.toFixed(2)} s, ${ratio} % of ${seconds} s; ${stop}`);
      };
      for (const [place, number] of watched.entries()) {
        await watch(client, number);
        const what = `${number.toLocaleString('en')} watched in ${lists.toLocaleString('en')} lists`;
        await measure(editions[place] ?? '', what);
      }
      await watchFilters(client, some);
      await measure('with filters', `the same, and ${some.lists.toLocaleString('en')} lists by ${some.filters} filters`);
      await watchFilters(client, many);
      await measure('many', `the same, and ${many.lists.toLocaleString('en')} lists by as many filters`);
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

/** Lists with filters of six kinds, spread over new accounts. Their values are those of records. */
export async function watchFilters(
  client: Pick<pg.Client, 'query'>,
  { accounts, lists: number, filters }: typeof some,
): Promise<void> {
  const { rows } = await client.query(
    `SELECT canonical_name AS name, coalesce(registry->'address'->>'postCode', 'QX3') AS code FROM entity ORDER BY md5(id::text) LIMIT $1`,
    [filters],
  );
  const words = (name: string, count: number) => name.split(' ').slice(0, count).join(' ');
  const filterOf = ({ name, code }: { name: string; code: string }, place: number) =>
    [
      { q: name.slice(0, 4) },
      { q: words(name, 2), mode: 'words', names: 'all' },
      { postalCode: code.slice(0, 3), status: 'active' },
      { nace: String(10 + (place % 80)), registeredFrom: '2000-01-01' },
      { q: name.slice(1, 4), legalFormGroup: 'limited_company' },
      { q: words(name, 3), mode: 'words', fuzzy: true },
    ][place % 6];
  await client.query(
    `WITH new AS (INSERT INTO account (plan) SELECT 'business' FROM generate_series(1, $4::int) RETURNING id),
       numbered AS (SELECT id, row_number() OVER () - 1 AS place FROM new)
     INSERT INTO watch_list (account_id, name, filter) SELECT numbered.id, n::text, ($1::text[])[1 + n % $2::int]::json
     FROM generate_series(1, $3::int) AS n JOIN numbered ON place = n % $4::int`,
    [rows.map((row, place) => JSON.stringify(filterOf(row, place))), filters, number, accounts],
  );
}

const countHits = async (client: pg.Client): Promise<number> =>
  Number(
    (await client.query('SELECT coalesce(sum(1 + coalesce(bit_count(earlier), 0)), 0) AS count FROM watch_hit')).rows[0].count,
  );

interface Finding {
  seconds: number;
  /** In milliseconds of the processor: the longest that the thread did not come to its next turn. */
  longestStop: number;
}

/** How long an instance takes to find the hits of the newest import, and how long it holds up everything else. */
export async function timeHits(url: string): Promise<Finding> {
  const { pool, close } = openDatabase(url, 2);
  const changedMatches = changedMatchesIn({ pool, terms: new SourceTerms(pool), registers });
  const stop = longestStop();
  const start = performance.now();
  const teardown = new Teardown();
  findHits({ pool, dataVersion: new DataVersion(pool), changedMatches, logger: { warn: say } as never, teardown });
  while (!(await wholeProgress(pool)).isDone) await setTimeout(50);
  const seconds = (performance.now() - start) / 1000;
  const longest = stop();
  await teardown.run();
  await close();
  return { seconds, longestStop: longest };
}
