import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { DataVersion } from '../src/companies/data/data-version.ts';
import { openDatabase } from '../src/database/client.ts';
import { Hits } from '../src/watching/hits.ts';
import { connect, say } from './database.ts';
import { importing, withServer, writeEdition } from './import.ts';

const lists = 10_000;
const changed = 10_000;

/**
 * What an import changed of watched companies: how long it takes to find it, against the import alone. Ten thousand lists watch
 * ever more companies, and each import changes ten thousand.
 */
export async function benchWatch(rows = 500_000): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const path = (name: string) => join(folder, name);
  const watched = [10_000, 100_000, 1_000_000];
  const step = Math.max(1, Math.floor(rows / changed));
  await writeEdition(path('first'), rows, 'first', () => false);
  for (const number of watched) await writeEdition(path(String(number)), rows, `of ${number}`, (place) => place % step === 0);
  try {
    await withServer(path('data'), async (dataDir, url) => {
      await importing('first', dataDir, 'gb', path('first'));
      const client = await connect(url);
      for (const number of watched) {
        await watch(client, number);
        const { seconds } = await importing('changed', dataDir, 'gb', path(String(number)));
        const before = await countHits(client);
        const found = await timeHits(url);
        const hits = (await countHits(client)) - before;
        const ratio = ((100 * found) / seconds).toFixed(1);
        say(
          `${number.toLocaleString('en')} watched in ${lists.toLocaleString('en')} lists: ${hits.toLocaleString('en')} hits in ` +
            `${found.toFixed(2)} s, ${ratio} % of the import of ${seconds} s`,
        );
      }
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

const countHits = async (client: pg.Client): Promise<number> =>
  Number((await client.query('SELECT count(*) FROM watch_hit')).rows[0].count);

/** In seconds: how long an instance takes to find the hits of the newest import. */
async function timeHits(url: string): Promise<number> {
  const { pool, close } = openDatabase(url, 2);
  const hits = new Hits({ pool, dataVersion: new DataVersion(pool), logger: { warn: say } as never });
  const start = performance.now();
  const found = once(hits, 'moved');
  hits.watch();
  await found;
  const seconds = (performance.now() - start) / 1000;
  await hits.close();
  await close();
  return seconds;
}
