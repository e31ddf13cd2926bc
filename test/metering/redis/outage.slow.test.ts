import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../../support/metering.ts';
import { DatabaseProxy } from '../../support/servers/proxy.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';
import type { TestService } from '../../support/service.ts';

/**
 * In milliseconds, as turns of the event loop: see AnswerTimeout. On a busy machine Redis may stand still for longer than the
 * limit of the service. That would be another outage than the one that a test is about.
 */
const answerLimit = 500;

describe.skipIf(!hasRedis)('while Redis is away', () => {
  let redis: TestRedis;
  let proxy: DatabaseProxy;
  let ground: MeteringGround;
  let services: [TestService, TestService];
  beforeEach(async () => {
    redis = await TestRedis.start();
    proxy = await DatabaseProxy.before(redis.url);
    ground = await meteringGround({ env: { REDIS_URL: proxy.url, METRICS_PORT: '0' }, redisTimeoutMs: answerLimit });
    services = [await ground.start(), await ground.start()];
  });
  afterEach(async () => {
    redis.resume();
    await ground.close();
    await proxy.vanish();
    await redis.stop();
  });

  const ways: [string, () => Promise<void> | void, () => Promise<void> | void][] = [
    ['stopped, and started empty', () => redis.vanish(), () => redis.comeBack()],
    ['paused, and resumed', () => redis.pause(), () => redis.resume()],
    ['slow, and quick again', () => proxy.slow(10 * answerLimit), () => proxy.slow(0)],
    ['cut off, and reached again', () => proxy.vanish(), () => proxy.comeBack()],
  ];

  const askOften = async (account: TestAccount) => {
    for (let sent = 0; sent < 40; sent++) expect((await ask(services[sent % 2] as TestService, account)).status).toBe(200);
  };
  const told = (service: TestService, words: string) =>
    service.log.entries().filter(({ level, msg }) => level >= 30 && msg.includes(words)).length;

  test.each(
    ways,
  )('%s: requests go on without a hang, and what was used meanwhile is counted when it is back', async (_way, leave, comeBack) => {
    const account = await ground.account('business');
    await askOften(account);
    await leave();
    // How long the first waits, and that no other does, is in the tests of AnswerTimeout and FallbackCounters.
    await askOften(account);
    await Promise.all(services.flatMap((service) => Array.from({ length: 20 }, () => ask(service, account))));
    for (const service of services) expect(told(service, 'out of reach')).toBe(1);
    const metrics = await (await fetch(services[0].metricsUrl ?? '')).text();
    expect(metrics).toMatch(/company_registry_metering_counts_alone 1/);
    expect(metrics).toMatch(/company_registry_metering_redis_losses_total 1/);

    await comeBack();
    for (const service of services)
      await vi.waitFor(() => expect(told(service, 'Redis is back')).toBe(1), { timeout: 60_000, interval: 10 });
    await vi.waitFor(async () => expect(await usedOf(services[0], account)).toBe(120), { timeout: 60_000, interval: 20 });
    const { minute, period } = limitsOf(await ask(services[1], account));
    expect(period).toEqual([1_000_000, 1_000_000 - 121]);
    // A new Redis knows of this minute what was counted by those who were without it.
    expect(minute[1]).toBe(_way.includes('empty') ? 3000 - 81 : 3000 - 121);
    for (const service of services) expect(told(service, 'out of reach')).toBe(1);
  });

  test('each instance holds the limits by itself, and goes on from what it last heard', async () => {
    const account = await ground.account('free');
    for (let sent = 0; sent < 20; sent++) await ask(services[0], account);
    await redis.vanish();
    const passed = async (service: TestService) => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(service, account)));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await passed(services[0])).toBe(40);
    expect(await passed(services[1])).toBe(60);
    expect(await ask(services[0], account, paths[400])).toMatchObject({ status: 429 });
    ground.now += 60_000;
    expect(await passed(services[0])).toBe(60);
  });

  test('a Redis that lost its memory, noticed or not, learns from each instance what it knows of the minute', async () => {
    const account = await ground.account('free');
    const passed = async (count: number) => {
      const statuses: number[] = [];
      for (let sent = 0; sent < count; sent++) statuses.push((await ask(services[sent % 2] as TestService, account)).status);
      return statuses.filter((status) => status === 200).length;
    };
    expect(await passed(20)).toBe(20);
    await redis.flush();
    // The one that asks first had heard of all but the last.
    expect(await passed(19)).toBe(19);
    expect(limitsOf(await ask(services[1], account)).minute[1]).toBe(21);
    await redis.vanish();
    // Each by itself.
    expect(await passed(10)).toBe(10);
    await redis.comeBack();
    for (const service of services)
      await vi.waitFor(() => expect(told(service, 'Redis is back')).toBe(1), { timeout: 60_000, interval: 10 });
    expect(limitsOf(await ask(services[1], account)).minute[1]).toBe(15);
    expect(await passed(60)).toBe(15);
    await redis.flush();
    expect(await passed(10)).toBeLessThanOrEqual(1);
  });

  test('the quota holds over the instances by way of the database, and what is wrong is given back', async () => {
    const account = await ground.account('pro');
    await ground.use(account, 99_990);
    await redis.vanish();
    for (let sent = 0; sent < 5; sent++) expect((await ask(services[0], account)).status).toBe(200);
    expect(limitsOf(await ask(services[0], account, paths[400])).period[1]).toBe(5);
    await vi.waitFor(async () => expect(await ground.used(account)).toBe(99_995), { timeout: 60_000 });
    for (let sent = 0; sent < 5; sent++) expect((await ask(services[1], account)).status).toBe(200);
    expect((await ask(services[1], account)).body.error.code).toBe('monthly_quota_exceeded');
    // Each look uses a unit until the instance has written and heard, so it leaves time for that.
    await vi.waitFor(async () => expect((await ask(services[0], account)).status).toBe(429), {
      timeout: 60_000,
      interval: 1_000,
    });
    expect(await ground.used(account)).toBeLessThan(100_005);
  });

  test('under load, through every kind of absence, nothing is lost and nothing counted twice', async () => {
    const account = await ground.account('business');
    let passed = 0;
    let over = false;
    const load = Promise.all(
      services.map(async (service) => {
        for (let sent = 0; !over; sent++) {
          const { status } = await ask(service, account, sent % 5 === 4 ? paths[400] : paths[200]);
          if (status === 200) passed += 1;
          // The minute has 3000 for the key.
          ground.now += 100;
        }
      }),
    );
    const some = (count: number) => {
      const target = passed + count;
      return vi.waitUntil(() => passed > target, { timeout: 60_000, interval: 5 });
    };
    for (const [, leave, comeBack] of ways) {
      await some(40);
      await leave();
      await some(60);
      await comeBack();
    }
    await some(100);
    over = true;
    await load;
    await vi.waitFor(async () => expect(await ground.used(account)).toBe(passed), { timeout: 60_000 });
    for (const service of services)
      await vi.waitFor(async () => expect(await usedOf(service, account)).toBe(passed), { timeout: 60_000 });
  });

  test('a service starts without Redis, and finds it when it comes', async () => {
    await redis.vanish();
    const account = await ground.account();
    const late = await ground.start();
    expect((await ask(late, account)).status).toBe(200);
    expect(told(late, 'out of reach')).toBe(1);
    await redis.comeBack();
    await vi.waitFor(() => expect(told(late, 'Redis is back')).toBe(1), { timeout: 60_000, interval: 10 });
    await vi.waitFor(async () => expect(await usedOf(services[1], account)).toBe(1), { timeout: 60_000 });
  });
});
