import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { breachOf, readBreach, recordedAs } from '../../src/database/migrations/compatibility.ts';
import {
  applyDeferred,
  compare,
  type Migration,
  migrate,
  mismatch,
  readMigrations,
} from '../../src/database/migrations/migrations.ts';
import { createDatabase } from '../support/database.ts';
import { runHere } from '../support/process.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
const clients: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  return client;
}

beforeEach(async () => {
  database = await createDatabase({ migrated: false });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
});

const migration = (name: string, sql: string, isCompatible = false): Migration => ({
  name,
  sql,
  checksum: `checksum of ${sql}`,
  breach: isCompatible ? undefined : {},
});
const nobody = () => {};

test('an empty database becomes that of this build, once', async () => {
  const client = await connect();
  const applied: string[] = [];
  expect(await mismatch(client, readMigrations())).toMatch(/^migrations are pending: /);
  expect(await migrate(client, readMigrations(), (name) => applied.push(name))).toBe(applied.length);
  expect(applied).toEqual(readMigrations().map(({ name }) => name));
  expect(await mismatch(client, readMigrations())).toBeUndefined();
  expect(await migrate(client, readMigrations(), nobody)).toBe(0);
});

test('several at once do not collide: each migration is applied once', async () => {
  const several = await Promise.all(Array.from({ length: 6 }, connect));
  const counts = await Promise.all(several.map((client) => migrate(client, readMigrations(), nobody)));
  expect(counts.filter((count) => count > 0)).toEqual([readMigrations().length]);
});

test('a migration that fails leaves nothing behind and can be tried again', async () => {
  const client = await connect();
  const first = migration('1_first', 'CREATE TABLE first ()');
  const broken = migration('2_second', 'CREATE TABLE second (); SELECT 1 / 0');
  await expect(migrate(client, [first, broken], nobody)).rejects.toThrow(
    'Migration 2_second failed and was undone: division by zero',
  );
  expect((await client.query("SELECT to_regclass('first') AS first, to_regclass('second') AS second")).rows).toEqual([
    { first: 'first', second: null },
  ]);
  const mended = migration('2_second', 'CREATE TABLE second ()');
  expect(await migrate(client, [first, mended], nobody)).toBe(1);
});

test('a database ahead of this build, or with altered migrations, is left alone and said so', async () => {
  const client = await connect();
  const [one, two] = [migration('1_one', 'SELECT 1'), migration('2_two', 'SELECT 2')];
  await migrate(client, [one, two], nobody);
  await expect(migrate(client, [one], nobody)).rejects.toThrow('Cannot migrate: the database is ahead of this build: 2_two.');
  await expect(migrate(client, [one, migration('2_two', 'SELECT 3')], nobody)).rejects.toThrow(
    'Cannot migrate: applied migrations were altered since: 2_two.',
  );
});

test('a database of a build before our first migration is left alone, and said so by whoever needs it', async () => {
  const client = await connect();
  await migrate(client, [migration('20261115000000_countries', 'CREATE TABLE country (code char(2))', true)], nobody);
  const why = 'an older build made this database, and no upgrade leads from it: use an empty database or another DATA_DIR';
  expect(await mismatch(client, readMigrations())).toContain(why);
  for (const [command, ...words] of [['migrate'], ['migrate', '--force'], ['import', 'gb', 'companies.zip'], ['demo-key']]) {
    const { code, output } = await runHere({ DATABASE_URL: database.url }, command as string, ...words);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(new RegExp(`^Cannot .*: ${why}, and import again\\.$`)),
    });
  }
  expect((await client.query("SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public'")).rows).toEqual([{ count: 2 }]);
});

test('a database ahead by compatible migrations alone does for this build, and is left alone by its migrate', async () => {
  const client = await connect();
  const [one, two] = [migration('1_one', 'SELECT 1'), migration('2_two', 'SELECT 2', true)];
  await migrate(client, [one, two], nobody);
  expect(await mismatch(client, [one])).toBeUndefined();
  expect(await migrate(client, [one], nobody)).toBe(0);
  await migrate(client, [one, two, migration('3_three', 'SELECT 3')], nobody);
  expect(await mismatch(client, [one])).toBe('the database is ahead of this build: 3_three');
  // One that Prisma's tools began and did not finish is nothing to rely on.
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = '3_three'");
  await client.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_two'");
  expect(await mismatch(client, [one])).toBe('the database is ahead of this build: 2_two');
});

