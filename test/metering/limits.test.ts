import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask, limitsOf, type MeteringGround, meteringGround, paths } from '../support/metering.ts';
import { as } from '../support/people.ts';
import type { TestService } from '../support/service.ts';

let ground: MeteringGround;
let service: TestService;
beforeAll(async () => {
  ground = await meteringGround();
  service = await ground.start();
});
afterAll(() => ground.close());

test('every answer to a data request tells where both limits stand, in the headers of the contract and of the IETF draft', async () => {
  const account = await ground.account();
  const answer = await ask(service, account);
  expect(limitsOf(answer)).toEqual({
    minute: [60, 59],
    minuteReset: Date.parse('2026-11-15T12:01:00Z') / 1000,
    period: [1000, 999],
    periodReset: '2026-12-01T00:00:00.000Z',
  });
  expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "period";q=1000;w=2592000');
  expect(answer.headers.get('ratelimit')).toBe(`"minute";r=59;t=50, "period";r=999;t=${15 * 86_400 + 12 * 3_600 - 10}`);
  expect(answer.headers.get('retry-after')).toBeNull();
});

test('a 200 and a 404 keep the unit, a 304 and a 400 give it back; all count in the minute, and each says what is left after it', async () => {
  const account = await ground.account();
  const { headers } = await ask(service, account);
  const remaining = async (path: string, init: Record<string, string> = {}) => {
    const answer = await service.get(path, { headers: { 'x-api-key': account.keys[0] ?? '', ...init } });
    return [answer.status, limitsOf(answer).minute[1], limitsOf(answer).period[1]];
  };
  expect(await remaining(paths[200], { 'if-none-match': headers.get('etag') ?? '' })).toEqual([304, 58, 999]);
  expect(await remaining(paths[404])).toEqual([404, 57, 998]);
  expect(await remaining(paths[400])).toEqual([400, 56, 998]);
  expect(await remaining('/api/v1/entities?page=0')).toEqual([400, 55, 998]);
  expect(await remaining(paths[200])).toEqual([200, 54, 997]);
});

test('a request without a key that is known is not counted, and hears nothing of limits', async () => {
  const account = await ground.account();
  await service.get(paths[200]);
  const { status, headers } = await service.get(paths[200]);
  expect([status, headers.get('x-ratelimit-limit')]).toEqual([401, null]);
  expect((await service.get('/api/v1/plans')).headers.get('x-ratelimit-limit')).toBeNull();
  expect(limitsOf(await ask(service, account)).period[1]).toBe(999);
});

test('a path that cannot be decoded meets the checks in their order', async () => {
  const account = await ground.account();
  const broken = '/api/v1/entities/%zz';
  expect((await service.get(broken)).status).toBe(401);
  const known = await ask(service, account, broken);
  expect([known.status, known.body.error.code]).toEqual([400, 'invalid_request']);
  expect(limitsOf(known)).toMatchObject({ minute: [60, 59], period: [1000, 1000] });
  for (let used = 1; used < 60; used += 1) await ask(service, account, broken);
  expect((await ask(service, account, broken)).status).toBe(429);
  const key = '/api/v1/api-keys/%E0%A4%A';
  expect((await service.get(key, { method: 'DELETE' })).body.error.code).toBe('session_required');
  const { status, body } = await service.get(key, { method: 'DELETE', headers: as(account.id) });
  expect([status, body.error.code]).toEqual([404, 'api_key_not_found']);
});

test('an account that is gone has no key', async () => {
  const account = await ground.account();
  await ground.query('DELETE FROM account WHERE id = $1', [account.id]);
  const { status, body } = await ask(service, account);
  expect([status, body.error.code]).toEqual([401, 'invalid_api_key']);
});

test('the minute is per key, the quota is shared by all keys of the account', async () => {
  const account = await ground.account('pro', { keys: 2 });
  await ask(service, account);
  const { minute, period } = limitsOf(await ask(service, account, paths[200], account.keys[1]));
  expect([minute, period]).toEqual([
    [600, 599],
    [100_000, 99_998],
  ]);
});

test('over the minute: 429 until the window ends, which takes nothing from the quota and comes before the parameters are looked at', async () => {
  const account = await ground.account();
  await Promise.all(Array.from({ length: 60 }, () => ask(service, account)));
  const refused = await ask(service, account, paths[400]);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
  const limits = limitsOf(refused);
  expect([limits.minute, limits.period]).toEqual([
    [60, 0],
    [1000, 940],
  ]);
  expect(refused.headers.get('retry-after')).toBe('50');
  expect(limits.minuteReset - ground.now / 1000).toBe(50);

  ground.now += 49_999;
  expect((await ask(service, account)).headers.get('retry-after')).toBe('1');
  ground.now += 1;
  const next = await ask(service, account);
  expect([next.status, limitsOf(next).minute, limitsOf(next).period]).toEqual([200, [60, 59], [1000, 939]]);
  ground.now -= 50_000;
});

test('over the quota: 429 until the period ends; it has passed the minute, and counts there', async () => {
  const account = await ground.account();
  await ground.use(account, 999);
  expect(limitsOf(await ask(service, account)).period).toEqual([1000, 0]);
  const refused = await ask(service, account, paths[400]);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'monthly_quota_exceeded']);
  expect(limitsOf(refused)).toMatchObject({ minute: [60, 58], period: [1000, 0], periodReset: '2026-12-01T00:00:00.000Z' });
  expect(Number(refused.headers.get('retry-after'))).toBe((Date.parse('2026-12-01T00:00:00Z') - ground.now) / 1000);
});

test('of parallel requests exactly as many pass as are left, of the minute and of the quota', async () => {
  const [one, two] = [await ground.account(), await ground.account('pro')];
  await ground.use(two, 99_983);
  const statuses = async (account: typeof one, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(service, account)));
    return [answers.filter(({ status }) => status === 200).length, answers.filter(({ status }) => status === 429).length];
  };
  expect(await statuses(one, 200)).toEqual([60, 140]);
  expect(await statuses(two, 100)).toEqual([17, 83]);
});

test('a changed plan is in force within a second, with what was used so far', async () => {
  const account = await ground.account();
  await Promise.all(Array.from({ length: 70 }, () => ask(service, account)));
  await ground.query(`UPDATE account SET plan = 'pro' WHERE id = $1`, [account.id]);
  const limits = await vi.waitFor(
    async () => {
      const answer = await ask(service, account);
      expect(answer.status).toBe(200);
      return limitsOf(answer);
    },
    { timeout: 60_000, interval: 100 },
  );
  // What was refused before has taken nothing.
  expect(limits).toMatchObject({ minute: [600, 539], period: [100_000, 99_939] });
  await ground.query(`UPDATE account SET plan = 'free' WHERE id = $1`, [account.id]);
  await vi.waitFor(async () => expect((await ask(service, account)).status).toBe(429), { timeout: 60_000, interval: 100 });
});
