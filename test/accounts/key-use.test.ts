import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keyUse } from '../../src/accounts/keys/key-use.ts';
import { createDatabase } from '../support/database.ts';
import { makeKey, sessions } from '../support/people.ts';
import { captureLog, startTestService } from '../support/service.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;
let url: string;
let ids: string[];
beforeAll(async () => {
  const database = await createDatabase();
  ({ url } = database);
  pool = new pg.Pool({ connectionString: url });
  drop = async () => {
    await pool.end();
    await database.drop();
  };
});
afterAll(() => drop());
beforeEach(async () => {
  const { rows } = await pool.query(
    `WITH a AS (INSERT INTO account DEFAULT VALUES RETURNING id)
     INSERT INTO api_key (account_id, name, prefix, hash, created_at)
     SELECT id, 'k', 'crd_', sha256((id || n::text)::bytea), '2026-11-01' FROM a, generate_series(1, 3) n RETURNING id`,
  );
  ids = rows.map(({ id }) => id);
});
const lastUses = async () =>
  (await pool.query('SELECT last_used_at AS at FROM api_key WHERE id = ANY($1) ORDER BY array_position($1, id)', [ids])).rows.map(
    ({ at }) => at?.toISOString(),
  );

test('the uses of all keys are one write, each key once a minute', async () => {
  let time = new Date('2026-11-15T10:00:59.999Z');
  const use = keyUse(pool, () => time, captureLog().logger);
  const connect = vi.spyOn(pool, 'connect').mockClear();
  const [a = '', b = ''] = ids;
  for (let i = 0; i < 100; i++) for (const id of [a, b]) use.note(id);
  await use.write();
  for (let i = 0; i < 100; i++) use.note(a);
  await use.write();
  expect(connect).toHaveBeenCalledOnce();
  expect(await lastUses()).toEqual(['2026-11-15T10:00:00.000Z', '2026-11-15T10:00:00.000Z', undefined]);
  time = new Date('2026-11-15T10:01:00.000Z');
  use.note(b);
  await use.write();
  expect(await lastUses()).toEqual(['2026-11-15T10:00:00.000Z', '2026-11-15T10:01:00.000Z', undefined]);
  connect.mockRestore();
});

test('an instance that is behind does not turn the time back', async () => {
  for (const time of ['2026-11-15T10:00:00Z', '2026-11-15T09:00:00Z']) {
    const use = keyUse(pool, () => new Date(time), captureLog().logger);
    use.note(ids[0] ?? '');
    await use.write();
  }
  expect((await lastUses())[0]).toBe('2026-11-15T10:00:00.000Z');
});

test('a key was never used before it was made, though the minute of its first use began before', async () => {
  await pool.query("UPDATE api_key SET created_at = '2026-11-15T10:00:30.123Z' WHERE id = $1", [ids[2]]);
  const use = keyUse(pool, () => new Date('2026-11-15T10:00:59Z'), captureLog().logger);
  use.note(ids[2] ?? '');
  await use.write();
  expect((await lastUses())[2]).toBe('2026-11-15T10:00:30.123Z');
});

test('what cannot be written is written later', async () => {
  let time = new Date('2026-11-15T11:00:00Z');
  const use = keyUse(pool, () => time, captureLog().logger);
  vi.spyOn(pool, 'query').mockImplementationOnce(async () => {
    throw new Error('away');
  });
  use.note(ids[0] ?? '');
  use.note(ids[1] ?? '');
  await expect(use.write()).rejects.toThrow('away');
  time = new Date('2026-11-15T11:01:00Z');
  use.note(ids[1] ?? '');
  await use.write();
  expect(await lastUses()).toEqual(['2026-11-15T11:00:00.000Z', '2026-11-15T11:01:00.000Z', undefined]);
});

test('a service that is stopped has written everything', async () => {
  const service = await startTestService({ sessions, databaseUrl: url, databaseDate: () => new Date('2026-11-15T12:34:56Z') });
  const { id, secret } = await makeKey(service, 'ada');
  await pool.query("UPDATE api_key SET created_at = '2026-11-01' WHERE id = $1", [id]);
  await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } });
  await service.stop();
  const { rows } = await pool.query('SELECT last_used_at AS at FROM api_key WHERE id = $1', [id]);
  expect(rows[0].at).toEqual(new Date('2026-11-15T12:34:00Z'));
});
