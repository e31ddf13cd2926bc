import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '../../src/database/connection.ts';
import { rightsOf } from '../../src/database/roles.ts';
import { tables } from '../../src/tables/index.ts';
import { deliver, Life, settings } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { connect } from '../support/imports.ts';
import { as, post, sessions } from '../support/people.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { DatabaseProxy, errorMessage } from '../support/servers/proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

const servingRights = rightsOf(tables, 'serving');

let service: TestService;
afterEach(() => service?.stop());

const patient = { timeout: 60_000, interval: 20 };
const start = (databaseUrl: string) => startTestService({ databaseUrl, sessions, payments: settings });
const readiness = async () => (await service.get('/api/v1/health/ready')).status;
const becomes = (status: number) => vi.waitFor(async () => expect(await readiness()).toBe(status), patient);

const says = (problem: RegExp) => vi.waitFor(async () => expect(await service.problem()).toMatch(problem), patient);

/** One request for each thing that requests do with the database. */
const work = {
  'reads an account': () => service.get('/api/v1/account', { headers: as('ada') }),
  'makes an account': () => service.get('/api/v1/auth/me', { headers: as(`somebody ${randomBytes(6).toString('hex')}`) }),
  'makes a key': () => service.get('/api/v1/api-keys', post(randomBytes(6).toString('hex'), { name: 'test' })),
  'takes an event': () => deliver(service.url, new Life(crypto.randomUUID()).event('created')),
  'reads usage': () => service.graphql('{ usage { used } }', { headers: as('ada') }),
};
const statuses = async () => Promise.all(Object.values(work).map(async (request) => (await request()).status));
/** The first requests of an instance may take longer than a busy machine gives them. */
const everythingWorks = () => vi.waitFor(async () => expect(await statuses()).toEqual([200, 200, 201, 200, 200]), patient);

/** A database of the test's own, and a role in it with these rights. */
async function databaseFor(rights: Record<string, readonly string[]>, more = '') {
  const database = await createDatabase();
  const role = `role_${randomBytes(6).toString('hex')}`;
  const owner = await connect(database.url);
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' ${more}; GRANT SELECT ON _prisma_migrations TO ${role}`);
  for (const [table, held] of Object.entries(rights)) await owner.query(`GRANT ${held.join(', ')} ON ${table} TO ${role}`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'secret'];
  onTestFinished(async () => {
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await owner.end();
    await database.drop();
  });
  return { url: url.href, ownerUrl: database.url, owner, role, name: url.pathname.slice(1) };
}

test('the rights that serving has to have are enough, and ready', async () => {
  const { url } = await databaseFor(servingRights);
  service = await start(url);
  await becomes(200);
  await everythingWorks();
});

test.each([
  ['nothing', {}],
  ['only what can be read', Object.fromEntries(Object.keys(servingRights).map((table) => [table, ['SELECT']]))],
  ['all but the events', { ...servingRights, payment_event: ['SELECT', 'INSERT'] }],
])('a role that has %s is not ready, and refused requests are 503', async (_what, rights) => {
  const { url } = await databaseFor(rights);
  service = await start(url);
  expect(await readiness()).toBe(503);
  await says(/permission denied|lacks rights: .*UPDATE payment_event/);
  for (const status of await statuses()) expect([200, 201, 503]).toContain(status);
  expect((await work['takes an event']()).body.error.code).toBe('service_unavailable');
});

