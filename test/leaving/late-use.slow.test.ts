import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ways = [
  { name: 'two instances', withRedis: false },
  { name: 'two instances on one Redis', withRedis: true },
].filter(({ withRedis }) => hasRedis || !withRedis);

describe.each(ways)('$name: what is answered while its account is erased is counted for the person', ({ withRedis }) => {
  let redis: TestRedis | undefined;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    redis = withRedis ? await TestRedis.start() : undefined;
    database = await createDatabase();
    const start = () =>
      startTestService({
        sessions,
        databaseUrl: database.url,
        redisTimeoutMs: 30_000,
        ...(redis && { env: { REDIS_URL: redis.url } }),
      });
    [service, other] = [await start(), await start()];
    pool = openPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await service.stop();
    await other.stop();
    await database.drop();
    await redis?.stop();
  });

  const ask = async (at: TestService, secret: string, path = '/countries') =>
    (await at.get(`/api/v1${path}`, { headers: { 'x-api-key': secret } })).status;
  const account = async (at: TestService, name: string) => (await at.get('/api/v1/account', { headers: as(name) })).body.data;
  const leave = async (name: string, id: string) =>
    (await service.get(`/api/v1/account?confirm=${id}`, { method: 'DELETE', headers: as(name) })).status;
  const pro = (id: string) => pool.query(`UPDATE account SET plan = 'pro' WHERE id = $1`, [id]);

  test('another instance that knows the key', async () => {
    const { id } = await account(service, 'ada');
    await pro(id);
    const { secret } = await makeKey(service, 'ada');
    // A request that is given back lets the instance learn the key.
    expect(await ask(other, secret, '/entities/nonsense')).toBe(400);
    let answered = 0;
    let isOver = false;
    const loop = async () => {
      while (!isOver) {
        const status = await ask(other, secret);
        if (status === 200) answered += 1;
        else isOver = status === 401;
      }
    };
    const loops = Promise.all([loop(), loop(), loop()]);
    await expect.poll(() => answered).toBeGreaterThan(0);
    expect(await leave('ada', id)).toBe(204);
    expect(await ask(other, secret), 'it is refused everywhere before it is erased').toBe(401);
    await loops;
    expect(answered).toBeGreaterThan(0);
    for (const at of [other, service]) {
      const { id: anew, usage } = await account(at, 'ada');
      expect(anew).not.toBe(id);
      expect(usage.used).toBe(answered);
    }
  });

  test('600 requests at once', async () => {
    const { id } = await account(service, 'bob');
    await pro(id);
    const { secret } = await makeKey(service, 'bob');
    const asked = Array.from({ length: 600 }, () => ask(service, secret));
    expect(await leave('bob', id)).toBe(204);
    const answered = (await Promise.all(asked)).filter((status) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    expect((await account(service, 'bob')).usage.used).toBe(answered);
  });
});
