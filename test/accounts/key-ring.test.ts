import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AccountChanges } from '../../src/accounts/changes.ts';
import { hashOf, mintSecret } from '../../src/accounts/keys/key-format.ts';
import { keyRing } from '../../src/accounts/keys/key-ring.ts';
import { createDatabase } from '../support/database.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
let accountId: string;
let now = 0;
let changes: AccountChanges;
let ring: ReturnType<typeof keyRing>;

beforeAll(async () => {
  const database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  drop = async () => {
    await pool.end();
    await database.drop();
  };
  accountId = (await pool.query('INSERT INTO account DEFAULT VALUES RETURNING id')).rows[0].id;
});
afterAll(() => drop());
beforeEach(async () => {
  vi.restoreAllMocks();
  changes = new AccountChanges(pool, () => now);
  ring = keyRing(pool, changes, () => now);
  await changes.poll();
});

async function makeKey(): Promise<{ secret: string; keyId: string; familyId: string }> {
  const secret = mintSecret();
  const { rows } = await pool.query(
    "INSERT INTO api_key (account_id, name, prefix, hash) VALUES ($1, 'k', 'crd_', $2) RETURNING id, family_id",
    [accountId, hashOf(secret)],
  );
  return { secret, keyId: rows[0].id, familyId: rows[0].family_id };
}
const revoke = (keyId: string) => pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [keyId]);

test('many who use a key at once ask the database once, and later ones not at all', async () => {
  const { secret, keyId, familyId } = await makeKey();
  const query = vi.spyOn(pool, 'query');
  expect(ring.recall(secret)).toBeUndefined();
  const found = await Promise.all(Array.from({ length: 50 }, () => ring.find(secret)));
  expect(found).toEqual(Array(50).fill({ keyId, accountId, familyId }));
  expect(await ring.find(secret)).toEqual({ keyId, accountId, familyId });
  expect(ring.recall(secret)).toEqual({ keyId, accountId, familyId });
  expect(query).toHaveBeenCalledOnce();
});

test('an unknown key is not asked for again for ten seconds; a damaged one never', async () => {
  const unknown = mintSecret();
  const query = vi.spyOn(pool, 'query');
  for (let i = 0; i < 5; i++) expect(await ring.find(unknown)).toBeUndefined();
  expect(query).toHaveBeenCalledOnce();
  now += 10_001;
  expect(await ring.find(unknown)).toBeUndefined();
  expect(query).toHaveBeenCalledTimes(2);
  for (const damaged of [`${unknown.slice(0, -1)}!`, unknown.replace('crd_', 'crx_'), 'nonsense', ''])
    expect(await ring.find(damaged)).toBeUndefined();
  expect(query).toHaveBeenCalledTimes(2);
});

test('unknown and revoked keys take the same one query', async () => {
  const { secret, keyId } = await makeKey();
  await revoke(keyId);
  const query = vi.spyOn(pool, 'query');
  expect(await ring.find(secret)).toBeUndefined();
  expect(await ring.find(mintSecret())).toBeUndefined();
  const [revoked, unknown] = query.mock.calls.map((words: unknown[]) => (words[0] as { text: string }).text);
  expect(revoked).toBe(unknown);
  expect(query).toHaveBeenCalledTimes(2);
});

test('a revoked key is forgotten as soon as the change is seen', async () => {
  const { secret, keyId } = await makeKey();
  await ring.find(secret);
  await revoke(keyId);
  await changes.poll();
  expect(ring.recall(secret)).toBeUndefined();
  expect(await ring.find(secret)).toBeUndefined();
});

