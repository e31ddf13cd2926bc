import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AccountChanges } from '../../src/accounts/changes.ts';
import { type OpenSessionCache, openSessionCache } from '../../src/identity/open-sessions.ts';
import { createDatabase } from '../support/database.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
let accountId: string;
let userId: string;
let now = 0;
let changes: AccountChanges;
let open: OpenSessionCache;

beforeAll(async () => {
  const database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url }).on('error', () => {});
  drop = async () => {
    await pool.end();
    await database.drop();
  };
  const { rows } = await pool.query(
    `WITH a AS (INSERT INTO account DEFAULT VALUES RETURNING id)
     INSERT INTO user_profile (account_id, issuer, subject) SELECT id, 'i', 's' FROM a RETURNING id, account_id`,
  );
  [accountId, userId] = [rows[0].account_id, rows[0].id];
});
afterAll(() => drop());
beforeEach(async () => {
  vi.restoreAllMocks();
  changes = new AccountChanges(pool, () => now);
  open = openSessionCache(pool, changes);
  await changes.poll();
});

async function start(): Promise<string> {
  const { rows } = await pool.query(
    "INSERT INTO session (account_id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 hour') RETURNING id",
    [accountId, userId],
  );
  return rows[0].id;
}
const end = (id: string) => pool.query('UPDATE session SET ended_at = now() WHERE id = $1', [id]);
const principal = (sessionId: string) => ({ kind: 'session', accountId, userId, sessionId, email: null });

test('many who come with a session at once ask the database once, and later ones not at all', async () => {
  const id = await start();
  const query = vi.spyOn(pool, 'query');
  const found = await Promise.all(Array.from({ length: 50 }, () => open.find(id)));
  expect(found).toEqual(Array(50).fill(principal(id)));
  for (let i = 0; i < 50; i++) expect(await open.find(id)).toEqual(principal(id));
  expect(query).toHaveBeenCalledOnce();
});

test('what is known is not believed once its account has changed, nor while changes cannot be seen', async () => {
  const [id, other] = [await start(), await start()];
  for (const one of [id, other]) await open.find(one);
  await end(id);
  expect(await open.find(id), 'nobody has looked yet').toEqual(principal(id));
  await changes.poll();
  expect(await open.find(id)).toBeUndefined();
  expect(await open.find(other)).toEqual(principal(other));
  await end(other);
  now += 901;
  expect(await open.find(other), 'without news for too long').toBeUndefined();
});

test('a session is looked up again after a minute', async () => {
  const id = await start();
  await open.find(id);
  for (let looks = 0; looks < 20; looks++) {
    now += 4_000;
    await changes.poll();
  }
  const query = vi.spyOn(pool, 'query');
  expect(await open.find(id)).toEqual(principal(id));
  expect(query).toHaveBeenCalledOnce();
});

test('an ended session is not asked for again, whatever happens', async () => {
  const id = await start();
  await end(id);
  const query = vi.spyOn(pool, 'query');
  for (let i = 0; i < 5; i++) expect(await open.find(id)).toBeUndefined();
  now += 10_000;
  open.forget(accountId);
  expect(await open.find(id)).toBeUndefined();
  expect(query).toHaveBeenCalledOnce();
});

test('what was read before the end and arrives after it is not kept', async () => {
  const id = await start();
  const read = pool.query.bind(pool) as (...words: unknown[]) => Promise<unknown>;
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  vi.spyOn(pool, 'query').mockImplementationOnce(async (...words: unknown[]) => {
    const answer = await read(...words);
    await gate;
    return answer as never;
  });
  const underWay = open.find(id);
  await vi.waitFor(() => expect(pool.query).toHaveBeenCalledOnce(), 60_000);
  await read('SELECT 1');
  await end(id);
  await changes.poll();
  release();
  expect(await underWay, 'the request that was under way').toEqual(principal(id));
  expect(await open.find(id)).toBeUndefined();
});

test('a database that is away lets nobody in on what was known, and calls nobody signed out', async () => {
  const id = await start();
  await open.find(id);
  now += 901;
  vi.spyOn(pool, 'query').mockImplementationOnce(async () => {
    throw new Error('away');
  });
  await expect(open.find(id)).rejects.toThrow('away');
  expect(await open.find(id)).toEqual(principal(id));
});
