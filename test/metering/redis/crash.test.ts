import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, type TestAccount, usedOf } from '../../support/metering.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';

describe.skipIf(!hasRedis)('an instance that dies', () => {
  let redis: TestRedis;
  let ground: MeteringGround;
  const month = new Date(new Date().toISOString().slice(0, 7)).toISOString();
  beforeAll(async () => {
    redis = await TestRedis.start();
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000, hasRealClocks: true });
  });
  afterAll(async () => {
    await ground.close();
    await redis.stop();
  });

  const counted = async (account: TestAccount) =>
    Number(await redis.command('get', `{${account.id}}:period:${Date.parse(month) / 1000}`));

  test('what was answered stays counted, whoever wrote it down', async () => {
    const account = await ground.account('pro');
    const service = await ground.start();
    await Promise.all(Array.from({ length: 20 }, () => ask(service, account)));
    expect(await counted(account)).toBe(20);
    await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(20), { timeout: 60_000 });
    const underWay = `{${account.id}}:period:${Date.parse(month) / 1000}:under-way`;
    // The books are closed: nothing is left but what the database has.
    await vi.waitFor(async () => expect(await redis.command('hgetall', underWay)).toEqual({ written: '20' }), {
      timeout: 60_000,
    });
    expect(await counted(account)).toBe(20);

    // An instance that wrote five more, and died before it could tell.
    await ground.use(account, 25, month);
    await redis.command('incrby', underWay.replace(':under-way', ''), '5');
    await redis.command('hset', underWay, '1', '5');
    expect(await usedOf(service, account)).toBe(25);
    await vi.waitFor(async () => expect(await counted(account)).toBe(25), { timeout: 60_000 });
    await redis.command('hset', underWay, '1', '5');
    expect(limitsOf(await ask(service, account)).period[1]).toBe(100_000 - 26);
  });
});
