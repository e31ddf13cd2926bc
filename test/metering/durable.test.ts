import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, usedOf } from '../support/metering.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';

let ground: MeteringGround;
beforeEach(async () => {
  ground = await meteringGround();
});
afterEach(() => ground.close());

const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work));

test('what was used is in the database within a second, and all of it after a clean stop; the next start goes on from there', async () => {
  const account = await ground.account('pro');
  const first = await ground.start();
  await times(30, () => ask(first, account));
  await vi.waitFor(async () => expect(await ground.used(account)).toBe(30), { timeout: 60_000, interval: 20 });
  await times(20, () => ask(first, account));
  await first.stop();
  expect(await ground.used(account)).toBe(50);
  expect(await ground.query('SELECT FROM usage_writer')).toHaveLength(0);
  const second = await ground.start();
  expect(limitsOf(await ask(second, account)).period).toEqual([100_000, 99_949]);
});

test('usage is written once, also where the database leaves in the middle of a write and comes back', async () => {
  const account = await ground.account('pro');
  const proxy = await DatabaseProxy.before(ground.url);
  const service = await ground.start({ databaseUrl: proxy.url });
  let passed = 0;
  let over = false;
  const load = times(4, async () => {
    while (!over) if ((await ask(service, account)).status === 200) passed += 1;
  });
  const some = () => {
    const target = passed + 30;
    return vi.waitUntil(() => passed > target, { timeout: 60_000, interval: 5 });
  };
  for (let round = 0; round < 3; round++) {
    await some();
    ground.now += 60_000;
    await proxy.vanish();
    await proxy.comeBack();
  }
  await some();
  over = true;
  await load;
  await service.stop();
  expect(await ground.used(account)).toBe(passed);
  await proxy.vanish();
});

describe.skipIf(!hasRedis)('with Redis', () => {
  test('a Redis that was replaced between two starts goes on from the database', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const account = await ground.account('pro');
    const first = await ground.start({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000 });
    await times(25, () => ask(first, account));
    await first.stop();
    await redis.vanish();
    await redis.comeBack();
    const second = await ground.start({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000 });
    expect(limitsOf(await ask(second, account)).period[1]).toBe(100_000 - 26);
    await second.stop();
  });
});

test('a period that ends on the 31st: the next begins at once, and keeps its usage when the news of it comes', async () => {
  const account = await ground.account('pro', { period: ['2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'] });
  const service = await ground.start();
  ground.now = Date.parse('2027-01-31T09:59:59.500Z');
  await times(3, () => ask(service, account));
  expect(limitsOf(await ask(service, account))).toMatchObject({
    period: [100_000, 99_996],
    periodReset: '2027-01-31T10:00:00.000Z',
  });
  ground.now += 500;
  await ask(service, account);
  expect(limitsOf(await ask(service, account))).toMatchObject({
    period: [100_000, 99_998],
    periodReset: '2027-02-28T10:00:00.000Z',
  });
  await ground.query(
    `UPDATE account SET period_start = '2027-01-31T10:00:00Z', period_end = '2027-02-28T10:00:00Z' WHERE id = $1`,
    [account.id],
  );
  ground.now = Date.parse('2027-02-28T09:59:59Z');
  expect(await usedOf(service, account)).toBe(2);
  expect(limitsOf(await ask(service, account))).toMatchObject({
    period: [100_000, 99_997],
    periodReset: '2027-02-28T10:00:00.000Z',
  });
  ground.now += 1_000;
  expect(limitsOf(await ask(service, account))).toMatchObject({
    period: [100_000, 99_999],
    periodReset: '2027-03-31T10:00:00.000Z',
  });
});

test('29 February ends a month like any other last day', async () => {
  const account = await ground.account();
  const service = await ground.start();
  ground.now = Date.parse('2028-02-29T23:59:59.999Z');
  expect(limitsOf(await ask(service, account))).toMatchObject({
    minute: [60, 59],
    period: [1000, 999],
    periodReset: '2028-03-01T00:00:00.000Z',
  });
  ground.now += 1;
  expect(limitsOf(await ask(service, account))).toMatchObject({
    minute: [60, 59],
    period: [1000, 999],
    periodReset: '2028-04-01T00:00:00.000Z',
  });
});