test('a migration that breaks older builds waits until none is alive, unless it is forced; a compatible one does not', async () => {
  const client = await connect();
  const [one, two] = [migration('10_one', 'SELECT 1', true), migration('20_two', 'SELECT 2')];
  const others = ['company-registry', 'company-registry 10', 'company-registry import gb', 'psql', 'company-registry migrate'];
  const alive = await Promise.all(
    others.map(async (name) => {
      const other = await connect();
      await other.query(`SET application_name = '${name}'`);
      return other;
    }),
  );
  expect(await migrate(client, [one], nobody)).toBe(1);
  await expect(migrate(client, [one, two], nobody)).rejects.toThrow(
    'Cannot migrate: 20_two is not compatible with what is running (company-registry, company-registry 10, company-registry import gb).',
  );
  expect(await mismatch(client, [one])).toBeUndefined();
  for (const other of alive) await other.query(`SET application_name = 'company-registry 20'`);
  expect(await migrate(client, [one, two], nobody)).toBe(1);
  const three = migration('30_three', 'SELECT 3');
  await expect(migrate(client, [one, two, three], nobody)).rejects.toThrow('company-registry 20');
  expect(await migrate(client, [one, two, three], nobody, true)).toBe(1);
});

/** Connections by which builds are seen to run. */
async function run(...names: string[]): Promise<void> {
  for (const name of names) await (await connect()).query(`SET application_name = '${name}'`);
}

test('a migration that breaks the builds of a time is refused while one of them runs, and leaves the others ready', async () => {
  const client = await connect();
  const [one, two, three] = [10, 20, 30].map((at) => migration(`${at}_step`, `SELECT ${at}`, true)) as [
    Migration,
    Migration,
    Migration,
  ];
  const breaking = { ...migration('40_breaking', 'SELECT 40'), breach: { from: '20_step', until: '30_step' } };
  await migrate(client, [one, two, three], nobody);
  await run('company-registry', 'company-registry 10', 'company-registry 30', 'company-registry 40');
  await run('company-registry 20');
  await expect(migrate(client, [one, two, three, breaking], nobody)).rejects.toThrow(
    'Cannot migrate: 40_breaking is not compatible with what is running (company-registry 20).',
  );
  await clients.pop()?.end();
  expect(await migrate(client, [one, two, three, breaking], nobody)).toBe(1);
  expect(await mismatch(client, [one])).toBeUndefined();
  expect(await mismatch(client, [one, two])).toBe('the database is ahead of this build: 40_breaking');
  expect(await mismatch(client, [one, two, three])).toBeUndefined();
});

test('a migration breaks nothing that runs where the table that it changes is new', async () => {
  const client = await connect();
  const [one, two] = [migration('10_one', 'SELECT 1', true), migration('20_table', 'CREATE TABLE fresh (a int)', true)];
  const breaking = { ...migration('30_breaking', 'ALTER TABLE fresh DROP a'), breach: { from: '20_table' } };
  await migrate(client, [one], nobody);
  await run('company-registry', 'company-registry 10', 'company-registry import gb');
  expect(await migrate(client, [one, two, breaking], nobody)).toBe(2);
  expect(await mismatch(client, [one])).toBeUndefined();
  // Builds of before this rule are ready if it stands there so.
  expect((await client.query('SELECT DISTINCT logs FROM _prisma_migrations')).rows).toEqual([{ logs: 'compatible' }]);
});

test('a build may lack a pending migration whose name is older than its newest', async () => {
  const client = await connect();
  const [one, late, two] = [migration('10_one', '', true), migration('15_late', 'SELECT 15'), migration('20_two', '', true)];
  await migrate(client, [one, two], nobody);
  await run('company-registry 20');
  await expect(migrate(client, [one, late, two], nobody)).rejects.toThrow('15_late is not compatible with what is running');
});

