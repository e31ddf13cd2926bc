import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths, type TestAccount, usedOf } from '../../support/metering.ts';
import { as } from '../../support/people.ts';
import { hasRedis, TestRedis } from '../../support/servers/redis.ts';
import { patientLimits, type TestService } from '../../support/service.ts';

/** On a machine that is too busy for so many at once, some are told so, which uses nothing, and ask again. */
async function served(service: TestService, account: TestAccount, path: string = paths[200]) {
  for (;;) {
    const answer = await ask(service, account, path);
    if (answer.status !== 503) return answer;
  }
}

/** Requests spread over the instances, all at once, and how many of each status came back. */
async function flood(services: TestService[], account: TestAccount, count: number, path: string = paths[200]) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => served(services[index % services.length] as TestService, account, path)),
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
    ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 30_000, limits: patientLimits });
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
    vi.waitFor(async () => expect(await ground.used(account)).toBe(used), { timeout: 60_000, interval: 20 });

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

  test('a key outside its scope or its addresses is refused by each, and none of them counts it', async () => {
    const account = await ground.account('pro', { keys: 2 });
    const [scoped, bound] = account.keyIds;
    await ground.query("UPDATE api_key SET scopes = '{match}', monthly_quota = 2 WHERE id = $1", [scoped]);
    await ground.query("UPDATE api_key SET addresses = '{192.0.2.0/24}' WHERE id = $1", [bound]);
    for (const service of services) {
      const lacks = await ask(service, account, '/api/v1/entities');
      expect([lacks.status, lacks.body.error.code]).toEqual([403, 'insufficient_scope']);
      const elsewhere = await ask(service, account, paths[200], account.keys[1]);
      expect([elsewhere.status, elsewhere.body.error.code]).toEqual([403, 'address_not_allowed']);
    }
    // All of its share and its minute is left, and one share for all instances.
    const used = [];
    for (const service of services) used.push(limitsOf(await ask(service, account, '/api/v1/countries')));
    expect(used.map(({ minute, period }) => [minute, period])).toEqual([
      [
        [600, 599],
        [2, 1],
      ],
      [
        [600, 598],
        [2, 0],
      ],
      [
        [600, 597],
        [2, 0],
      ],
    ]);
  });

  test('of 300 parallel requests with a key that has a share of 9, exactly 9 pass, also after a rotation and a flush', async () => {
    const account = await ground.account('pro', { keys: 2 });
    await ground.query('UPDATE api_key SET monthly_quota = 9 WHERE id = $1', [account.keyIds[0]]);
    expect(await flood(services, account, 300)).toEqual({ 200: 9, 429: 291 });
    const { body, headers } = await ask(services[1], account);
    expect([body.error.code, headers.get('x-monthly-quota-limit'), headers.get('x-monthly-quota-remaining')]).toEqual([
      ...['monthly_quota_exceeded', '9', '0'],
    ]);
    expect(body.error.message).toContain('with this key');
    await written(account, 9);
    await redis.flush();
    expect((await ask(services[2], account)).status).toBe(429);
    const other = await ask(services[0], account, paths[200], account.keys[1]);
    expect([other.status, limitsOf(other).period]).toEqual([200, [100_000, 99_990]]);
    const rotation = { method: 'POST', headers: as(account.id) };
    const rotated = await services[0].get(`/api/v1/api-keys/${account.keyIds[0]}/rotate`, rotation);
    expect(rotated.body.data.monthlyQuota).toBe(9);
    const successor = { ...account, keys: [rotated.body.data.secret] };
    expect(await flood(services, successor, 6)).toEqual({ 429: 6 });
    const raised = { method: 'PATCH', headers: { ...as(account.id), 'content-type': 'application/json' } };
    const path = `/api/v1/api-keys/${rotated.body.data.id}`;
    expect((await services[0].get(path, { ...raised, body: '{"monthlyQuota":11}' })).status).toBe(200);
    // Every instance notices it within a second.
    for (const service of services.slice(1)) {
      const limit = async () => (await ask(service, successor, paths[400])).headers.get('x-monthly-quota-limit');
      await vi.waitFor(async () => expect(await limit()).toBe('11'), { timeout: 60_000, interval: 50 });
    }
    expect(await flood(services, successor, 30)).toEqual({ 200: 2, 429: 28 });
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
    let used = 60;
    for (const service of services) {
      await vi.waitFor(
        async () => {
          const { status, headers } = await ask(service, account);
          if (status === 200) used += 1;
          expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '3000']);
        },
        { timeout: 60_000, interval: 50 },
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
        for (let sent = 0; sent < 150; sent++) if ((await served(service, account)).status === 200) passed += 1;
      }),
    );
    for (let times = 0; times < 3; times++) {
      await vi.waitUntil(() => passed > 100 * (times + 1), { interval: 5, timeout: 60_000 });
      await redis.flush();
    }
    await load;
    expect(passed).toBe(450);
    await written(account, 450);
    // The counters are raised once the last instance has written.
    await vi.waitFor(async () => expect(await usedOf(services[0], account)).toBe(450), { timeout: 60_000 });
    expect(limitsOf(await ask(services[0], account)).period[1]).toBe(1_000_000 - 451);
  });
});
