import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AccountChanges } from '../../src/accounts/changes.ts';
import { accountStandings, type Standings } from '../../src/accounts/standings.ts';
import { createDatabase } from '../support/database.ts';

let pool: pg.Pool;
let changes: AccountChanges;
let standings: Standings;
let accountId: string;
let now = 0;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  drop = async () => {
    await pool.end();
    await database.drop();
  };
});
beforeEach(async () => {
  changes = new AccountChanges(pool, () => now);
  standings = accountStandings(pool, changes);
  const { rows } = await pool.query(`INSERT INTO account (email) VALUES ('ada@example.com') RETURNING id`);
  accountId = rows[0].id;
  await changes.poll();
});
afterAll(() => drop());

test('a new account is on the free plan, by the calendar month', async () => {
  expect(await standings.of(accountId)).toMatchObject({ plan: { id: 'free' }, period: undefined });
});

test('a standing is read once, and again after a change, whoever made it', async () => {
  await standings.of(accountId);
  const query = vi.spyOn(pool, 'query');
  await standings.of(accountId);
  expect(query).not.toHaveBeenCalled();
  await pool.query(`UPDATE account SET plan = 'pro', period_start = '2026-11-01', period_end = '2026-12-01' WHERE id = $1`, [
    accountId,
  ]);
  await changes.poll();
  expect(await standings.of(accountId)).toMatchObject({
    plan: { id: 'pro' },
    period: { start: new Date('2026-11-01'), end: new Date('2026-12-01') },
  });
  query.mockRestore();
});

test('a change is told once, and a revoked key is one, a use of it is not', async () => {
  const told = vi.fn();
  changes.on('changed', told);
  await pool.query(`INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, 'k', 'crd_', sha256('a'))`, [accountId]);
  await pool.query('UPDATE api_key SET last_used_at = now()');
  await changes.poll();
  expect(told).not.toHaveBeenCalled();
  await pool.query('UPDATE api_key SET revoked_at = now()');
  await changes.poll();
  await changes.poll();
  expect(told.mock.calls).toEqual([[accountId, accountId]]);
  changes.off('changed', told);
});

test('what is known is not believed for longer than a second without the database', async () => {
  await standings.of(accountId);
  now += 1_000;
  const query = vi.spyOn(pool, 'query');
  await standings.of(accountId);
  expect(query).toHaveBeenCalledOnce();
  query.mockRestore();
});

test('a standing is read again after a minute', async () => {
  await standings.of(accountId);
  const query = vi.spyOn(pool, 'query');
  for (let looks = 0; looks < 20; looks++) {
    now += 4_000;
    await changes.poll();
  }
  query.mockClear();
  await standings.of(accountId);
  await standings.of(accountId);
  expect(query).toHaveBeenCalledOnce();
  query.mockRestore();
});

test('an account that is not there has no standing', async () => {
  expect(await standings.of('00000000-0000-4000-8000-000000000000')).toBeUndefined();
});