test('a database that becomes read-only is not ready, and writing is 503, until it can be written again', async () => {
  const { url, owner, name, role } = await databaseFor(servingRights);
  service = await start(url);
  await becomes(200);
  await owner.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  // Those that are open keep what they were opened with.
  const reconnect = () => owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  await reconnect();
  await becomes(503);
  await says(/^the database is read-only$/);
  for (const name of ['makes an account', 'makes a key', 'takes an event'] as const)
    expect((await work[name]()).status, name).toBe(503);
  await owner.query(`SET default_transaction_read_only = off; ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await reconnect();
  await becomes(200);
  await everythingWorks();
});

test('read-only for new connections alone is noticed too', async () => {
  const { url, owner, name } = await databaseFor(servingRights);
  service = await start(url);
  await becomes(200);
  await owner.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await becomes(503);
  await owner.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await becomes(200);
});

test('a hot standby is not ready, and writing is 503', async () => {
  const server = await PrivatePostgres.start();
  onTestFinished(() => server.stop());
  await server.becomeStandby();
  service = await start(server.url);
  expect(await readiness()).toBe(503);
  await says(/^the database is read-only$/);
  for (const name of ['makes an account', 'makes a key', 'takes an event'] as const)
    expect((await work[name]()).status, name).toBe(503);
});

test('a pooler that refuses our parameters is not ready, and neither is what it would serve', async () => {
  const { url } = await databaseFor(servingRights);
  const proxy = await DatabaseProxy.before(url);
  onTestFinished(() => proxy.vanish());
  proxy.alter((chunk, { by, toClient }) => {
    if (by === 'server' || !chunk.includes('statement_timeout\0')) return chunk;
    return void toClient(errorMessage('08P01', 'unsupported startup parameter: statement_timeout'));
  });
  service = await start(proxy.url);
  expect(await readiness()).toBe(503);
  await says(/unsupported startup parameter: statement_timeout/);
  expect(await statuses()).toEqual([503, 503, 503, 503, 503]);
});

test('a database that has no room for another connection does not make a serving instance unready', async () => {
  const { url, owner, role } = await databaseFor(servingRights, 'CONNECTION LIMIT 14');
  service = await start(url);
  await becomes(200);
  await everythingWorks();
  const crowd: pg.Client[] = [];
  const fill = async () => {
    try {
      for (;;) crowd.push(await connect(url));
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' });
    }
  };
  await fill();
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND application_name = $2`;
  // The connection of the probe is lost, and somebody else takes its place.
  await vi.waitFor(async () => {
    await owner.query(end, [role, 'company-registry readiness']);
    await fill();
    expect(
      await owner.query("SELECT FROM pg_stat_activity WHERE usename = $1 AND application_name = 'company-registry readiness'", [
        role,
      ]),
    ).toMatchObject({ rowCount: 0 });
  }, patient);
  for (let probe = 0; probe < 5; probe++) {
    expect(await readiness()).toBe(200);
    expect((await work['reads an account']()).status).toBe(200);
  }
  // All that it has being busy is no fault either.
  await owner.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE');
  const busy = Array.from({ length: 14 }, work['reads an account']);
  const isBusy = "SELECT FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'";
  await vi.waitFor(async () => expect((await owner.query(isBusy, [role])).rowCount).toBeGreaterThan(0), patient);
  expect(await readiness()).toBe(200);
  await owner.query('ROLLBACK');
  for (const { status } of await Promise.all(busy)) expect([200, 503]).toContain(status);
  for (const client of crowd) await client.end();
});

test('without a connection of any kind there is nothing to serve with', async () => {
  const { url } = await databaseFor(servingRights, 'CONNECTION LIMIT 0');
  service = await start(url);
  expect(await readiness()).toBe(503);
  expect(await statuses()).toEqual([503, 503, 503, 503, 503]);
});

test('a pool goes on with the connections it has where the database has no room for more', async () => {
  const { url } = await databaseFor({}, 'CONNECTION LIMIT 2');
  const pool = openPool(url, 5, { connectionTimeoutMillis: 20_000 });
  await pool.query('SELECT 1');
  const answers = await Promise.all(Array.from({ length: 20 }, () => pool.query('SELECT 1 AS one')));
  expect(answers.map(({ rows }) => rows[0].one)).toEqual(Array.from({ length: 20 }, () => 1));
  expect(pool.openCount).toBeLessThanOrEqual(2);
  await pool.end();
});

test('an answer that came in time counts, although the process was too busy to read it', async () => {
  const { url } = await databaseFor({});
  const pool = openPool(url, 1, { query_timeout: 500 });
  await pool.query('SELECT 1');
  const answer = pool.query('SELECT 2 AS two');
  await nextTurn();
  for (const start = performance.now(); performance.now() - start < 1_000; );
  expect((await answer).rows).toEqual([{ two: 2 }]);
  await pool.end();
});
