import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quotedLine } from '../../../scripts/samples/files.ts';
import { britishCompanies, britishHeader, writeBritishFile } from '../../../scripts/samples/gb.ts';
import { explain } from '../../../src/command-line/explain.ts';
import { connectTo } from '../../../src/database/reach.ts';
import { gb } from '../../../src/registers/countries/gb/register.ts';
import { createDatabase } from '../../support/database.ts';
import { connect, type ImportGround, importGround } from '../../support/imports.ts';
import { processes } from '../../support/process.ts';
import { DatabaseProxy } from '../../support/servers/proxy.ts';

let ground: ImportGround;
const { run, endAll } = processes();
beforeEach(async () => {
  ground = await importGround();
  await writeBritishFile(ground.path('gb.csv'), 2_000);
});
afterEach(async () => {
  await endAll();
  await ground.close();
});

const start = (url = ground.url) => run({ DATABASE_URL: url, DATA_DIR: ground.folder }, 'import', 'gb', ground.path('gb.csv'));
const database = () => new URL(ground.url).pathname.slice(1);
const waiting = (sql: string) =>
  vi.waitFor(async () => expect(await ground.query(sql)).toHaveLength(1), { timeout: 60_000, interval: 20 });
const importWaits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'company-registry import gb' AND wait_event_type = 'Lock'`;

async function expectRefused(process: ReturnType<typeof start>, words: RegExp): Promise<void> {
  expect(await process.end()).toBe(1);
  // On a busy machine the import may have told of its progress before.
  const said = process.output.trim().replaceAll(/^gb (?:checking|reading).*\n/gm, '');
  expect(said).toMatch(words);
  expect(said).not.toContain('\n');
  expect(await ground.query('SELECT FROM entity LIMIT 1')).toEqual([]);
}

test('time limits that the database sets for its users do not end an import', async () => {
  for (const setting of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'])
    await ground.query(`ALTER DATABASE ${database()} SET ${setting} = '500ms'`);
  const session = await connectTo(ground.url, 'test');
  const { rows } = await session.query("SELECT name FROM pg_settings WHERE name LIKE '%\\_timeout' AND setting = '500'");
  expect(rows).toEqual([]);
  await session.end();

  const holder = await connectTo(ground.url, 'holder');
  await holder.query('BEGIN; LOCK TABLE entity IN EXCLUSIVE MODE');
  const process = start();
  await waiting(`${importWaits} AND now() - query_start > interval '1 second'`);
  await holder.query('COMMIT');
  await holder.end();
  expect(await process.end()).toBe(0);
  expect(process.output).toMatch(/gb: read 2000, added 2000/);
});

test('a database without room is said in one line, and nothing was imported', async () => {
  await ground.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file "base/1": No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON entity FOR EACH STATEMENT EXECUTE FUNCTION fail()`);
  await expectRefused(
    start(),
    /^The database cannot be used: could not extend file .* No space left on device\. .*run it again\.$/,
  );
});

test('a connection that is lost is said in one line, in the middle of a statement and of the copying', async () => {
  const holder = await connect(ground.url);
  await holder.query('BEGIN; LOCK TABLE entity IN EXCLUSIVE MODE');
  const ended = start();
  await waiting(importWaits);
  await ground.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'company-registry import gb'`,
  );
  await expectRefused(
    ended,
    /^The database cannot be used: terminating connection due to administrator command\. .*run it again\.$/,
  );
  await holder.end();

  const proxy = await DatabaseProxy.before(ground.url);
  let isCopying = false;
  proxy.alter((chunk, { by, cut }) => {
    if (by === 'client' && isCopying) return void cut();
    isCopying ||= chunk.includes('COPY entity');
    return chunk;
  });
  await expectRefused(start(proxy.url), /^The database cannot be used: .*(ECONNRESET|EPIPE|terminated).* run it again\.$/);
  await proxy.vanish();
});

test('a read-only database is said in one line, also to migrations', async () => {
  await ground.query(`ALTER DATABASE ${database()} SET default_transaction_read_only = on`);
  await expectRefused(start(), /^The database cannot be used: cannot execute .* in a read-only transaction\. .*run it again\.$/);
  const empty = await createDatabase({ migrated: false });
  const client = await connect(empty.url);
  await client.query(`ALTER DATABASE ${new URL(empty.url).pathname.slice(1)} SET default_transaction_read_only = on`);
  await client.end();
  await expectRefused(
    run({ DATABASE_URL: empty.url }, 'migrate'),
    /^The database cannot be used: cannot execute CREATE TABLE in /,
  );
  await empty.drop();
});

test.skipIf(!existsSync('/dev/full'))('a disk without room for the rejected rows is an error of one line', async () => {
  await writeBritishFile(ground.path('gb.csv'), 1_000, { faultEvery: 300 });
  await mkdir(ground.path('rejects'));
  await symlink('/dev/full', ground.path('rejects/gb-20261101T000000Z.csv'));
  const failure = await ground.import(gb, ground.path('gb.csv')).catch((error) => error);
  expect(failure).toMatchObject({ code: 'ENOSPC' });
  expect(explain(failure)).toMatch(/^A file cannot be written or read: ENOSPC: no space left on device.*\.$/);
  expect(await ground.query('SELECT FROM entity LIMIT 1')).toEqual([]);
});

test('an import that is cut off between two batches of changes leaves all as it was; the next notes each change once', async () => {
  await ground.import(gb, ground.path('gb.csv'));
  const before = await ground.state();
  const [kept, others] = [[...britishCompanies(2_000)].slice(100), [...britishCompanies(200, { seed: 99 })]];
  const renamed = [...kept, ...others].map(([name, ...cells]) => quotedLine([`${name} II`, ...cells], '\r\n'));
  const file = await ground.file('2.csv', `${britishHeader}\r\n${renamed.join('')}`);
  let batches = 0;
  const cut = async () => {
    const client = await connect(ground.url);
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    client.query = ((...words: unknown[]) => {
      const { text = '' } = words[0] as { text?: string };
      if (!/(UPDATE|MERGE INTO) entity/.test(text) || ++batches < 2) return query(...words);
      client.end();
      throw new Error('cut off');
    }) as typeof client.query;
    return client;
  };
  await expect(ground.import(gb, file, { allowChange: true, connect: cut })).rejects.toThrow(/cut off|was closed/);
  expect(await ground.state()).toBe(before);
  expect(await ground.import(gb, file, { allowChange: true })).toMatchObject({ added: 200, changed: 1_900, removed: 100 });
  expect(
    await ground.query(`SELECT type, count(*)::int, count(DISTINCT entity_id)::int AS records, count(DISTINCT position)::int AS places
      FROM change WHERE type <> 'baseline' GROUP BY type ORDER BY type`),
  ).toEqual([
    { type: 'created', count: 200, records: 200, places: 200 },
    { type: 'removed', count: 100, records: 100, places: 100 },
    { type: 'updated', count: 1_900, records: 1_900, places: 1_900 },
  ]);
  const [change] = await ground.query('SELECT min(position) AS first, max(position) AS last FROM change WHERE version > 1');
  expect(change).toEqual({ first: 1, last: 2_200 });
  expect(
    await ground.query(`SELECT FROM entity JOIN change ON entity_id = id WHERE entity.canonical_name NOT LIKE '% II'
      OR (type = 'updated' AND (fields -> 0 ->> 1 LIKE '% II' OR fields -> 0 ->> 2 <> entity.canonical_name))`),
  ).toEqual([]);
});
