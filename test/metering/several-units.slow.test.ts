import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Counters, type Debit, minuteKey, periodKey, type Taken } from '../../src/metering/counters.ts';
import { openFallbackCounters } from '../../src/metering/fallback-counters.ts';
import { MemoryCounters } from '../../src/metering/memory-counters.ts';
import { openRedis } from '../../src/redis/redis.ts';
import { addKey, type ChangesGround, changesGround, smallRegister } from '../support/changes.ts';
import { as } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import { captureLog, type TestService } from '../support/service.ts';

/* Several units are taken together or not at all: of simultaneous orders exactly those pass that fit. */

const now = Date.parse('2026-11-15T12:00:30Z');
const date = () => new Date(now);
const limit = 100;

interface Asked {
  requests: number;
  units: number;
}
const asked = fc.record({ requests: fc.integer({ min: 1, max: 3 }), units: fc.integer({ min: 0, max: 15 }) });

/** Orders of one account at the same time, spread over counters that count together. */
async function order(all: readonly Counters[], used: number, orders: readonly Asked[]) {
  const account = randomUUID();
  const period = { key: periodKey(account, new Date('2026-11-01')), seconds: 1_000, limit };
  const minute = { key: minuteKey(account, account, now), limit: 40, end: now + 30_000 };
  for (const counters of all) await counters.reconcile(period, used);
  const taken = await Promise.all(
    orders.map(async (one, place) => {
      const wanted: Debit = { ...one, minute, period };
      return { ...one, taken: (await all[place % all.length]?.take(wanted)) as Taken };
    }),
  );
  return { taken, total: (await all[0]?.used(period)) ?? Number.NaN };
}

async function expectExact(all: readonly Counters[], runs: number) {
  const property = fc.asyncProperty(fc.nat(limit), fc.array(asked, { maxLength: 40 }), async (used, orders) => {
    const { taken, total } = await order(all, used, orders);
    const passed = taken.filter(({ taken: { refusedBy } }) => !refusedBy);
    expect(total, 'what passed is counted, and nothing else').toBe(passed.reduce((sum, { units }) => sum + units, used));
    expect(total).toBeLessThanOrEqual(limit);
    for (const { requests, units, taken: one } of taken) {
      if (one.refusedBy === 'minute') expect(one.minute + requests, 'it did not fit').toBeGreaterThan(40);
      else if (one.refusedBy) expect(one.period + Math.max(1, units), 'it did not fit').toBeGreaterThan(limit);
    }
    const counted = taken.filter(({ taken: one }) => one.refusedBy !== 'minute');
    expect(Math.max(0, ...taken.map(({ taken: one }) => one.minute))).toBe(counted.reduce((sum, one) => sum + one.requests, 0));
  });
  await fc.assert(property, { numRuns: runs });
}

test('in this process', () => expectExact([new MemoryCounters(date)], 200));

describe.skipIf(!hasRedis)('over Redis', () => {
  let redis: TestRedis;
  const opened: { close(): unknown }[] = [];
  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await redis.stop();
  });
  const open = async () => {
    const connection = openRedis({ url: redis.url }, captureLog().logger, 5_000);
    await once(connection, 'ready');
    const settings = { now: () => performance.now(), date, redisAnswerLimitMs: 5_000 };
    const counters = openFallbackCounters(connection, settings, () => {});
    opened.push({ close: () => connection.disconnect() }, counters);
    await counters.open();
    return counters;
  };

  test('by two instances', async () => expectExact([await open(), await open()], 50));

  test('and by one alone while Redis is gone', async () => {
    const counters = await open();
    await redis.vanish();
    await expectExact([counters], 50);
    await redis.comeBack();
  });
});

