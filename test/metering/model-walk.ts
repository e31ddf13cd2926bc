import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Plan, plans } from '../../src/accounts/plan.ts';
import { ask, askGraphql, type MeteringGround, meteringGround, paths, type TestAccount } from '../support/metering.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import type { Answer, TestService } from '../support/service.ts';

/** What the service promises, in the plainest form. */
class Model {
  plan: Plan = plans[0] as Plan;
  readonly used = new Map<string, number>();

  /** The status and the headers that a request must have, at a moment. */
  answer(now: number, key: number, status: keyof typeof paths) {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const [periodStart, periodEnd] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
    const minuteEnd = (Math.floor(now / 60_000) + 1) * 60_000;
    const [minute, period] = [`${key} ${minuteEnd}`, `${periodStart}`];
    const left = (name: string, limit: number) => Math.max(0, limit - (this.used.get(name) ?? 0));
    const take = (name: string) => this.used.set(name, (this.used.get(name) ?? 0) + 1);

    let code: string | undefined;
    let resets: number | undefined;
    if (left(minute, this.plan.requestsPerMinute) === 0) [code, resets] = ['rate_limit_exceeded', minuteEnd];
    else {
      take(minute);
      if (left(period, this.plan.monthlyRequests) === 0) [code, resets] = ['monthly_quota_exceeded', periodEnd];
      else if (status !== 400) take(period);
    }
    const [leftMinute, leftPeriod] = [left(minute, this.plan.requestsPerMinute), left(period, this.plan.monthlyRequests)];
    const seconds = (end: number) => Math.max(1, Math.ceil((end - now) / 1000));
    return {
      status: code ? 429 : status,
      code: code ?? { 200: undefined, 400: 'invalid_request', 404: 'entity_not_found' }[status],
      'retry-after': resets ? String(seconds(resets)) : null,
      'x-ratelimit-limit': String(this.plan.requestsPerMinute),
      'x-ratelimit-remaining': String(leftMinute),
      'x-ratelimit-reset': String(minuteEnd / 1000),
      'x-monthly-quota-limit': String(this.plan.monthlyRequests),
      'x-monthly-quota-remaining': String(leftPeriod),
      'x-monthly-quota-reset': new Date(periodEnd).toISOString(),
      'ratelimit-policy': `"minute";q=${this.plan.requestsPerMinute};w=60, "period";q=${this.plan.monthlyRequests};w=${(periodEnd - periodStart) / 1000}`,
      ratelimit: `"minute";r=${leftMinute};t=${seconds(minuteEnd)}, "period";r=${leftPeriod};t=${seconds(periodEnd)}`,
    };
  }
}

function told({ status, headers, body }: Answer, like: Record<string, unknown>) {
  const names = Object.keys(like).filter((name) => name !== 'status' && name !== 'code');
  return { status, code: body?.error?.code, ...Object.fromEntries(names.map((name) => [name, headers.get(name)])) };
}

type Step = { ask: keyof typeof paths; key: number; times: number } | { wait: number } | { plan: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      ask: fc.constantFrom(200 as const, 200 as const, 400 as const, 404 as const),
      key: fc.nat(1),
      times: fc.integer({ min: 1, max: 25 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ wait: fc.constantFrom(1, 999, 7_000, 20_000, 60_000, 86_400_000, 20 * 86_400_000) }) },
  { weight: 1, arbitrary: fc.record({ plan: fc.nat(2) }) },
);

async function changePlan(ground: MeteringGround, services: TestService[], account: TestAccount, plan: Plan): Promise<void> {
  await ground.query('UPDATE account SET plan = $2 WHERE id = $1', [account.id, plan.id]);
  for (const service of services) {
    await vi.waitFor(async () => {
      const { body } = await askGraphql(service, account, '{ usage { limit } }');
      expect(body.data.usage.limit).toBe(plan.monthlyRequests);
    }, 15_000);
  }
}

async function follow(ground: MeteringGround, services: TestService[], runs: number): Promise<number> {
  let answers = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), fc.nat(60), async (steps, before) => {
    const [account, model] = [await ground.account('free', { keys: 2 }), new Model()];
    ground.now = Date.parse('2026-11-29T23:58:30.500Z');
    await ground.use(account, 1000 - before);
    model.used.set(String(Date.UTC(2026, 10)), 1000 - before);
    for (const one of steps) {
      if ('wait' in one) ground.now += one.wait;
      else if ('plan' in one) {
        model.plan = plans[one.plan] as Plan;
        await changePlan(ground, services, account, model.plan);
      } else {
        for (let time = 0; time < one.times; time++) {
          const expected = model.answer(ground.now, one.key, one.ask);
          const service = services[answers++ % services.length] as TestService;
          const answer = await ask(service, account, paths[one.ask], account.keys[one.key]);
          expect(told(answer, expected), `answer ${answers}`).toEqual(expected);
        }
      }
    }
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  return answers;
}

/** Random requests, waits and changes of plan, so many times over, against the model. */
export function testModel(runs: number): void {
  test('in the process: every header of every answer is what a plain model says', async () => {
    const ground = await meteringGround();
    const answers = await follow(ground, [await ground.start()], runs);
    expect(answers).toBeGreaterThan(75 * runs);
    await ground.close();
  });

  describe.skipIf(!hasRedis)('over two instances on one Redis', () => {
    let redis: TestRedis;
    afterAll(() => redis.stop());

    test('every header of every answer is what a plain model says', async () => {
      redis = await TestRedis.start();
      const ground = await meteringGround({ env: { REDIS_URL: redis.url }, redisTimeoutMs: 30_000 });
      const answers = await follow(ground, [await ground.start(), await ground.start()], runs);
      expect(answers).toBeGreaterThan(75 * runs);
      await ground.close();
    });
  });
}
