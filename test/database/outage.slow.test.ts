import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { openPool } from '../../src/database/connection.ts';
import { isUnreachable } from '../../src/database/outage.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { createDatabase } from '../support/database.ts';
import { DatabaseProxy, errorMessage } from '../support/servers/proxy.ts';

type Way = (database: Database, text: string) => Promise<unknown>;

const insert = 'INSERT INTO account (email) VALUES ($1)';
/** The ways that statements take to the database. */
const ways: Record<string, Way> = {
  'a statement': ({ pool }, text) => pool.query(insert, [text]),
  'a transaction': ({ pool }, text) => inTransaction(pool, (client) => client.query(insert, [text])),
  "Prisma's model": ({ prisma }, text) => prisma.account.create({ data: { email: text } }),
  "Prisma's raw statement": ({ prisma }, text) => prisma.$executeRaw`INSERT INTO account (email) VALUES (${text})`,
  "Prisma's transaction": ({ prisma }, text) =>
    prisma.$transaction((transaction) => transaction.account.create({ data: { email: text } })),
};

/** Where a test waits for a limit, it need not be the usual one. */
const impatient = { connectionTimeoutMillis: 1_000, query_timeout: 1_000 };

/** On a busy machine the impatient need a few attempts. */
const works = ({ pool }: Database, text = 'SELECT 1') => vi.waitFor(() => pool.query(text), { timeout: 60_000 });

const failureOf = async (work: Promise<unknown>): Promise<Error> => {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('It did not fail.');
  return failure;
};

let address: Awaited<ReturnType<typeof createDatabase>>;
let empty: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
beforeAll(async () => {
  empty = await createDatabase({ migrated: false });
  address = await createDatabase();
  database = openDatabase(address.url, 2);
  // The database fails an insert with the code that stands in the e-mail address.
  await database.pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'it failed' USING ERRCODE = NEW.email; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION fail()`);
});
afterAll(async () => {
  await database.close();
  await address.drop();
  await empty.drop();
});

describe.each(Object.entries(ways))('by %s', (_name, way) => {
  const outages = ['08000', '08006', '08P01', '53000', '53100', '53200', '53300', '57P01', '57P02', '57P03', '57P05', '57014'];
  const others = ['25006', '25P03', '25P04', '28P01', '28000', '3D000', '40001', '40P01', '42P01', '42703', '42501', '55P03'];
  test.each([...outages, ...others, '58030', '26000', '0A000'])('%s is an outage', async (code) => {
    expect(isUnreachable(await failureOf(way(database, code)))).toBe(true);
  });

  test.each(['22P02', '23502', '23505', '23503', '23514', '42601', '22001', 'P0001', 'XX000'])('%s is none', async (code) => {
    expect(isUnreachable(await failureOf(way(database, code)))).toBe(false);
  });
});

/** What each way says of a fault. `prepare` has a working connection in the pool already, and makes the fault. */
async function failuresOf(prepare: (proxy: DatabaseProxy) => unknown, { warm = true } = {}) {
  const failure = async ([name, way]: [string, Way]) => {
    const proxy = await DatabaseProxy.before(address.url);
    const behind = openDatabase(proxy.url, 1, impatient);
    if (warm) await works(behind);
    await prepare(proxy);
    const error = await failureOf(way(behind, '23505'));
    await behind.close();
    if (proxy.isListening) await proxy.vanish();
    return { name, error };
  };
  return Promise.all(Object.entries(ways).map(failure));
}

const onStatement = (act: (said: Parameters<Parameters<DatabaseProxy['alter']>[0]>[1]) => void) => (proxy: DatabaseProxy) =>
  proxy.alter((_chunk, said) => (said.by === 'client' ? void act(said) : undefined));

test.each<[string, (proxy: DatabaseProxy) => unknown, boolean]>([
  ['refuses connections', (proxy) => proxy.vanish(), false],
  ['takes connections and says nothing', (proxy) => proxy.hang(), false],
  ['is starting up', onStatement(({ toClient }) => toClient(errorMessage('57P03', 'starting up'))), false],
  ['has no connections left', onStatement(({ toClient }) => toClient(errorMessage('53300', 'too many'))), false],
  ['refuses the password', onStatement(({ toClient }) => toClient(errorMessage('28P01', 'wrong password'))), false],
  ['has no such database', onStatement(({ toClient }) => toClient(errorMessage('3D000', 'no such database'))), false],
  ['refuses a parameter', onStatement(({ toClient }) => toClient(errorMessage('08P01', 'unsupported parameter'))), false],
  ['resets the connection', onStatement(({ cut }) => cut()), true],
  ['closes the connection', (proxy) => proxy.vanish(), true],
  ['answers no statement', (proxy) => proxy.hang(), true],
  ['answers something else', onStatement(({ toClient }) => toClient(Buffer.from('D\0\0\0\x06\0\0'))), true],
])('a server that %s is an outage, by whichever way', async (_what, prepare, warm) => {
  for (const { name, error } of await failuresOf(prepare, { warm }))
    expect(isUnreachable(error), `${name}: ${error.message}`).toBe(true);
});

test.each([
  ['a host that nobody has', () => 'postgresql://nobody@no-such-host.invalid/x'],
  ['a socket that is not there', () => 'postgresql://nobody@%2Fno%2Fsuch%2Ffolder/x'],
  ['a database without tables', () => empty.url],
])('%s is an outage, by whichever way', async (_what, url) => {
  const nowhere = openDatabase(url(), 1);
  for (const [name, way] of Object.entries(ways)) {
    const error = await failureOf(way(nowhere, 'x'));
    expect(isUnreachable(error), `${name}: ${error.message}`).toBe(true);
  }
  await nowhere.close();
});

test('a busy or a closed pool is an outage; what is no error is none', async () => {
  const pool = openPool(address.url, 1, impatient);
  const client = await pool.connect();
  expect(isUnreachable(await failureOf(pool.query('SELECT 1')))).toBe(true);
  client.release();
  await pool.end();
  expect(isUnreachable(await failureOf(pool.query('SELECT 1')))).toBe(true);
  const circle = new Error('round');
  circle.cause = circle;
  for (const nothing of [undefined, null, 'ECONNREFUSED', 7, {}, circle, new Error('ECONNREFUSED')])
    expect(isUnreachable(nothing)).toBe(false);
});

test('a transaction that nobody could end is not handed to the next', async () => {
  const proxy = await DatabaseProxy.before(address.url);
  const behind = openDatabase(proxy.url, 1, impatient);
  const hung = behind.prisma.$transaction(
    async (transaction) => {
      await transaction.account.count();
      proxy.hang();
      await transaction.account.count();
    },
    { timeout: 60_000 },
  );
  expect(isUnreachable(await failureOf(hung))).toBe(true);
  await proxy.comeBack();
  const { rows } = await works(behind, 'SELECT now() = statement_timestamp() AS alone');
  expect(rows[0].alone).toBe(true);
  await behind.close();
  await proxy.vanish();
});
