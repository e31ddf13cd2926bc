import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../support/metering.ts';
import { ServiceProcess } from '../support/process.ts';
import { hasRedis, TestRedis } from '../support/redis.ts';
import { call } from '../support/service.ts';

describe.skipIf(!hasRedis)('an instance that dies', () => {
  let redis: TestRedis;
  let ground: MeteringGround;
  let dataDir: string;
  const month = new Date(new Date().toISOString().slice(0, 7)).toISOString();
  beforeAll(async () => {
    redis = await TestRedis.start();
    // By the real clock, for the process that is killed has no other.
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisLimit: 2_000, hasRealClocks: true });
    dataDir = await mkdtemp(join(tmpdir(), 'registry-killed-'));
  });
  afterAll(async () => {
    await ground.close();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const counted = async (account: TestAccount) =>
    Number(await redis.command('get', `{${account.id}}:period:${Date.parse(month) / 1000}`));

  /** Answers three requests, takes units for more, and is killed before it answers those. Tells how many it took. */
  async function die(account: TestAccount): Promise<number> {
    const killed = new ServiceProcess({ DATABASE_URL: ground.url, REDIS_URL: redis.url, NODE_ENV: 'test', DATA_DIR: dataDir });
    const url = await killed.url();
    const send = (path: string) => call(url, path, { headers: { 'x-api-key': account.keys[0] ?? '' } });
    const before = await ground.used(account, month);
    for (let sent = 0; sent < 3; sent++) expect((await send(paths[200])).status).toBe(200);
    await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(before + 3), { timeout: 15_000 });
    // Whoever asks for a record waits for it, with its unit taken.
    await ground.query('BEGIN');
    await ground.query('LOCK TABLE entity');
    const lost = Promise.allSettled(Array.from({ length: 60 }, () => send(paths[404])));
    await vi.waitFor(async () => expect(await counted(account)).toBeGreaterThan(before + 3 + 20), {
      timeout: 20_000,
      interval: 2,
    });
    killed.child.kill('SIGSTOP');
    const underWay = (await counted(account)) - before - 3;
    await killed.end('SIGKILL');
    await lost;
    await ground.query('ROLLBACK');
    expect(await ground.used(account, month)).toBe(before + 3);
    return underWay;
  }

  test('charges nobody for what it never answered: the counter comes back to the books', async () => {
    const account = await ground.account('business');
    expect(await die(account)).toBeGreaterThan(10);
    const service = await ground.start({ abandonedAfter: 1_000 });
    // What was taken in different seconds is given back one after the other.
    await vi.waitFor(async () => expect([await usedOf(service, account), await counted(account)]).toEqual([3, 3]), {
      timeout: 10_000,
    });
    expect(limitsOf(await ask(service, account)).period[1]).toBe(1_000_000 - 4);
    expect(await counted(account)).toBe(4);
    await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(4), { timeout: 15_000 });
  });

  test('nor is anyone refused for it at the end of the quota, while others go on using it', async () => {
    const account = await ground.account('business');
    await ground.use(account, 999_900, month);
    expect(await die(account)).toBeGreaterThan(10);
    const service = await ground.start({ abandonedAfter: 1_000 });
    let passed = 0;
    await vi.waitFor(
      async () => {
        if ((await ask(service, account)).status === 200) passed += 1;
        expect(passed).toBe(97);
      },
      { timeout: 20_000, interval: 10 },
    );
    expect((await ask(service, account)).body.error.code).toBe('monthly_quota_exceeded');
    await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(1_000_000), { timeout: 15_000 });
    expect(await counted(account)).toBe(1_000_000);
  });

  test('what was answered stays counted, whoever wrote it down', async () => {
    const account = await ground.account('pro');
    const service = await ground.start();
    await Promise.all(Array.from({ length: 20 }, () => ask(service, account)));
    expect(await counted(account)).toBe(20);
    await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(20), { timeout: 15_000 });
    const underWay = `{${account.id}}:period:${Date.parse(month) / 1000}:under-way`;
    // The books are closed: nothing is left but what the database has.
    await vi.waitFor(async () => expect(await redis.command('hgetall', underWay)).toEqual({ written: '20' }), {
      timeout: 15_000,
    });
    expect(await counted(account)).toBe(20);

    // An instance that wrote five more, and died before it could tell.
    await ground.use(account, 25, month);
    await redis.command('incrby', underWay.replace(':under-way', ''), '5');
    await redis.command('hset', underWay, '1', '5');
    expect(await usedOf(service, account)).toBe(25);
    await vi.waitFor(async () => expect(await counted(account)).toBe(25), { timeout: 15_000 });
    await redis.command('hset', underWay, '1', '5');
    expect(limitsOf(await ask(service, account)).period[1]).toBe(100_000 - 26);
  });
});
