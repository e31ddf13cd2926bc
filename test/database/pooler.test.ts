import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectTo, migrateDatabase } from '../../src/database/reach.ts';
import { deliver, Life, settings } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { connect, importSamples } from '../support/imports.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { PgBouncer, pgbouncerVersion } from '../support/servers/pgbouncer.ts';
import { startTestService, type TestService } from '../support/service.ts';

const patient = { timeout: 60_000, interval: 20 };

describe.skipIf(!pgbouncerVersion)('behind PgBouncer in transaction mode', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let bouncer: PgBouncer;
  let service: TestService;
  beforeAll(async () => {
    database = await createDatabase();
    await importSamples(database.url, 'lv');
    bouncer = await PgBouncer.before(database.url);
    const env = { DATABASE_URL_DIRECT: database.url };
    service = await startTestService({ databaseUrl: bouncer.url, sessions, payments: settings, env });
  });
  afterAll(async () => {
    await service?.stop();
    await bouncer?.stop();
    await database?.drop();
  });

  test('what needs a session of its own is refused, with the setting that helps', async () => {
    const refusal = /^DATABASE_URL leads to a pooler that shares sessions.*set DATABASE_URL_DIRECT/;
    await expect(migrateDatabase(bouncer.url, () => {})).rejects.toThrow(refusal);
    await expect(connectTo(bouncer.url, 'import gb')).rejects.toThrow(refusal);
    // Nothing that was tried goes on holding a lock.
    const client = await connect(database.url);
    const held = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`;
    await expect.poll(async () => (await client.query(held)).rowCount).toBe(0);
    await client.end();
    expect(await migrateDatabase(database.url, () => {})).toBe(0);
  });

  test.skipIf((pgbouncerVersion ?? 0) >= 121)('a version that loses prepared statements is refused by readiness', async () => {
    await vi.waitFor(
      async () => expect(await service.problem()).toMatch(/pooler loses prepared statements: take PgBouncer 1\.21/),
      patient,
    );
    expect((await service.get('/api/v1/health/ready')).status).toBe(503);
  });

  test.skipIf((pgbouncerVersion ?? 0) < 121)('everything works, and every unit is written', async () => {
    await vi.waitFor(async () => expect(await service.problem()).toBeUndefined(), patient);
    const people = await Promise.all(['ada', 'bob', 'cy'].map(async (name) => ({ name, key: await makeKey(service, name) })));
    const paths = ['/countries', '/entities?q=sia', `/entities/${randomUUID()}`];
    const asked = people.flatMap(({ key }) => Array.from({ length: 20 }, (_, at) => ({ key, path: paths[at % 3] })));
    const statuses = await Promise.all(
      asked.map(async ({ key, path }) => (await service.get(`/api/v1${path}`, { headers: { 'x-api-key': key.secret } })).status),
    );
    expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([]);
    const events = await Promise.all(
      Array.from({ length: 10 }, () => deliver(service.url, new Life(randomUUID()).event('created'))),
    );
    expect(events.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const client = await connect(database.url);
    const total = async () => Number((await client.query('SELECT sum(used) AS used FROM period_usage')).rows[0].used);
    await vi.waitFor(async () => expect(await total()).toBe(60), patient);
    await client.end();
    expect((await service.get('/api/v1/account', { headers: as('ada') })).body.data.usage.used).toBe(20);
  });
});
