import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../../support/metering.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';
import type { TestService } from '../../support/service.ts';

/** Requests spread over the instances, all at once, and how many of each status came back. */
async function flood(services: TestService[], account: TestAccount, count: number, path: string = paths[200]) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => ask(services[index % services.length] as TestService, account, path)),
  );
  return Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  );
}

describe.skipIf(!hasRedis)('three instances on one Redis', () => {
  let redis: TestRedis;
  let ground: MeteringGround;
  let services: [TestService, TestService, TestService];
  beforeAll(async () => {
    redis = await TestRedis.start();
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisLimit: 2_000 });
    services = [await ground.start(), await ground.start(), await ground.start()];
    // Connections are open before the floods: to open them is not what these tests are about.
    const anyone = await ground.account();
    for (const service of services) await ask(service, anyone);
  });
  afterAll(async () => {
    await ground.close();
    await redis.stop();
  });

  const written = (account: TestAccount, used: number) =>
    vi.waitFor(async () => expect(await ground.used(account)).toBe(used), { timeout: 10_000, interval: 20 });

  test('of 500 parallel requests at a limit of 60 exactly 60 pass', async () => {
    const account = await ground.account();
    expect(await flood(services, account, 500)).toEqual({ 200: 60, 429: 440 });
    const limits = limitsOf(await ask(services[1], account));
    expect([limits.minute, limits.period]).toEqual([
      [60, 0],
      [1000, 940],
    ]);
    await written(account, 60);
    for (const { log } of services) expect(log.text(), 'nobody was counted elsewhere').not.toContain('out of reach');
  });

  test('of 300 parallel requests at the last 7 units of the quota exactly 7 pass', async () => {
    const account = await ground.account('pro');
    await ground.use(account, 99_993);
    expect(await flood(services, account, 300)).toEqual({ 200: 7, 429: 293 });
    await written(account, 100_000);
    const { headers, body } = await ask(services[2], account);
    expect([body.error.code, headers.get('x-monthly-quota-remaining')]).toEqual(['monthly_quota_exceeded', '0']);
  });

  test('whatever is wrong with many requests at once, every unit comes back', async () => {
    const account = await ground.account('pro');
    expect(await flood(services, account, 200, paths[400])).toEqual({ 400: 200 });
    expect(limitsOf(await ask(services[0], account))).toMatchObject({ minute: [600, 399], period: [100_000, 99_999] });
    await written(account, 1);
  });

  test('a changed plan is in force on every instance within a second', async () => {
    const account = await ground.account();
    await flood(services, account, 90);
    await ground.query(`UPDATE account SET plan = 'business' WHERE id = $1`, [account.id]);
    const changed = Date.now();
    let used = 60;
    for (const service of services) {
      await vi.waitFor(
        async () => {
          const { status, headers } = await ask(service, account);
          if (status === 200) used += 1;
          expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '3000']);
        },
        { timeout: 15_000 - (Date.now() - changed), interval: 50 },
      );
    }
    expect(limitsOf(await ask(services[0], account))).toMatchObject({
      minute: [3000, 3000 - used - 1],
      period: [1_000_000, 1_000_000 - used - 1],
    });
  });

  test('a Redis that is flushed in the middle of a period goes on from the database, for all instances', async () => {
    const account = await ground.account('pro');
    await flood(services, account, 90);
    await written(account, 90);
    await redis.flush();
    expect(await flood(services, account, 30)).toEqual({ 200: 30 });
    expect(limitsOf(await ask(services[0], account)).period).toEqual([100_000, 99_879]);
    await written(account, 121);
  });

  test('a Redis that is flushed under load loses nothing that was used: soon after it has counted everything', async () => {
    const account = await ground.account('business');
    let passed = 0;
    const load = Promise.all(
      services.map(async (service) => {
        for (let sent = 0; sent < 150; sent++) if ((await ask(service, account)).status === 200) passed += 1;
      }),
    );
    for (let times = 0; times < 3; times++) {
      await vi.waitUntil(() => passed > 100 * (times + 1), { interval: 5, timeout: 20_000 });
      await redis.flush();
    }
    await load;
    expect(passed).toBe(450);
    await written(account, 450);
    // The counters are raised once the last instance has written.
    await vi.waitFor(async () => expect(await usedOf(services[0], account)).toBe(450), { timeout: 10_000 });
    expect(limitsOf(await ask(services[0], account)).period[1]).toBe(1_000_000 - 451);
  });
});
