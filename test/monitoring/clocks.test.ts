import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../support/billing.ts';
import type { Bodies } from '../support/bodies.ts';
import { createDatabase } from '../support/database.ts';
import { as, post, sessions } from '../support/people.ts';
import { runHere } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Instances on computers whose clocks are wrong. All of this process has the wrong time of day, and PostgreSQL the right one.
 */
const days = 86_400_000;
let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: ReturnType<typeof openPool>;
let right: TestService;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
  right = await startTestService({ sessions, databaseUrl: database.url });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await right.stop();
  await pool.end();
  await database.drop();
});

const wrongBy = (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  return startTestService({ sessions, databaseUrl: database.url });
};
const databaseNow = async () => (await pool.query('SELECT clock_timestamp() AS now')).rows[0].now.getTime();
/** Within a minute and what the test may take. */
const isNow = async (at: Date | string) => Math.abs(new Date(at).getTime() - (await databaseNow())) < 10 * 60_000;

test.each([
  2, -2,
])('an instance whose clock is off by %d days forgets nothing early, and dates as the database does', async (off) => {
  const name = `person ${off}`;
  const body = post(name, { name: 'k' }, { 'idempotency-key': randomUUID() });
  const make = (service: TestService) => service.get<Bodies['createApiKey']>('/api/v1/api-keys', body);
  const first = await make(right);
  expect(first.status).toBe(201);
  // It deletes old data at its start. The stop waits for that.
  await (await wrongBy(off * days)).stop();
  vi.useRealTimers();
  const wrong = await wrongBy(off * days);
  const again = await make(wrong);
  expect([again.status, again.body.data.id, again.body.data.secret]).toEqual([201, first.body.data.id, first.body.data.secret]);

  const key = { 'x-api-key': first.body.data.secret };
  expect((await wrong.get('/api/v1/countries', { headers: key })).status).toBe(200);
  const { body: log } = await wrong.get('/api/v1/request-log', { headers: as(name) });
  const [entry] = log.data.filter(({ path }: { path: string }) => path === '/api/v1/countries');
  expect([entry.at, await isNow(entry.at)]).toEqual([entry.at, true]);
  await wrong.stop();
  const dated = await pool.query(
    `SELECT last_used_at AS used, last_at AS logged, start + interval '30 minutes' AS counted
     FROM api_key JOIN request_batch USING (account_id) JOIN request_statistic USING (account_id)
     WHERE api_key.id = $1 AND span = 'hour'`,
    [first.body.data.id],
  );
  for (const { used, logged, counted } of dated.rows) {
    expect([await isNow(used), await isNow(logged)]).toEqual([true, true]);
    expect(Math.abs(counted.getTime() - (await databaseNow()))).toBeLessThan(45 * 60_000);
  }
  expect(dated.rows.length).toBeGreaterThan(0);
});

test('commands delete and date by the clock of the database too', async () => {
  await pool.query(
    "INSERT INTO import_failure (register_id, number, at, reason) VALUES ('gb', 1, now() - interval '89 days', 'x')",
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * days });
  const env = { DATABASE_URL: database.url };
  expect((await runHere(env, 'retention')).output).toBe('There is no old data to delete.');
  const file = new URL('../../src/registers/countries/lv/sample/register.csv', import.meta.url).pathname;
  expect((await runHere(env, 'import', 'lv', file)).code).toBe(0);
  const { rows } = await pool.query('SELECT imported_at AS at FROM import_run');
  for (const { at } of rows) expect(await isNow(at)).toBe(true);
  expect(rows).toHaveLength(1);
});
