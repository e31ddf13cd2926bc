import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { type Migration, migrate, mismatch, readMigrations } from '../../src/database/migrations.ts';
import { createDatabase } from '../support/database.ts';

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

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: `checksum of ${sql}` });
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
