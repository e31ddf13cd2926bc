import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, type TestAccount, usedOf } from '../../support/metering.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';
import type { TestService } from '../../support/service.ts';

describe.skipIf(!hasRedis)('a Redis that answers and refuses to write', () => {
  let redis: TestRedis;
  let ground: MeteringGround;
  beforeEach(async () => {
    redis = await TestRedis.start();
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 30_000 });
  });
  afterEach(async () => {
    await ground.close();
    await redis.stop();
  });

  const ways: [code: string, refuse: () => Promise<unknown>, allow: () => Promise<unknown>][] = [
    ['OOM', () => redis.command('config', 'set', 'maxmemory', '1'), () => redis.command('config', 'set', 'maxmemory', '0')],
    ['READONLY', () => redis.command('replicaof', '127.0.0.1', '1'), () => redis.command('replicaof', 'no', 'one')],
    [
      'NOREPLICAS',
      () => redis.command('config', 'set', 'min-replicas-to-write', '1'),
      () => redis.command('config', 'set', 'min-replicas-to-write', '0'),
    ],
    ['MISCONF', () => failToSave(), () => redis.command('config', 'set', 'stop-writes-on-bgsave-error', 'no')],
    [
      "can't run this command",
      () => redis.command('acl', 'setuser', 'default', '-set', '-incrby'),
      () => redis.command('acl', 'setuser', 'default', '+@all'),
    ],
    [
      'NOPERM',
      () => redis.command('acl', 'setuser', 'default', '-evalsha'),
      () => redis.command('acl', 'setuser', 'default', '+@all'),
    ],
  ];

  /** A snapshot that cannot be written, for its folder is gone. */
  async function failToSave() {
    await redis.command('config', 'set', 'stop-writes-on-bgsave-error', 'yes', 'save', '3600 1000000');
    await rm(redis.folder, { recursive: true, force: true });
    await redis.command('bgsave').catch(() => {});
    await vi.waitFor(
      async () => expect(await redis.command('info', 'persistence')).toContain('rdb_last_bgsave_status:err'),
      60_000,
    );
  }

  /** How often Redis was asked to run a script, whether it did or not. */
  async function asked(): Promise<number> {
    const [, calls, refused] = /cmdstat_evalsha:calls=(\d+),.*rejected_calls=(\d+)/.exec(
      String(await redis.command('info', 'commandstats')),
    ) as unknown as [string, string, string];
    return Number(calls) + Number(refused);
  }

  const told = (service: TestService, words: string) => service.log.entries().filter(({ msg }) => msg.includes(words)).length;
  const heard = (service: TestService, words: string, times: number) =>
    vi.waitFor(() => expect(told(service, words)).toBeGreaterThanOrEqual(times), { timeout: 60_000, interval: 10 });

  async function passed(services: TestService[], account: TestAccount, count: number): Promise<number> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => ask(services[index % services.length] as TestService, account)),
    );
    return answers.filter(({ status }) => status === 200).length;
  }

  test.each(
    ways,
  )('%s: of 60 exactly 60 pass, while it refuses, when it comes back, and when it comes and goes', async (code, refuse, allow) => {
    const account = await ground.account();
    const service = await ground.start();
    let answered = await passed([service], account, 10);
    for (let round = 1; round <= 2; round++) {
      await refuse();
      answered += await passed([service], account, 10);
      await heard(service, 'out of reach', round);
      expect(service.log.text()).toContain(code);
      answered += await passed([service], account, 5);
      await allow();
      await heard(service, 'Redis is back', round);
      answered += await passed([service], account, 5);
    }
    expect(answered).toBe(50);
    await refuse();
    expect(await passed([service], account, 100)).toBe(10);
    // Several looks later it still refuses, and nobody has a new minute.
    await heard(service, 'out of reach', 3);
    const looks = await asked();
    await vi.waitFor(async () => expect(await asked()).toBeGreaterThan(looks + 2), { timeout: 60_000 });
    expect(told(service, 'Redis is back')).toBe(2);
    expect(await passed([service], account, 20)).toBe(0);
    await allow();
    await heard(service, 'Redis is back', 3);
    expect(await passed([service], account, 20)).toBe(0);
    await vi.waitFor(async () => expect(await ground.used(account)).toBe(60), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await usedOf(service, account)).toBe(60), { timeout: 60_000 });
  });

  test('each of three instances counts its own minute meanwhile, and afterwards all know what all have counted', async () => {
    const account = await ground.account();
    const services = [await ground.start(), await ground.start(), await ground.start()];
    expect(await passed(services, account, 30)).toBe(30);
    await redis.command('config', 'set', 'maxmemory', '1');
    // Each goes on from what it last heard.
    const alone = await passed(services, account, 300);
    expect(alone).toBeGreaterThanOrEqual(30);
    expect(alone).toBeLessThanOrEqual(3 * 60 - 30);
    await redis.command('config', 'set', 'maxmemory', '0');
    for (const service of services) await heard(service, 'Redis is back', 1);
    expect(await passed(services, account, 30)).toBe(0);
    ground.now += 60_000;
    expect(await passed(services, account, 100)).toBe(60);
    expect(limitsOf(await ask(services[0] as TestService, account)).minute).toEqual([60, 0]);
  });

  test('a service that starts meanwhile counts by itself, and says so', async () => {
    await redis.command('config', 'set', 'maxmemory', '1');
    const account = await ground.account();
    const service = await ground.start();
    expect(told(service, 'out of reach')).toBe(1);
    expect(await passed([service], account, 100)).toBe(60);
    await redis.command('config', 'set', 'maxmemory', '0');
    await heard(service, 'Redis is back', 1);
    expect(await passed([service], account, 20)).toBe(0);
  });
});
