import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { createDatabase } from '../support/database.ts';
import { DatabaseProxy, errorMessage } from '../support/servers/proxy.ts';

test('all connections are made in one place', () => {
  const root = new URL('../../src/', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const makers = files.sort().filter((name) => /^import (?!type )[^;]*from 'pg'/m.test(readFileSync(join(root, name), 'utf8')));
  expect(makers).toEqual(['database/connection.ts', 'database/pool.ts']);
});

/** Outside a test they would end the process. */
const crashes: unknown[] = [];
const onCrash = (error: unknown) => crashes.push(error);
beforeAll(() => void process.on('uncaughtException', onCrash));
afterAll(() => void process.off('uncaughtException', onCrash));
beforeEach(() => crashes.splice(0));
afterEach(() => expect(crashes).toEqual([]));

const readyForQuery = Buffer.from('Z\0\0\0\x05I');

test('a connection that the server ends in the moment that it is handed over ends nobody', async () => {
  const database = await createDatabase();
  const proxy = await DatabaseProxy.before(database.url);
  const shutdown = errorMessage('57P01', 'terminating connection due to administrator command');
  proxy.alter((chunk, { by }) =>
    by === 'server' && chunk.subarray(-6).equals(readyForQuery) ? Buffer.concat([chunk, shutdown]) : chunk,
  );
  const { pool, prisma, close } = openDatabase(proxy.url, 3);
  const failures = await Promise.all([
    inTransaction(pool, (client) => client.query('SELECT 1')).catch((error: Error) => error),
    prisma.$transaction((transaction) => transaction.account.count()).catch((error: Error) => error),
    pool.query('SELECT 1').catch((error: Error) => error),
  ]);
  for (const failure of failures) expect(failure).toBeInstanceOf(Error);
  await close();
  await proxy.vanish();
  await database.drop();
});
