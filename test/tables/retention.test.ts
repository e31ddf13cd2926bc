import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { tables } from '../../src/tables/index.ts';
import { deleteOldData } from '../../src/tables/retention.ts';
import { createAccount, openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { runHere } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
let accountId: string;
beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query(
    'TRUNCATE account, payment_event, subscription, audit_entry, erased_customer, period_usage, departed_person CASCADE',
  );
  accountId = await createAccount(pool);
});

const { retention: days } = loadConfig({});
const now = new Date('2026-11-15T12:00:00Z');
const retention = (own = days) => deleteOldData({ tables, pool, days: own, clock: { ask: async () => now } });
/** So many days before, and a minute more or less. */
const ago = (count: number, minutes: number) => new Date(now.getTime() - count * 86_400_000 - minutes * 60_000);
const idsOf = async (table: string, column = 'id') =>
  (await pool.query(`SELECT ${column} AS id FROM ${table} ORDER BY 1`)).rows.map(({ id }) => id);

test('the defaults: two years for payment events, a month for ended sessions, a week for requests, 400 days for the rest', () => {
  const rest = { usage: 400, revokedKeys: 400, auditEntries: 400, changes: 400 };
  expect(days).toEqual({ paymentEvents: 730, sessions: 30, requestLog: 7, ...rest });
});

test('failed imports after 90 days; a command deletes once and says what', async () => {
  const { rows } = await pool.query('SELECT now() AS today');
  const at = (days: number) => new Date(rows[0].today.getTime() - days * 86_400_000);
  for (const [number, days] of [91, 89].entries())
    await pool.query(`INSERT INTO import_failure (register_id, number, at, reason) VALUES ('gb', $1, $2, 'x')`, [
      number,
      at(days),
    ]);
  const outcome = await runHere({ DATABASE_URL: database.url }, 'retention');
  expect(outcome).toEqual({ code: 0, output: 'Deleted old data: import_failure 1.' });
  expect(await idsOf('import_failure', 'number')).toEqual([1]);
  await pool.query('TRUNCATE import_failure');
});

test('the request log after a week, statistics by hour after a month, and by day with the usage', async () => {
  const log = (number: number, at: Date) =>
    pool.query(`INSERT INTO request_batch VALUES ($1, gen_random_uuid(), $2, $3, 0, '[]')`, [accountId, number, at]);
  await log(1, ago(7, 1));
  await log(2, ago(7, -1));
  const statistic = (span: string, operation: string, start: Date) =>
    pool.query(`INSERT INTO request_statistic VALUES ($1, $2, $3, gen_random_uuid(), $4, '2xx', 1, 1, '{1}')`, [
      accountId,
      span,
      start,
      operation,
    ]);
  await statistic('hour', 'old hour', ago(31, 1));
  await statistic('hour', 'kept hour', ago(31, -1));
  await statistic('day', 'old day', ago(400, 1));
  await statistic('day', 'kept day', ago(400, -1));
  expect(await retention()).toEqual({ request_batch: 1, request_statistic: 2 });
  expect(await idsOf('request_batch', 'number')).toEqual([2]);
  expect(await idsOf('request_statistic', 'operation')).toEqual(['kept day', 'kept hour']);
});

test('audit entries', async () => {
  for (const [action, at] of [
    ['old', ago(400, 1)],
    ['kept', ago(400, -1)],
  ])
    await pool.query('INSERT INTO audit_entry (account_id, action, at) VALUES ($1, $2, $3)', [accountId, action, at]);
  expect(await retention()).toEqual({ audit_entry: 1 });
  expect(await idsOf('audit_entry', 'action')).toEqual(['kept']);
});

test('payment events, but not one without its effect, nor the one that tells how a subscription stands', async () => {
  const store = (id: string, at: Date, outcome: string | null = 'applied') =>
    pool.query(
      `INSERT INTO payment_event (id, kind, created, payload, received_at, outcome, settled_at) VALUES ($1, 'x', 1, '{}', $2, $3, $4)`,
      [id, at, outcome, outcome && at],
    );
  await store('old', ago(730, 1));
  await store('old and ignored', ago(730, 1), 'ignored');
  await store('unsettled', ago(2_000, 1), null);
  await store('newest of its subscription', ago(2_000, 1));
  await store('young', ago(730, -1));
  await pool.query(`INSERT INTO subscription (id, customer_id, event_id) VALUES ('sub', 'cus', 'newest of its subscription')`);
  await pool.query(`INSERT INTO plan_change (account_id, from_plan, to_plan, event_id) VALUES ($1, 'free', 'pro', 'old')`, [
    accountId,
  ]);
  await pool.query(`INSERT INTO erased_customer VALUES ('gone', $1, $1), ('still at the provider', $1, NULL)`, [ago(730, 1)]);
  expect(await retention()).toEqual({ payment_event: 2, erased_customer: 1 });
  expect(await idsOf('payment_event')).toEqual(['newest of its subscription', 'unsettled', 'young']);
  expect(await idsOf('erased_customer')).toEqual(['still at the provider']);
  expect(await idsOf('plan_change', 'event_id'), 'the history outlives its event').toEqual([null]);
});

