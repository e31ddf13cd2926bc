import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '../../src/tables/index.ts';
import { createDatabase } from '../support/database.ts';
import { connect } from '../support/imports.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  client = await connect(database.url);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const names = async (query: string): Promise<string[]> =>
  (await client.query<{ name: string }>(query)).rows.map(({ name }) => name).toSorted();
const declared = (condition: (table: (typeof tables)[number]) => unknown = () => true): string[] =>
  tables
    .filter(condition)
    .map(({ name }) => name)
    .toSorted();

test('every table of the migrated database is declared by one feature', async () => {
  expect(declared()).toEqual(
    await names(`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`),
  );
});

test('every table with a column that tells of an account or a person says what export and erasure do', async () => {
  const personal = await names(`SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('account_id', 'meter_id', 'customer_id', 'user_id', 'person', 'email')`);
  expect(personal.length).toBeGreaterThan(10);
  expect(declared(({ account }) => account)).toEqual(expect.arrayContaining(personal));
  const texts = tables.flatMap(({ account }) => {
    const { exported, erased } = account ?? {};
    return [
      ...(exported && 'nothing' in exported ? [exported.nothing] : []),
      ...(typeof erased === 'object' && 'stays' in erased ? [erased.stays] : []),
    ];
  });
  for (const text of texts) expect(text).toMatch(/^[A-Z].{15,}\.$/);
});

test('what an erasure leaves to the foreign key is deleted by it', async () => {
  const cascading = await names(`WITH RECURSIVE cascading (id) AS (
      SELECT 'account'::regclass::oid
      UNION SELECT conrelid FROM pg_constraint JOIN cascading ON confrelid = id WHERE contype = 'f' AND confdeltype = 'c'
    ) SELECT id::regclass::text AS name FROM cascading`);
  const left = declared(({ account, name }) => account?.erased === 'cascade' && name !== 'account');
  expect(cascading).toEqual(expect.arrayContaining(left));
  const kept = declared(({ account }) => typeof account?.erased === 'object' && 'stays' in account.erased);
  expect(kept).toContain('audit_entry');
  expect(kept.filter((name) => cascading.includes(name))).toEqual([]);
});

test('every statement of export and erasure is about its own table, and every list has a name of its own', () => {
  const lists: string[] = [];
  for (const { name, account } of tables) {
    const { exported, erased } = account ?? {};
    if (exported && 'list' in exported) {
      lists.push(exported.list);
      expect(exported.rows).toMatch(new RegExp(`FROM ${name}\\s[^]*ORDER BY [^]*LIMIT \\$2$`));
    }
    if (typeof erased === 'object' && 'by' in erased)
      expect(erased.by).toMatch(new RegExp(`^(DELETE FROM|UPDATE|INSERT INTO) ${name}\\b[^]*\\$1`));
  }
  expect(lists).toHaveLength(new Set(lists).size);
  expect(lists.length).toBeGreaterThan(5);
});

test('every table says how long its rows are kept', () => {
  for (const { name, kept } of tables) {
    if (typeof kept === 'string') expect(kept, name).toMatch(/^(until|for) /);
    else expect(kept.length, name).toBeGreaterThan(0);
  }
});

test('a table whose rows are numbered by a sequence names it', async () => {
  const { rows } = await client.query(
    `SELECT table_name AS name, substring(column_default FROM '''(\\w+)''') AS sequence FROM information_schema.columns
     WHERE table_schema = 'public' AND column_default LIKE 'nextval(%' ORDER BY 1`,
  );
  const named = tables.flatMap(({ name, sequence }) => (sequence ? [{ name, sequence }] : []));
  expect(named.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual(rows);
});