test('a key is looked up again after a minute, though no change was seen; meanwhile it is no stranger', async () => {
  const { secret } = await makeKey();
  await ring.find(secret);
  // As a server that lost the key would have it. Nothing tells of it.
  await pool.query(`SET session_replication_role = replica; DELETE FROM api_key WHERE hash = '\\x${hashOf(secret).toString('hex')}';
    SET session_replication_role = DEFAULT`);
  const pass = async (seconds: number) => {
    // Looks that are further apart would make all be forgotten.
    for (let passed = 0; passed < seconds; passed += 4) {
      now += 4_000;
      await changes.poll();
    }
  };
  await pass(44);
  expect(ring.recall(secret)).toBeDefined();
  await pass(32);
  expect([ring.recall(secret), ring.remembers(secret)]).toEqual([undefined, true]);
  expect(await ring.find(secret)).toBeUndefined();
});

test('a change of the account makes no stranger of a key that was good; only an answer that it is gone does', async () => {
  const { secret, keyId, familyId } = await makeKey();
  await ring.find(secret);
  await pool.query('UPDATE account SET email = $2 WHERE id = $1', [accountId, 'new@example.com']);
  await changes.poll();
  expect([ring.recall(secret), ring.remembers(secret)]).toEqual([undefined, true]);
  expect(await ring.find(secret)).toEqual({ keyId, accountId, familyId });
  await revoke(keyId);
  await changes.poll();
  expect(await ring.find(secret)).toBeUndefined();
  expect([ring.recall(secret), ring.remembers(secret)]).toEqual([undefined, false]);
});

test('a look-up that was under way when the key was revoked is not kept', async () => {
  const { secret, keyId } = await makeKey();
  // It has read its answer already, which only arrives late.
  const [read, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<unknown>;
  const late = vi.spyOn(pool, 'query').mockImplementationOnce(async (...words: unknown[]) => {
    const answer = await query(...words);
    read.resolve();
    await answered.promise;
    return answer as never;
  });
  const early = ring.find(secret);
  late.mockRestore();
  await read.promise;
  await revoke(keyId);
  await changes.poll();
  answered.resolve();
  expect(await early, 'who asked before may have it').toBeDefined();
  expect(ring.recall(secret)).toBeUndefined();
  expect(await ring.find(secret)).toBeUndefined();
});

test('what is known is not believed while changes cannot be seen, and forgotten where some may have been missed', async () => {
  const { secret, keyId } = await makeKey();
  await ring.find(secret);
  now += 1_000;
  expect(ring.recall(secret), 'after a second without the database').toBeUndefined();
  await changes.poll();
  expect(ring.recall(secret), 'back in time to have missed nothing').toBeDefined();

  await revoke(keyId);
  await pool.query(
    `ALTER TABLE account DISABLE TRIGGER account_touched;
     UPDATE account SET changed_at = now() - interval '1 minute';
     ALTER TABLE account ENABLE TRIGGER account_touched;`,
  );
  now += 60_000;
  await changes.poll();
  expect(ring.recall(secret), 'away for a minute').toBeUndefined();
  expect(await ring.find(secret)).toBeUndefined();
});

test('a key that expires is not believed beyond its end, though nobody tells of it', async () => {
  const { secret, keyId } = await makeKey();
  await pool.query("UPDATE api_key SET expires_at = clock_timestamp() + interval '1 hour' WHERE id = $1", [keyId]);
  await changes.poll();
  expect(await ring.find(secret)).toBeDefined();
  now += 3_590_000;
  await changes.poll();
  expect(await ring.find(secret)).toBeDefined();
  now += 3_600_000;
  changes.removeAllListeners();
  await changes.poll();
  expect(ring.recall(secret)).toBeUndefined();
  // As if the hour were over for the database too.
  await pool.query("UPDATE api_key SET expires_at = clock_timestamp() - interval '1 millisecond' WHERE id = $1", [keyId]);
  expect(await ring.find(secret)).toBeUndefined();
});

test('a database that fails is no answer, and is not remembered as one', async () => {
  const { secret } = await makeKey();
  vi.spyOn(pool, 'query').mockImplementationOnce(async () => {
    throw new Error('away');
  });
  await expect(ring.find(secret)).rejects.toThrow('away');
  expect(await ring.find(secret)).toBeDefined();
});
