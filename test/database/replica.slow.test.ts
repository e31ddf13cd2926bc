import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cursorOf, type Place } from '../../src/changes/cursor.ts';
import { openPool } from '../../src/database/connection.ts';
import { companyReads } from '../../src/records/company-reads.ts';
import { importSamples } from '../support/imports.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { captureLog, startTestService, type TestService } from '../support/service.ts';

/** Of a change or a register. */
interface Told {
  id: string;
  countryCode: string;
}
const patient = { timeout: 60_000, interval: 20 };
let primary: PrivatePostgres;
let replica: PrivatePostgres;
let service: TestService;
let key: string;
/** In milliseconds, added to the clock of the service. */
let passed = 0;
beforeEach(async () => {
  primary = await PrivatePostgres.start();
  await importSamples(primary.url, 'lv');
  replica = await primary.replicate('max_standby_streaming_delay = 0');
  const now = () => performance.now() + passed;
  service = await startTestService({ databaseUrl: primary.url, sessions, now, env: { DATABASE_URL_REPLICA: replica.url } });
  key = (await makeKey(service, 'ada')).secret;
  await primary.query("UPDATE account SET plan = 'business'");
});
afterEach(async () => {
  await service?.stop();
  await replica?.stop();
  await primary?.stop();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  service.get(`/api/v1${path}`, { headers: { 'x-api-key': key, ...headers } });
const total = async () => (await get('/entities?pageSize=1')).body.meta.total as number;
const count = async (server: PrivatePostgres) => Number((await server.query('SELECT count(*) FROM entity'))[0]?.count);
/** Whether the last word in the log is that a replica is read. */
const isOnReplica = () => service.log.entries().findLast(({ replica: on }) => on !== undefined)?.replica;
const becomes = (one: TestService, status: number) =>
  vi.waitFor(async () => expect((await one.get('/api/v1/health/ready')).status).toBe(status), patient);
const usesReplica = (wanted: boolean) => vi.waitFor(() => expect(isOnReplica()).toBe(wanted), patient);

test('while the replica lacks an import, old data has its old ETag, and a revoked key is refused within a second', async () => {
  await usesReplica(true);
  const before = await get('/entities?pageSize=1');
  const old = before.body.meta.total;
  await replica.query('SELECT pg_wal_replay_pause()');
  const other = await makeKey(service, 'bob');
  expect((await get('/countries', { 'x-api-key': other.secret })).status).toBe(200);
  await importSamples(primary.url, 'gb');
  const seen = await get('/entities?pageSize=1', { 'if-none-match': before.headers.get('etag') ?? '' });
  expect([seen.status, await total()]).toEqual([304, old]);
  await service.get(`/api/v1/api-keys/${other.id}`, { method: 'DELETE', headers: as('bob') });
  const isRefused = async () => expect((await get('/countries', { 'x-api-key': other.secret })).status).toBe(401);
  await vi.waitFor(isRefused, { timeout: 60_000, interval: 50 });

  // Its changes are not told before its records are shown. Another instance may show them and have given a cursor behind them.
  const since = async (cursor: string) => (await get(`/changes?cursor=${cursor}`)).body;
  const countries = async (cursor: string) => (await since(cursor)).data.map(({ countryCode }: Told) => countryCode);
  const isServed = async () => (await get('/registers')).body.data.find(({ id }: Told) => id === 'gb').status;
  const [head] = (await primary.query(
    'SELECT version, epoch, size AS position FROM change_set ORDER BY version DESC LIMIT 1',
  )) as [Place];
  const ahead = cursorOf(head);
  const reached = (await since('now')).meta.nextCursor;
  expect(await countries('start')).toEqual(['LV']);
  expect(await since(ahead)).toMatchObject({ data: [], meta: { nextCursor: ahead, hasMore: false } });
  expect(await isServed()).toBe('available');

  // After ten seconds without it, the primary is read.
  await vi.waitFor(() => {
    passed += 5_000;
    expect(isOnReplica()).toBe(false);
  }, patient);
  await vi.waitFor(async () => expect(await total()).toBe(await count(primary)), patient);
  expect((await get('/entities?pageSize=1')).headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect([await countries(reached), await countries(ahead), await isServed()]).toEqual([['GB'], [], 'served']);
  await replica.query('SELECT pg_wal_replay_resume()');
  await usesReplica(true);
  expect(await total()).toBe(await count(primary));
});

test('a replica that is lost is not missed, and is read again when it is back', async () => {
  await usesReplica(true);
  await replica.shutDown('immediate');
  const [{ id }] = (await primary.query('SELECT id FROM entity LIMIT 1')) as [{ id: string }];
  for (const path of ['/countries', '/entities?q=sia&page=2', `/entities/${id}`, '/entities/facets?q=a&facets=status'])
    expect((await get(path)).status, path).toBe(200);
  await usesReplica(false);
  await replica.comeBack();
  await usesReplica(true);
  expect((await get('/entities?q=as&page=2')).status).toBe(200);
});

test('a question that a recovery conflict ends is asked again at the primary', async () => {
  await primary.query('CREATE TABLE probe AS SELECT generate_series(1, 10) AS number');
  await primary.caughtUp(replica);
  // A connection by way of a pooler sets no time limit for statements.
  const sources = [primary, replica].map(({ url }) => ({
    url,
    pool: openPool(`${url}?pgbouncer=true`, 2, { query_timeout: 60_000 }),
  }));
  const [first, second] = sources as [(typeof sources)[0], (typeof sources)[0]];
  const { logger } = captureLog();
  const reads = companyReads({ primary: first, replicas: [second], now: () => performance.now(), logger });
  await vi.waitFor(async () => {
    await reads.check();
    expect(reads.url).toBe(replica.url);
  }, patient);
  // The replica would answer after a minute, the primary answers at once.
  const question = 'SELECT count(*) FROM probe, (SELECT pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 ELSE 0 END)) AS pause';
  const conflict = expect(second.pool.query(question)).rejects.toMatchObject({ code: '40001' });
  const answer = reads.query<{ count: string }>(question);
  const isAsked =
    "SELECT FROM pg_stat_activity WHERE query LIKE '%FROM probe,%' AND state = 'active' AND pid <> pg_backend_pid()";
  await vi.waitFor(async () => expect(await replica.query(isAsked)).toHaveLength(2), patient);
  await primary.query('ALTER TABLE probe ADD COLUMN name text');
  expect((await answer).rows).toEqual([{ count: '10' }]);
  await conflict;
  expect(reads.url).toBe(replica.url);
  for (const { pool } of sources) await pool.end();
});

test('of several hosts the one that can be written is used, also after a failover; the replica is left when the histories part', async () => {
  await usesReplica(true);
  // The standby is named first: it has to be passed over.
  const url = primary.url.replace(/@(.*)\//, `@${new URL(replica.url).host},$1/`);
  const other = await startTestService({ databaseUrl: url, sessions });
  onTestFinished(other.stop);
  await becomes(other, 200);
  const headers = { 'x-api-key': (await makeKey(other, 'eve')).secret };
  expect((await other.get('/api/v1/entities?q=sia', { headers })).status).toBe(200);
  await primary.caughtUp(replica);

  await primary.shutDown('immediate');
  await becomes(other, 503);
  expect((await other.get('/api/v1/account', { headers: as('eve') })).status).toBe(503);
  await replica.promote();
  await becomes(other, 200);
  expect((await other.get('/api/v1/account', { headers: as('eve') })).status).toBe(200);
  expect((await other.get('/api/v1/entities?q=sia&page=2', { headers })).status).toBe(200);
  await makeKey(other, 'fay');
  expect(other.log.entries().filter(({ status }) => status === 500)).toEqual([]);

  // The replica is a server of its own now.
  await primary.comeBack();
  await becomes(service, 200);
  await usesReplica(true);
  await importSamples(replica.url, 'no');
  await vi.waitFor(() => {
    passed += 5_000;
    expect(isOnReplica()).toBe(false);
  }, patient);
  await vi.waitFor(async () => expect(await total()).toBe(await count(primary)), patient);
  expect(service.log.entries().filter(({ status }) => status === 500)).toEqual([]);
});
