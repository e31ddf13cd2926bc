import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../../support/database.ts';
import { DatabaseProxy } from '../../support/servers/proxy.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
const ready = { status: 'ready', database: 'ok', version };
const unavailable = { status: 'unavailable', database: 'error', version };

let service: TestService;
afterEach(() => service.stop());

const eventually = (path: string, status: number) =>
  vi.waitFor(
    async () => {
      const answer = await service.get(path);
      expect(answer.status).toBe(status);
      return answer;
    },
    { timeout: 60_000, interval: 20 },
  );

test('a running service is live and ready', async () => {
  service = await startTestService();
  const live = await service.get('/api/v1/health/live');
  expect([live.status, live.body]).toEqual([200, { status: 'ok', service: 'web', version }]);
  const answer = await eventually('/api/v1/health/ready', 200);
  expect(answer.body).toEqual(ready);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('starts without a database, stays live, and is ready by itself when the database comes', async () => {
  const database = await createDatabase();
  const proxy = await DatabaseProxy.before(database.url);
  await proxy.vanish();
  service = await startTestService({ databaseUrl: proxy.url });
  expect((await service.get('/api/v1/health/live')).status).toBe(200);
  expect((await service.get('/api/v1/plans')).status).toBe(200);
  const down = await service.get('/api/v1/health/ready');
  expect([down.status, down.body]).toEqual([503, unavailable]);
  expect(down.headers.get('retry-after')).toBe('1');

  await proxy.comeBack();
  expect((await eventually('/api/v1/health/ready', 200)).body).toEqual(ready);

  await proxy.vanish();
  expect((await eventually('/api/v1/health/ready', 503)).body).toEqual(unavailable);
  expect((await service.get('/api/v1/health/live')).status).toBe(200);
  await proxy.comeBack();
  await eventually('/api/v1/health/ready', 200);
  await proxy.vanish();
});

test('answers 503 within 2 seconds while the database hangs, and recovers', async () => {
  const database = await createDatabase();
  const proxy = await DatabaseProxy.before(database.url);
  service = await startTestService({ databaseUrl: proxy.url });
  await eventually('/api/v1/health/ready', 200);
  proxy.hang();
  // No measure of speed: without a limit of its own the probe would wait for the database for ever.
  const inTime = () => service.get('/api/v1/health/ready', { signal: AbortSignal.timeout(2_000) });
  // The first may still be told of the moment before.
  const first = await inTime();
  const answer = first.status === 503 ? first : await eventually('/api/v1/health/ready', 503);
  expect((await inTime()).status).toBe(503);
  expect(answer.body).toEqual(unavailable);
  await proxy.comeBack();
  await eventually('/api/v1/health/ready', 200);
  await proxy.vanish();
});

test.each([
  ['pending', 'DELETE FROM _prisma_migrations'],
  ['altered', "UPDATE _prisma_migrations SET checksum = 'another'"],
  ['unfinished', 'UPDATE _prisma_migrations SET finished_at = NULL'],
  [
    'ahead of this build',
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '2999_future', now())",
  ],
  ['unknown to the database', 'DROP TABLE _prisma_migrations'],
])('is not ready while migrations are %s', async (_what, sql) => {
  service = await startTestService();
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query(sql);
  await client.end();
  expect((await eventually('/api/v1/health/ready', 503)).body).toEqual(unavailable);
});

test('a crowd of probes costs the database one look', async () => {
  let clock = 0;
  service = await startTestService({ now: () => clock });
  clock = 10_000;
  await service.get('/api/v1/health/ready');
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query('DROP TABLE _prisma_migrations');
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.get('/api/v1/health/ready')));
  expect(
    answers.every(({ status }) => status === 200),
    'all of them share the look that was taken before',
  ).toBe(true);
  clock += 1_000;
  expect((await service.get('/api/v1/health/ready')).status).toBe(503);
  await client.end();
});
