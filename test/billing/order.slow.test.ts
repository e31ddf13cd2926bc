import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPaymentEvents, type PaymentEvents } from '../../src/billing/payment-events.ts';
import {
  accountRow,
  authenticate,
  createAccount,
  day,
  deliver,
  done,
  duplicate,
  type Event,
  Life,
  openPool,
  settings,
  signatureOf,
} from '../support/billing.ts';
import { createDatabase } from '../support/database.ts';
import { captureLog, startTestService } from '../support/service.ts';
import { endState, quotaStart } from './model.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pools: pg.Pool[];
let instances: PaymentEvents[];
beforeAll(async () => {
  database = await createDatabase();
  pools = [openPool(database.url), openPool(database.url)];
  // What is asked here is not whether PostgreSQL keeps what it has committed.
  await pools[0]?.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET synchronous_commit = off`);
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  pools = [openPool(database.url), openPool(database.url)];
  const { logger } = captureLog('silent');
  const nothing = async () => {};
  instances = pools.map((pool) =>
    openPaymentEvents({
      pool,
      logger,
      settings,
      now: () => new Date(),
      refreshAccounts: nothing,
      onSecondSubscription: nothing,
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const receive = (event: Event, instance: number) => {
  const payload = JSON.stringify(event);
  return (instances[instance % 2] as PaymentEvents).receive(Buffer.from(payload), [signatureOf(payload)]);
};
const anyPool = () => pools[0] as pg.Pool;

/** A whole life. The times say in which second each part of it happened. */
function lifeOf(accountId: string, times: readonly number[], metadata = {}): Event[] {
  const life = new Life(accountId);
  const [t0, t1, t2, t3, t4, t5, t6] = times as [number, number, number, number, number, number, number];
  return [
    life.event('created', { at: t0, status: 'incomplete', metadata }),
    life.event('updated', { at: t1, plan: 'pro', metadata }),
    life.completed({ at: t2 }),
    life.event('updated', { at: t3, plan: 'business', ending: true, end: day('2026-12-15'), metadata }),
    life.event('paused', { at: t4, plan: 'business', metadata }),
    life.event('resumed', { at: t5, plan: 'business', status: 'past_due', metadata }),
    life.event('deleted', { at: t6, plan: 'business', metadata }),
  ];
}

function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) return yield [];
  for (const [index, item] of items.entries()) for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

/** Each in turn, so many at a time. */
async function each<Item>(items: Iterable<Item>, width: number, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = Iterator.from(items);
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

const seconds = {
  'every part in a second of its own': [1, 2, 3, 4, 5, 6, 7],
  'all in the same second': [1, 1, 1, 1, 1, 1, 1],
  'some in the same second': [1, 1, 1, 2, 2, 3, 3],
};

describe.each(Object.entries(seconds))('%s', (_name, times) => {
  /** All 5040 orders of the seven take minutes (EVERY_ORDER=1 runs them); this is a share of them, another one each day. */
  const places = [0, 1, 2, 3, 4, 5, 6];
  const share = process.env['EVERY_ORDER'] ? 1 : 160;
  const orders = [...permutations(places)].filter((_, index) => index % share === Math.floor(Date.now() / 86_400_000) % share);

  test(`in every order and with duplicates the end is the model's (${orders.length} orders)`, async () => {
    await each(orders, 6, async (order) => {
      const accountId = await createAccount(anyPool());
      const events = lifeOf(accountId, times);
      const arrived = order.map((place) => events[place] as Event);
      for (const [index, event] of arrived.entries()) {
        expect(await receive(event, index)).toMatchObject({ duplicate: false });
        if (index % 3 === 2) expect(await receive(arrived[index - 1] as Event, index)).toMatchObject({ duplicate: true });
      }
      expect(await accountRow(anyPool(), accountId), order.join(' ')).toEqual(endState(arrived));
    });
  });

  test('all at once, each twice, on two instances: every event has its effect once, and the end is the model\u2019s', async () => {
    const parts = fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(parts, fc.boolean(), async (places, named) => {
        const accountId = await createAccount(anyPool());
        const all = lifeOf(accountId, times, named ? { accountId } : {});
        const events = places.map((place) => all[place] as Event);
        const receipts = await Promise.all(
          [...events, ...events].map((event, index) => receive(event, index % events.length === index ? 0 : 1)),
        );
        expect(receipts.filter((receipt) => !receipt.duplicate)).toHaveLength(events.length);
        const { rows } = await anyPool().query('SELECT id FROM payment_event WHERE id = ANY ($1) ORDER BY arrival', [
          events.map(({ id }) => id),
        ]);
        const arrived = rows.map(({ id }) => events.find((event) => event.id === id) as Event);
        const isTied = named || places.includes(2);
        expect(await accountRow(anyPool(), accountId)).toEqual(endState(isTied ? arrived : []));
      }),
      { numRuns: 25 },
    );
  });
});