test.each([
  ['-- compatible: a new table.', undefined],
  ['-- not compatible: a column is dropped.', {}],
  ['-- not compatible with builds from 10_a: they read it.', { from: '10_a' }],
  ['-- not compatible with builds until 20_b: they write it.', { until: '20_b' }],
  ['-- not compatible with builds from 10_a until 20_b: they do.', { from: '10_a', until: '20_b' }],
  ['-- compatible with builds from 10_a: nobody can know what that says.', {}],
  ['-- not compatible with builds since 10_a: nor this.', {}],
  ['-- deferred: it waits.', {}],
  ['SELECT 1;', {}],
])('%s', (line, breach) => {
  expect(breachOf(`-- Of the tables.\n${line}\nSELECT 2;`)).toEqual(breach);
  expect(readBreach(recordedAs(breach))).toEqual(breach);
});

test('a migration does not hold up those who serve while it waits for a table that an import uses', async () => {
  const [client, importing, serving] = [await connect(), await connect(), await connect()];
  await client.query('CREATE TABLE served (id int)');
  await importing.query('BEGIN; INSERT INTO served VALUES (1)');
  await serving.query("SET statement_timeout = '1500ms'");
  const reported: string[] = [];
  const change = migration('1_change', 'ALTER TABLE served ADD COLUMN name text');
  const migrating = migrate(client, [change], (name) => reported.push(name));
  await vi.waitFor(() => expect(reported).toHaveLength(2), { timeout: 60_000, interval: 5 });
  expect(reported[1]).toContain('in use');
  await serving.query('SELECT * FROM served');
  await importing.query('COMMIT');
  expect(await migrating).toBe(1);
});

test('a deferred migration holds nobody up, and leaves older builds unready once it is applied; a new database has it', async () => {
  const client = await connect();
  const one = migration('10_one', 'SELECT 1', true);
  const later = { ...migration('20_later', 'CREATE TABLE later ()'), isDeferred: true };
  const old = await connect();
  await old.query("SET application_name = 'company-registry 10'");
  await migrate(client, [one], nobody);
  expect(await migrate(client, [one, later], nobody)).toBe(0);
  expect(await mismatch(client, [one, later])).toBeUndefined();
  expect((await compare(client, [one, later])).deferred).toEqual([later]);
  await client.query('BEGIN');
  await applyDeferred(client, later);
  await client.query('COMMIT');
  expect((await client.query("SELECT to_regclass('later') AS later")).rows).toEqual([{ later: 'later' }]);
  expect((await compare(client, [one, later])).deferred).toEqual([]);
  expect(await mismatch(client, [one, later])).toBeUndefined();
  expect(await mismatch(client, [one])).toBe('the database is ahead of this build: 20_later');
  await client.query('DROP TABLE later, _prisma_migrations');
  expect(await migrate(client, [one, later], nobody, true)).toBe(2);
});

test('every migration says whether the builds before it can go on beside it', () => {
  const silent = readMigrations().filter(
    ({ sql }) => !/^-- (?:compatible|not compatible(?: with builds [^:]+)?|deferred): \S/m.test(sql),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
  // The builds that it names are read as such, and are older than the migration.
  const vague = readMigrations().filter(({ name, sql, breach }) => {
    const { from = '', until = '' } = breach ?? {};
    return from >= name || until >= name || (/^-- not compatible with builds/m.test(sql) && !from && !until);
  });
  expect(vague.map(({ name }) => name)).toEqual([]);
});

test('the migrations make exactly the tables and columns that the Prisma schema has', async () => {
  const client = await connect();
  await migrate(client, readMigrations(), nobody);
  const { rows } = await client.query(
    `SELECT table_name || '.' || column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  );
  const { prisma, close } = openDatabase(database.url, 1);
  interface Model {
    dbName: string | null;
    fields: { kind: string; name: string; dbName?: string; isRequired: boolean }[];
  }
  const { models }: { models: Record<string, Model> } = Reflect.get(prisma, '_runtimeDataModel');
  await close();
  const expected = Object.entries(models).flatMap(([name, model]) =>
    model.fields.filter(({ kind }) => kind !== 'object').map((field) => `${model.dbName ?? name}.${field.dbName ?? field.name}`),
  );
  expect(rows.map(({ column }) => column).sort()).toEqual(expected.sort());
});
