import fc from 'fast-check';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { lookupLimits } from '../../src/accounts/keys/batched-lookup.ts';
import { mintSecret } from '../../src/accounts/keys/key-format.ts';
import { failuresPerMinute } from '../../src/identity/network-limits.ts';
import { networkOf } from '../../src/kernel/networks.ts';
import { createDatabase } from '../support/database.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import { startTestService, type TestOptions, type TestService } from '../support/service.ts';

const limit = failuresPerMinute;
const started: TestService[] = [];
async function start(options: TestOptions = {}): Promise<TestService> {
  const service = await startTestService({ sessions, ...options, env: { TRUST_PROXY: '1', ...options.env } });
  started.push(service);
  return service;
}
afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const data = (service: TestService, headers: HeadersInit) => service.get('/api/v1/countries', { headers });
const account = (service: TestService, headers: HeadersInit) => service.get('/api/v1/account', { headers });
const fail = (service: TestService, address: string, key = 'nonsense') => data(service, { 'x-api-key': key, ...from(address) });

/** So many failures from an address, a few at a time; their statuses. */
async function failOften(service: TestService, address: string, times: number, atOnce = 20): Promise<Record<number, number>> {
  const statuses: number[] = [];
  const one = async () => {
    while (times-- > 0) statuses.push((await fail(service, address)).status);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, { length }]) => [status, length]));
}

test('the limit is 300 a minute', () => expect(failuresPerMinute).toBe(300));

test('after 300 failures an address gets 429 with Retry-After, and what is good passes all the same', async () => {
  let ahead = 0;
  const service = await start({ now: () => performance.now() + ahead });
  const { secret } = await makeKey(service, 'ada');
  const fresh = await makeKey(service, 'bob');
  expect((await data(service, { 'x-api-key': secret, ...from('192.0.2.2') })).status).toBe(200);
  expect(await failOften(service, '192.0.2.1', limit + 50)).toEqual({ 401: limit, 429: 50 });

  const refused = await fail(service, '192.0.2.1', mintSecret());
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  const session = await account(service, { authorization: 'Bearer forged', ...from('192.0.2.1') });
  expect([session.status, session.body.error.code], 'sessions and keys alike').toEqual([429, 'rate_limit_exceeded']);

  // Neighbours behind the same address.
  expect((await data(service, { 'x-api-key': secret, ...from('192.0.2.1') })).status, 'a key that is in use').toBe(200);
  ahead = 950;
  const asked = await data(service, { 'x-api-key': secret, ...from('192.0.2.1') });
  expect(asked.status, 'also while what is known has to be asked for again').toBe(200);
  expect((await account(service, { ...as('ada'), ...from('192.0.2.1') })).status, 'a good session').toBe(200);
  expect((await data(service, { 'x-api-key': fresh.secret, ...from('192.0.2.1') })).status, 'a key never seen').toBe(200);
  expect((await data(service, from('192.0.2.1'))).status, 'no credential at all').toBe(401);
  // Everybody else.
  expect((await data(service, { 'x-api-key': fresh.secret, ...from('192.0.2.3') })).status).toBe(200);
  expect((await fail(service, '192.0.2.3')).status).toBe(401);
});

test('a flood of made-up keys from a refused address keeps no good key out, and costs the database next to nothing', async () => {
  const service = await start();
  const { secret } = await makeKey(service, 'ada');
  await failOften(service, '192.0.2.1', limit + 1);
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  const keys = Array.from({ length: 600 }, () => mintSecret());
  const statuses = new Set<number>();
  const flooder = async () => {
    for (let key = keys.pop(); key; key = keys.pop()) statuses.add((await fail(service, '192.0.2.1', key)).status);
  };
  const flood = Promise.all(Array.from({ length: 60 }, flooder));
  flood.catch(() => {});
  // As a client does it that was told to try again.
  const use = async () => (await data(service, { 'x-api-key': secret, ...from('192.0.2.1') })).status;
  await expect.poll(use).toBe(200);
  await flood;
  const looks = (query.mock.calls as unknown[][]).map(([config]) => config as pg.QueryConfig<[Buffer[]]>);
  const batches = looks.filter(({ name }) => name === 'active-keys').map(({ values }) => values?.[0].length ?? 0);
  query.mockRestore();
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.length, 'statements for six hundred keys').toBeLessThan(150);
  expect(Math.max(...batches)).toBeLessThanOrEqual(lookupLimits.perNetwork);
  expect(statuses, 'to the others it is as before').toContain(429);
  expect(statuses).not.toContain(401);
});