describe.each([['in one process', false] as const, ['on two instances', true] as const])('%s', (_where, isShared) => {
  let ground: ChangesGround;
  let redis: TestRedis | undefined;
  let instances: TestService[];
  let snapshot: { id: string; units: number; bytes: number };
  let cursor: string;
  const skips = isShared && !hasRedis;
  beforeAll(async () => {
    if (skips) return;
    ground = await changesGround();
    redis = isShared ? await TestRedis.start() : undefined;
    const md = smallRegister('md');
    const rows = (name: string) =>
      Array.from({ length: 2_100 }, (_, place) => ({ number: String(place + 1), name: `${name} ${place % 250}`, activity: '1' }));
    await ground.importRows(md, rows('COMPANY'));
    cursor = (await ground.get('/changes?cursor=now')).body.meta.nextCursor;
    await ground.importRows(md, [...rows('RENAMED').slice(0, 250), ...rows('COMPANY').slice(250)], { allowChange: true });
    await ground.makeSnapshots();
    [snapshot] = (await ground.get('/snapshots')).body.data;
    const own = redis ? { env: { REDIS_URL: redis.url }, redisTimeoutMs: 5_000 } : {};
    instances = redis ? [await ground.start(own), await ground.start(own)] : [ground.service];
  });
  afterAll(async () => {
    if (skips) return;
    if (isShared) for (const instance of instances) await instance.stop();
    await ground.close();
    await redis?.stop();
  });

  /** An account with so many units left. */
  async function caller(left: number) {
    const { accountId, secret } = await addKey(ground.query as never, 'pro');
    await ground.query("INSERT INTO period_usage VALUES ($1, '2026-11-01', $2)", [accountId, 100_000 - left]);
    await ground.query(
      `INSERT INTO user_profile (account_id, issuer, subject) VALUES ($1::uuid, 'https://issuer.example', $1::text)`,
      [accountId],
    );
    return { key: { 'x-api-key': secret }, session: as(accountId) };
  }
  const flood = async (count: number, ask: (service: TestService) => Promise<{ status: number; headers: Headers }>) => {
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, place) => {
        // A busy machine may not be able to answer at once. A 503 takes nothing, and is asked again.
        for (;;) {
          const answer = await ask(instances[place % instances.length] as TestService);
          if (answer.status !== 503) return answer;
        }
      }),
    );
    const refused = answers.filter(({ status }) => status === 429);
    const left = Math.min(...answers.map(({ headers }) => Number(headers.get('x-monthly-quota-remaining'))));
    return { passed: answers.filter(({ status }) => status < 300).length, refused: refused.length, left };
  };
  const download = (headers: Record<string, string>) => async (service: TestService) => {
    const response = await fetch(`${service.url}/api/v1/snapshots/${snapshot.id}`, { headers });
    await response.arrayBuffer();
    return response;
  };

  test.skipIf(skips)('of simultaneous downloads exactly those pass that the quota pays for', async () => {
    expect(snapshot.units).toBe(3);
    const { key } = await caller(11);
    expect(await flood(10, download(key))).toEqual({ passed: 3, refused: 7, left: 2 });
    const part = { ...key, range: `bytes=0-${Math.floor(snapshot.bytes / 2)}` };
    expect(await flood(5, download(part)), 'a part costs its share').toEqual({ passed: 1, refused: 4, left: 0 });
  });

  test.skipIf(skips)('of simultaneous pages of the feed with records, too', async () => {
    const { key } = await caller(5);
    const page = (limit: number) => (service: TestService) =>
      ground.get(`/changes?cursor=${cursor}&limit=${limit}&include=entity`, key, service);
    expect(await flood(4, page(101))).toEqual({ passed: 2, refused: 2, left: 1 });
    expect(await flood(3, page(100))).toEqual({ passed: 1, refused: 2, left: 0 });
  });

  test.skipIf(skips)('of simultaneous look-ups, too, over REST and GraphQL', async () => {
    const { key, session } = await caller(11);
    const items = [1, 2, 3, 2_101].map((number) => ({ country: 'MD', number: String(number) }));
    const init = { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: JSON.stringify({ items }) };
    expect(await flood(6, (service) => service.get('/api/v1/entities/lookup', init))).toEqual({ passed: 2, refused: 4, left: 3 });
    const query = '{ entityLookup(items: [{ country: "MD", number: "1" }, { country: "MD", number: "2" }]) { status } }';
    expect(await flood(4, (service) => service.graphql(query, { headers: session }))).toEqual({ passed: 1, refused: 3, left: 1 });
  });

  test.skipIf(skips)('of simultaneous operations over GraphQL, too', async () => {
    const { session } = await caller(100);
    const query = '{ entities(pageSize: 30) { items { registry } } countries { code } }';
    expect(await flood(8, (service) => service.graphql(query, { headers: session }))).toEqual({ passed: 3, refused: 5, left: 7 });
  });
});