test('usage, but never that of a current period', async () => {
  const key = '00000000-0000-0000-0000-000000000000';
  for (const day of ['2025-10-10', '2025-10-11', '2026-11-15'])
    await pool.query(`INSERT INTO daily_usage VALUES ($1, $2, $3, '2xx', 1)`, [accountId, day, key]);
  await pool.query(`UPDATE account SET plan = 'pro', period_start = '2025-01-05', period_end = '2025-02-05' WHERE id = $1`, [
    accountId,
  ]);
  await pool.query(`INSERT INTO period_usage VALUES ($1, '2025-01-01', 1), ($1, '2025-01-05', 2), ($1, '2026-11-01', 3)`, [
    accountId,
  ]);
  // The use of an account that is gone: one whose person is back, and one whose person is not.
  const [followed, gone] = [randomUUID(), randomUUID()];
  await pool.query('INSERT INTO account (meter_id) VALUES ($1)', [followed]);
  for (const meter of [followed, gone])
    await pool.query(`INSERT INTO period_usage VALUES ($1, '2026-10-01', 4), ($1, '2026-11-01', 5)`, [meter]);
  expect(await retention()).toEqual({ daily_usage: 1, period_usage: 2 });
  expect(await idsOf('daily_usage', 'day::text')).toEqual(['2025-10-11', '2026-11-15']);
  expect((await idsOf('period_usage', 'used')).map(Number)).toEqual([2, 3, 4, 5, 5]);
  expect((await pool.query(`SELECT FROM period_usage WHERE account_id = $1`, [gone])).rowCount).toBe(1);
});

test('who left, once the month and the pause are over', async () => {
  const leave = (left: string, mayReturn = left) =>
    pool.query('INSERT INTO departed_person VALUES ($1, $2, $3, $4)', [randomBytes(32), randomUUID(), left, mayReturn]);
  await leave('2026-10-31T23:00:00Z');
  await leave('2026-10-31T23:30:00Z', '2026-11-15T12:30:00Z');
  await leave('2026-11-01T00:00:00Z');
  expect(await retention()).toEqual({ departed_person: 1 });
  expect((await idsOf('departed_person', 'left_at')).map((at) => (at as unknown as Date).toISOString())).toEqual([
    '2026-10-31T23:30:00.000Z',
    '2026-11-01T00:00:00.000Z',
  ]);
});

test('keys that were revoked or have expired, and no others', async () => {
  const add = (name: string, revoked: Date | null, expires: Date | null) =>
    pool.query(
      `INSERT INTO api_key (account_id, name, prefix, hash, created_at, revoked_at, expires_at) VALUES ($1, $2, '', $3, '2020-01-01', $4, $5)`,
      [accountId, name, randomBytes(32), revoked, expires],
    );
  await add('revoked long ago', ago(400, 1), null);
  await add('expired long ago', null, ago(400, 1));
  await add('revoked and expired long ago', ago(500, 1), ago(401, 1));
  await add('revoked', ago(400, -1), null);
  await add('expired', null, ago(400, -1));
  await add('good', null, null);
  expect(await retention()).toEqual({ api_key: 3 });
  expect(await idsOf('api_key', 'name')).toEqual(['expired', 'good', 'revoked']);
});

const manyEntries = () =>
  pool.query(`INSERT INTO audit_entry (account_id, action, at) SELECT $1, 'old', '2020-01-01' FROM generate_series(1, 2500)`, [
    accountId,
  ]);

test('in batches, and two instances at once delete all of it once', async () => {
  await manyEntries();
  const deleted = await Promise.all([retention(), retention()]);
  // One may have left at once, for the other was at it.
  for (let rest = 1; rest > 0; ) {
    const again = (await retention())['audit_entry'] ?? 0;
    deleted.push({ audit_entry: again });
    rest = again;
  }
  expect(deleted.reduce((sum, { audit_entry: rows = 0 }) => sum + rows, 0)).toBe(2_500);
  expect(await idsOf('audit_entry')).toEqual([]);
});

test('while another is at it, nothing is done', async () => {
  await manyEntries();
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [0x7265_7461]);
    expect(await retention()).toEqual({});
  });
  expect(await idsOf('audit_entry')).toHaveLength(2_500);
});

test('changes, by the month: one of which anything is kept stays whole', async () => {
  const months = async () =>
    (await pool.query(`SELECT relname FROM pg_class WHERE relname ~ '^change_\\d{4}_\\d{2}$' ORDER BY 1`)).rows;
  for (const at of [
    '2025-08-31T23:59:59Z',
    '2025-09-30T12:00:00Z',
    '2025-10-12T00:00:00Z',
    '2026-11-01T00:00:00Z',
    '2025-09-01T00:00:00Z',
  ])
    await pool.query('SELECT make_change_month($1)', [at]);
  // 400 days before is the 11th of October.
  expect(await retention()).toEqual({ change: 2 });
  expect((await months()).map(({ relname }) => relname)).toEqual(['change_2025_10', 'change_2026_11']);
});

test('a running service does it by itself, by its settings', async () => {
  await pool.query(`INSERT INTO audit_entry (account_id, action, at) VALUES ($1, 'old', now() - interval '3 days')`, [accountId]);
  const patient = await startTestService({ databaseUrl: database.url });
  await patient.stop();
  expect(await idsOf('audit_entry', 'action')).toEqual(['old']);
  const service = await startTestService({ databaseUrl: database.url, env: { RETENTION_AUDIT_DAYS: '2' } });
  await expect.poll(() => idsOf('audit_entry')).toEqual([]);
  await expect.poll(() => service.log.text()).toContain('"deleted":{"audit_entry":1}');
  await service.stop();
});

test('settings that would delete what is needed are refused at the start', () => {
  for (const [name, value] of [
    ['RETENTION_USAGE_DAYS', '61'],
    ['RETENTION_PAYMENT_EVENTS_DAYS', '29'],
    ['RETENTION_AUDIT_DAYS', '0'],
    ['RETENTION_REVOKED_KEYS_DAYS', '1.5'],
    ['RETENTION_REVOKED_KEYS_DAYS', 'never'],
  ] as const)
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} must be a whole number of days`);
});
