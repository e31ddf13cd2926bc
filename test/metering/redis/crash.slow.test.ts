import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../../support/metering.ts';
import { processes } from '../../support/process.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';
import { call } from '../../support/service.ts';

describe.skipIf(!hasRedis)('an instance that dies', () => {
  let redis: TestRedis;
  let ground: MeteringGround;
  let dataDir: string;
  const { run, endAll } = processes();
  const month = new Date(new Date().toISOString().slice(0, 7)).toISOString();
  beforeAll(async () => {
    redis = await TestRedis.start();
    // By the real clock, for the process that is killed has no other.
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000, hasRealClocks: true });
    dataDir = await mkdtemp(join(tmpdir(), 'registry-killed-'));
  });
  afterAll(async () => {
    await endAll();
    await ground.close();
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const counted = async (account: TestAccount) =>
    Number(await redis.command('get', `{${account.id}}:period:${Date.parse(month) / 1000}`));

  /** Of some accounts it answers three requests each, takes units for more, and is killed before it answers those. */
  async function die(...accounts: TestAccount[]): Promise<void> {
    const killed = run({ DATABASE_URL: ground.url, REDIS_URL: redis.url, NODE_ENV: 'test', DATA_DIR: dataDir });
    const url = await killed.url();
    const send = (account: TestAccount, path: string) => call(url, path, { headers: { 'x-api-key': account.keys[0] ?? '' } });
    const books = () => Promise.all(accounts.map((account) => ground.used(account, month)));
    const answered = (await books()).map((used) => used + 3);
    // On a busy machine a request may be refused, which charges nobody.
    const succeed = async (account: TestAccount) => {
      const { status, body } = await send(account, paths[200]);
      expect(status, `${JSON.stringify(body)}\n${killed.output}`).toBe(200);
    };
    for (const account of accounts)
      for (let sent = 0; sent < 3; sent++) await vi.waitFor(() => succeed(account), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await books()).toEqual(answered), { timeout: 60_000 });
    // Whoever asks for a record waits for it, with its unit taken, and asks again if it was refused.
    await ground.query('BEGIN');
    await ground.query('LOCK TABLE entity');
    const keepAsking = async (account: TestAccount) => {
      while (!killed.child.killed) await send(account, paths[404]).catch(() => {});
    };
    const lost = Promise.all(accounts.flatMap((account) => Array.from({ length: 30 }, () => keepAsking(account))));
    const underWay = async () =>
      Math.min(...(await Promise.all(accounts.map(counted))).map((all, at) => all - (answered[at] ?? 0)));
    await vi.waitFor(async () => expect(await underWay()).toBeGreaterThan(15), { timeout: 60_000, interval: 2 });
    killed.child.kill('SIGSTOP');
    expect(await underWay()).toBeGreaterThan(10);
    await killed.end('SIGKILL');
    await lost;
    await ground.query('ROLLBACK');
    expect(await books()).toEqual(answered);
  }

  test('charges nobody for what it never answered: the counter comes back to the books; nor is anyone refused for it at the end of the quota', async () => {
    const [account, used] = [await ground.account('business'), await ground.account('business')];
    await ground.use(used, 999_900, month);
    await die(account, used);
    const service = await ground.start({ abandonedAfterMs: 1_000 });
    // Others go on using the quota.
    let passed = 0;
    await vi.waitFor(
      async () => {
        if ((await ask(service, used)).status === 200) passed += 1;
        expect(passed).toBe(97);
      },
      { timeout: 60_000, interval: 10 },
    );
    expect((await ask(service, used)).body.error.code).toBe('monthly_quota_exceeded');
    await vi.waitFor(async () => expect(await ground.used(used, month)).toBe(1_000_000), { timeout: 60_000 });
    expect(await counted(used)).toBe(1_000_000);
    // What was taken in different seconds is given back one after the other.
    await vi.waitFor(async () => expect([await usedOf(service, account), await counted(account)]).toEqual([3, 3]), {
      timeout: 60_000,
    });
    expect(limitsOf(await ask(service, account)).period[1]).toBe(1_000_000 - 4);
    expect(await counted(account)).toBe(4);
    await vi.waitFor(async () => expect(await ground.used(account, month)).toBe(4), { timeout: 60_000 });
  });
});
