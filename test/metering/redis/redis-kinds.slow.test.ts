import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, type MeteringGround, meteringGround, type TestAccount } from '../../support/metering.ts';
import { as } from '../../support/people.ts';
import { hasRedis } from '../../support/servers/redis.ts';
import { listOf, startCluster, startSentinel, startWithTls } from '../../support/servers/redis-kinds.ts';
import type { TestService } from '../../support/service.ts';
import { has } from '../../support/suite/programs.ts';

const patient = { timeout: 60_000, interval: 10 };

describe.skipIf(!hasRedis)('Redis as operators have it', () => {
  let ground: MeteringGround;
  beforeAll(async () => {
    ground = await meteringGround({ redisTimeoutMs: 5_000 });
  });
  afterAll(() => ground?.close());
  const start = async (env: Record<string, string>): Promise<TestService> => {
    const service = await ground.start({ env: { TRUST_PROXY: '1', ...env } });
    await isBack(service);
    return service;
  };

  /** Sends so many requests, some at a time, to the instances in turn. Tells how many were let through. */
  const passed = async (
    services: TestService[],
    count: number,
    send: (service: TestService) => Promise<{ status: number }>,
  ): Promise<number> => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 10) {
      const batch = Array.from({ length: Math.min(10, count - sent) }, (_, at) => services[at % services.length] as TestService);
      statuses.push(...(await Promise.all(batch.map(send))).map(({ status }) => status));
    }
    expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([]);
    return statuses.filter((status) => status === 200).length;
  };
  const by = (account: TestAccount) => (service: TestService) => ask(service, account);
  /** A search on the front page, from an address. */
  const from = (address: string) => (service: TestService) =>
    service.get('/?q=holding', { headers: { accept: 'text/html', 'x-forwarded-for': address } });
  const losses = ({ log }: TestService) => log.entries().filter(({ msg }) => /Redis is out of reach:/.test(msg));
  const returns = ({ log }: TestService) => log.entries().filter(({ msg }) => /Redis is back:/.test(msg));
  /** It counts in Redis. A busy machine may have been too slow to connect at once. */
  const isBack = (service: TestService) =>
    vi.waitFor(() => expect(returns(service).length).toBe(losses(service).length), patient);

  test('a Cluster counts exactly over all instances, on every node, and a failover gives nobody a fresh minute', async () => {
    const { masters, masterOf, lose, failOver } = await startCluster();
    const REDIS_URL = `redis://${listOf(masters.slice(1))}?cluster=true`;
    const [one, other] = [await start({ REDIS_URL }), await start({ REDIS_URL })];
    const accounts: TestAccount[] = [];
    while (accounts.length < masters.length) {
      const account = await ground.account();
      if ((await masterOf(account)) === accounts.length) accounts.push(account);
    }
    for (const account of accounts.slice(1)) expect(await passed([one, other], 70, by(account))).toBe(60);
    // So are visitors and sessions counted.
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      expect(await passed([one, other], 14, from(address)), address).toBe(10);
    const [lost] = accounts as [TestAccount];
    expect((await one.get('/api/v1/account', { headers: as(lost.id) })).status).toBe(200);

    expect(await passed([one], 30, by(lost))).toBe(30);
    await lose();
    expect(await passed([one], 20, by(lost))).toBe(20);
    expect(losses(one)).not.toEqual([]);
    await failOver();
    await isBack(one);
    expect(await passed([one], 20, by(lost))).toBe(10);
  });

  test('with Sentinel the count goes on at the new master', async () => {
    const { sentinel, replica, lose, failOver } = await startSentinel();
    const service = await start({ REDIS_URL: `redis://${listOf([sentinel])}/0?sentinel=mymaster` });
    const account = await ground.account();
    expect(await passed([service], 30, by(account))).toBe(30);
    await lose();
    expect(await passed([service], 20, by(account))).toBe(20);
    expect(losses(service)).not.toEqual([]);
    await failOver();
    await isBack(service);
    expect(await passed([service], 20, by(account))).toBe(10);
    expect(await replica.command('keys', `{${account.id}}:*`)).not.toEqual([]);
    const isCountedThere = async () => {
      await from('192.0.2.1')(service);
      expect(await replica.command('keys', 'visitor:*')).not.toEqual([]);
    };
    await vi.waitFor(isCountedThere, patient);
  });

  test.skipIf(!has('openssl'))('certificates of an authority of one’s own are trusted by a setting', async () => {
    const { redis, url: REDIS_URL, authority: REDIS_CA_FILE } = await startWithTls();
    const service = await start({ REDIS_URL, REDIS_CA_FILE });
    const account = await ground.account();
    expect(await passed([service], 70, by(account))).toBe(60);
    expect(await redis.command('keys', `{${account.id}}:*`)).not.toEqual([]);
    expect(await passed([service], 14, from('192.0.2.1'))).toBe(10);
    expect(await redis.command('get', 'visitor:192.0.2.1')).toBe('10');
    await expect(start({ REDIS_URL, REDIS_CA_FILE: `${REDIS_CA_FILE}.none` })).rejects.toThrow(
      /^REDIS_CA_FILE cannot be read: ENOENT/,
    );
  });
});
