import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, type TestAccount } from '../../support/metering.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';
import type { TestService } from '../../support/service.ts';

describe.skipIf(!hasRedis)('instances whose clocks are wrong', () => {
  let redis: TestRedis;
  let ground: MeteringGround;
  let services: TestService[] = [];
  const off = [0, 90_000, -90_000, 40 * 86_400_000];
  beforeEach(async () => {
    redis = await TestRedis.start();
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000, hasRealClocks: true });
    services = [];
    for (const error of off) services.push(await ground.start({ date: () => new Date(Date.now() + error) }));
  });
  afterEach(async () => {
    await ground.close();
    await redis.stop();
  });

  const flood = (account: TestAccount, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(services[index % services.length] as TestService, account)));
  const clock = async () => Number(((await redis.command('time')) as [string])[0]);

  test('go by the minute of Redis: of 60 exactly 60 pass in it, and every answer tells its end', async () => {
    const account = await ground.account();
    const before = await clock();
    const answers = await flood(account, 200);
    const after = await clock();
    // A minute may end in between, and then another begins.
    const minutes = Map.groupBy(answers, (answer) => limitsOf(answer).minuteReset);
    for (const [reset, told] of minutes) {
      expect(reset % 60).toBe(0);
      expect(reset).toBeGreaterThan(before - 1);
      expect(reset).toBeLessThanOrEqual(after + 60);
      expect(told.filter(({ status }) => status === 200)).toHaveLength(Math.min(60, told.length));
      for (const { status, headers } of told)
        if (status === 429) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    expect(minutes.size).toBeLessThanOrEqual(2);
  });

  test('go by its billing period too', async () => {
    const account = await ground.account('pro');
    const answers = await flood(account, 8);
    const now = new Date((await clock()) * 1000);
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    expect(new Set(answers.map((answer) => limitsOf(answer).periodReset))).toEqual(new Set([end]));
    expect(Math.min(...answers.map((answer) => limitsOf(answer).period[1] ?? 0))).toBe(100_000 - 8);
  });

  test('go on by it while it is away', async () => {
    const account = await ground.account();
    await flood(account, 4);
    await redis.vanish();
    const before = Math.floor(Date.now() / 1000);
    for (const service of services) {
      const { minuteReset } = limitsOf(await ask(service, account));
      expect(minuteReset).toBeGreaterThan(before - 1);
      expect(minuteReset).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 60);
    }
  });
});