test('sessions that fail count as keys do; credentials that are missing or good do not', async () => {
  const service = await start();
  const { secret } = await makeKey(service, 'ada');
  const address = from('2001:db8::1');
  for (let i = 0; i < limit / 3; i++) {
    expect((await account(service, { authorization: 'Bearer forged', ...address })).status).toBe(401);
    expect((await data(service, address)).status).toBe(401);
    expect((await account(service, { 'x-api-key': secret, ...address })).status).toBe(401);
    // The free plan has sixty a minute.
    if (i % 2 === 0) expect((await data(service, { 'x-api-key': secret, ...address })).status).toBe(200);
    expect((await fail(service, `2001:db8::${i.toString(16)}:1`)).status).toBe(401);
  }
  expect((await fail(service, '2001:db8::ffff')).status, 'a /64 counts as one').toBe(429);
  expect((await fail(service, '2001:db8:0:1::1')).status).toBe(401);
});

test('without trusted proxies nobody can choose the address that is counted', async () => {
  const service = await start({ env: { TRUST_PROXY: '0' } });
  for (let i = 0; i < limit; i += 20)
    await Promise.all(Array.from({ length: 20 }, (_, j) => fail(service, `198.51.100.${(i + j) % 256}`)));
  expect((await fail(service, '203.0.113.9')).status).toBe(429);
});

describe('networkOf', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0000:0001:ffff::', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
    ['192.0.2.1, 192.0.2.2', 'unknown'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

  test('however an address is written, its first four groups count', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const whole = groups.map((value) => value.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${whole}]`).hostname.slice(1, -1);
        const network = groups.slice(0, 4).map((value) => value.toString(16));
        expect([networkOf(whole), networkOf(short)]).toEqual([network.join(':'), network.join(':')]);
      }),
    );
  });
});

describe.skipIf(!hasRedis)('with Redis', () => {
  let redis: TestRedis;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    redis = await TestRedis.start();
    database = await createDatabase();
  });
  afterAll(async () => {
    await redis.stop();
    await database.drop();
  });
  const instance = () => start({ databaseUrl: database.url, env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000 });

  test('the failures of all instances count together', async () => {
    const [one, two] = [await instance(), await instance()];
    // Nearly all of the minute's failures, on whatever instance, and then a few at once on these.
    const client = new Redis(redis.url);
    await client.set('failed-credentials:192.0.2.1', limit - 10, 'EX', 60);
    client.disconnect();
    const counts = await Promise.all([one, two].map((service) => failOften(service, '192.0.2.1', 10, 2)));
    expect((counts[0]?.[401] ?? 0) + (counts[1]?.[401] ?? 0)).toBe(10);
    expect((await fail(one, '192.0.2.1')).status).toBe(429);
    expect((await fail(two, '192.0.2.1')).status).toBe(429);
  });

  test('while Redis is away each instance counts by itself, and nobody waits', async () => {
    const service = await instance();
    await redis.vanish();
    expect(await failOften(service, '192.0.2.77', limit + 10)).toEqual({ 401: limit, 429: 10 });
    await redis.comeBack();
    await expect.poll(() => service.log.text()).toContain('Redis is back');
    expect((await fail(service, '192.0.2.78')).status).toBe(401);
  });
});