test('two customers of one account, told of at once on two instances, do not hinder each other', async () => {
  await each(Array(25).keys(), 4, async () => {
    const accountId = await createAccount(anyPool());
    const lives = [new Life(accountId), new Life(accountId), new Life(accountId)];
    const events = lives.flatMap((life, index) => [
      life.event('created', { at: 10 * index + 1, metadata: { accountId } }),
      life.event('updated', { at: 10 * index + 2, plan: index === 2 ? 'business' : 'pro', metadata: { accountId } }),
    ]);
    await Promise.all(events.map((event, index) => receive(event, index)));
    expect(await accountRow(anyPool(), accountId)).toMatchObject({ plan: 'business', status: 'active' });
  });
});

test('bought, ended and bought again, told in any order on two instances: a quota begins once in a period', async () => {
  const length = 30 * 86_400_000;
  // In days from the first purchase; nobody has two at a time, and the last goes on.
  const purchases = fc.uniqueArray(fc.nat(100), { minLength: 1, maxLength: 4 });
  const shuffles = fc.infiniteStream(fc.nat());
  await fc.assert(
    fc.asyncProperty(purchases, shuffles, async (days, random) => {
      const accountId = await createAccount(anyPool());
      const sorted = days.toSorted((a, b) => a - b);
      const periods = sorted.map((begun) => {
        const start = new Date(day('2026-11-05').getTime() + begun * 86_400_000);
        return { start, end: new Date(start.getTime() + length) };
      });
      const told = periods.flatMap(({ start, end }, index) => {
        const life = new Life(accountId);
        const turn = { start, end, metadata: { accountId } };
        const bought = life.event('created', { at: sorted[index] ?? 0, ...turn });
        const next = sorted[index + 1];
        return next === undefined ? [bought] : [bought, life.event('deleted', { at: next, ...turn })];
      });
      const order = told.map((event) => ({ event, place: random.next().value as number }));
      const arrived = order.toSorted((a, b) => a.place - b.place).map(({ event }) => event);
      await Promise.all(arrived.map((event, index) => receive(event, index)));
      const last = periods.at(-1) ?? { start: new Date(), end: new Date() };
      const { start, end: until } = await accountRow(anyPool(), accountId);
      expect({ start, until }).toEqual({ start: quotaStart(last.start, periods), until: last.end });
    }),
    { numRuns: 40 },
  );
});

test('100 parallel deliveries of one event on two running instances have one effect, and all are answered', async () => {
  const services = await Promise.all(
    [0, 1].map(() => startTestService({ databaseUrl: database.url, authenticate, payments: settings })),
  );
  const accountId = await createAccount(anyPool());
  const event = new Life(accountId).event('created', { metadata: { accountId } });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => deliver(services[index % 2]?.url ?? '', event)));
  expect(answers.filter(({ body }) => body.duplicate === false).map(({ body }) => body)).toEqual([done]);
  expect(answers.filter(({ body }) => body.duplicate).map(({ body }) => body)).toEqual(Array(99).fill(duplicate));
  const { rows } = await anyPool().query('SELECT from_plan, to_plan, event_id FROM plan_change WHERE account_id = $1', [
    accountId,
  ]);
  expect(rows).toEqual([{ from_plan: 'free', to_plan: 'pro', event_id: event.id }]);
  await Promise.all(services.map((service) => service.stop()));
});

/** A provider delivers again what was answered by 503, which a busy service does. */
const delivered = (url: string, event: Event) => expect.poll(async () => (await deliver(url, event)).status).toBe(200);

test('whole lives at once, over HTTP on two running instances: the end is the model\u2019s', async () => {
  const services = await Promise.all(
    [0, 1].map(() => startTestService({ databaseUrl: database.url, authenticate, payments: settings })),
  );
  const shuffled = fc.sample(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), { numRuns: 6, seed: 7 });
  await Promise.all(
    shuffled.map(async (order) => {
      const accountId = await createAccount(anyPool());
      const events = lifeOf(accountId, seconds['some in the same second']);
      const sent = order.map((place) => events[place] as Event);
      await Promise.all([...sent, ...sent].map((event, index) => delivered(services[index % 2]?.url ?? '', event)));
      expect(await accountRow(anyPool(), accountId)).toEqual(endState(sent));
    }),
  );
  await Promise.all(services.map((service) => service.stop()));
});
