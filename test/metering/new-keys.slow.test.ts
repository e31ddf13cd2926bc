import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths, type TestAccount } from '../support/metering.ts';
import { as, makeKey } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import type { TestService } from '../support/service.ts';

const revoke = async (service: TestService, account: TestAccount, id = '') =>
  expect((await service.get(`/api/v1/api-keys/${id}`, { method: 'DELETE', headers: as(account.id) })).status).toBe(204);

/** How many of so many requests with a key pass, sent at once to the instances in turn. */
async function passed(services: TestService[], account: TestAccount, key: string, count: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => ask(services[index % services.length] as TestService, account, paths[200], key)),
  );
  return answers.filter(({ status }) => status === 200).length;
}

const ways = [
  { name: 'one instance', instances: 1, withRedis: false },
  { name: 'three instances on one Redis', instances: 3, withRedis: true },
].filter(({ withRedis }) => hasRedis || !withRedis);

describe.each(ways)('$name', ({ instances, withRedis }) => {
  let redis: TestRedis | undefined;
  let ground: MeteringGround;
  const services: TestService[] = [];
  let service: TestService;
  beforeAll(async () => {
    redis = withRedis ? await TestRedis.start() : undefined;
    ground = await meteringGround(redis && { env: { REDIS_URL: redis.url }, redisTimeoutMs: 2_000 });
    while (services.length < instances) services.push(await ground.start());
    service = services[0] as TestService;
  });
  afterAll(async () => {
    await ground.close();
    await redis?.stop();
  });

  test('making, using and revoking keys in turn gives one minute, not many', async () => {
    const account = await ground.account('free', { keys: 0 });
    let answered = 0;
    for (let round = 0; round < 3; round++) {
      const { id, secret } = await makeKey(service, account.id);
      answered += await passed(services, account, secret, 40);
      await revoke(service, account, id);
    }
    expect(answered).toBe(60);
    const { secret } = await makeKey(service, account.id);
    const refused = await ask(service, account, paths[200], secret);
    expect([refused.status, refused.body.error.code, limitsOf(refused).minute]).toEqual([429, 'rate_limit_exceeded', [60, 0]]);
    ground.now += 60_000;
    expect(limitsOf(await ask(service, account, paths[200], secret)).minute).toEqual([60, 59]);
  });

  test('a key that ended by itself leaves its minute to the next one too', async () => {
    const account = await ground.account();
    expect(await passed(services, account, account.keys[0] ?? '', 50)).toBe(50);
    await ground.query('UPDATE api_key SET expires_at = now() WHERE account_id = $1', [account.id]);
    // Whether it counts against the plan is not the question here.
    await ground.query(`UPDATE account SET plan = 'pro' WHERE id = $1`, [account.id]);
    const { secret } = await makeKey(service, account.id);
    await ground.query(`UPDATE account SET plan = 'free' WHERE id = $1`, [account.id]);
    await expect.poll(async () => limitsOf(await ask(service, account, paths[400], secret)).minute[0]).toBe(60);
    expect(await passed(services, account, secret, 60)).toBeLessThan(10);
  });

  test('neighbours keep their own minute, and as many keys as an account has at once have one each', async () => {
    const account = await ground.account('pro', { keys: 2 });
    const [first = '', second = ''] = account.keys;
    expect(await passed(services, account, first, 600)).toBe(600);
    await revoke(service, account, account.keyIds[0]);
    const again = await makeKey(service, account.id);
    const third = await makeKey(service, account.id);
    expect(await passed(services, account, again.secret, 5)).toBe(0);
    expect(limitsOf(await ask(service, account, paths[200], second)).minute).toEqual([600, 599]);
    expect(limitsOf(await ask(service, account, paths[200], third.secret)).minute).toEqual([600, 599]);
  });

  test('a revoked key that an instance still believes in counts together with its successor', async () => {
    const account = await ground.account();
    const [old = ''] = account.keys;
    for (const one of services) await ask(one, account);
    await ground.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1', [account.id]);
    const { secret } = await makeKey(service, account.id);
    const [before, after] = await Promise.all([passed(services, account, old, 50), passed(services, account, secret, 70)]);
    expect(before + after).toBe(60 - services.length);
  });

  test('a key that was revoked minutes ago leaves nothing behind', async () => {
    const account = await ground.account();
    await ask(service, account);
    await ground.query(`UPDATE api_key SET revoked_at = now() - interval '3 minutes' WHERE account_id = $1`, [account.id]);
    ground.now += 180_000;
    const { secret } = await makeKey(service, account.id);
    expect(limitsOf(await ask(service, account, paths[200], secret)).minute).toEqual([60, 59]);
  });

  test('keys that follow each other by rotation share one minute', async () => {
    const account = await ground.account('pro', { keys: 2 });
    await ground.query(
      'UPDATE api_key SET family_id = (SELECT family_id FROM api_key WHERE id = $1) WHERE id = $2',
      account.keyIds,
    );
    const [first = '', second = ''] = account.keys;
    expect(await passed(services, account, first, 10)).toBe(10);
    expect(limitsOf(await ask(service, account, paths[200], second)).minute).toEqual([600, 589]);
  });
});
