import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/kernel/errors.ts';
import type { Debit, PeriodCounter, Settled, Taken } from '../../src/metering/counters.ts';
import { type FallbackCounters, fallbackCounters } from '../../src/metering/fallback-counters.ts';
import { MemoryCounters } from '../../src/metering/memory-counters.ts';
import type { RedisCounters } from '../../src/metering/redis-counters.ts';

const date = () => new Date('2026-11-15T12:00:00Z');
const end = Date.parse('2026-11-15T12:01:00Z');
const period = { key: 'period', seconds: 1_000, limit: 1_000 };
const order = (units = 1): Debit => ({ requests: units, units, minute: { key: 'minute', limit: 10, end }, period });

/** Redis as far as it counts. It can be gone, and hold its answers back. */
class GivenCounters implements RedisCounters {
  readonly #counts = new MemoryCounters(date);
  readonly asked: string[] = [];
  failure: Error | undefined;
  gate: Promise<unknown> = Promise.resolve();
  onAsked = (_question: string) => {};

  now = () => date().getTime();
  close = () => {};
  connected = () => this.#answer('connected', async () => {});
  probe = () => this.#answer('probe', async () => {});
  take = (one: Debit) => this.#answer(`take ${one.units}`, () => this.#counts.take(one));
  giveBack = (one: Debit, taken: Taken, units: number) =>
    this.#answer(`give back ${units}`, () => this.#counts.giveBack(one, taken, units));
  reconcile = (one: PeriodCounter, written: number, _settled?: Settled) =>
    this.#answer('reconcile', () => this.#counts.reconcile(one, written));
  used = (one: PeriodCounter) => this.#answer('used', () => this.#counts.used(one));
  add = (_key: string, units: number) => this.#answer(`add ${units}`, () => this.#counts.count(order(units), 'period'));
  raise = (one: PeriodCounter, used: number) => this.#answer(`raise ${used}`, () => this.#counts.reconcile(one, used));

  async #answer<Result>(question: string, work: () => Promise<Result>): Promise<Result> {
    this.asked.push(question);
    this.onAsked(question);
    await this.gate;
    if (this.failure) throw this.failure;
    return work();
  }
}

let shared: GivenCounters;
let counters: FallbackCounters;
let changes: EventEmitter<{ alone: [cause: unknown]; back: [] }>;
let told: string[];
beforeEach(async () => {
  [shared, changes, told] = [new GivenCounters(), new EventEmitter(), []];
  counters = fallbackCounters(shared, new MemoryCounters(date), (alone, cause) => {
    told.push(alone ? 'alone' : 'back');
    if (alone) changes.emit('alone', cause);
    else changes.emit('back');
  });
  await counters.open();
  await counters.reconcile(period, 100);
  await counters.take(order(1));
});
afterEach(() => counters.close());

const lose = async () => {
  shared.failure = new Error('gone');
  return counters.take(order());
};
const comeBack = async () => {
  const back = once(changes, 'back');
  shared.failure = undefined;
  await back;
};

test('while Redis answers, it counts', async () => {
  expect(await counters.take(order(3))).toMatchObject({ minute: 4, period: 104 });
  expect(await shared.used(period)).toBe(104);
  expect(told).toEqual([]);
});

test('one failure is enough: this instance continues from the last counts of Redis, and calls Redis no more', async () => {
  await counters.take(order(3));
  expect(await lose()).toMatchObject({ minute: 5, period: 105 });
  const before = shared.asked.length;
  expect(await counters.take(order(4))).toMatchObject({ minute: 9, period: 109 });
  expect(await counters.take(order(2))).toMatchObject({ refusedBy: 'minute', minute: 9 });
  expect(shared.asked.slice(before).filter((question) => question !== 'probe')).toEqual([]);
  expect(told).toEqual(['alone']);
});

test('once Redis is back it gets the updates that it missed, and counts from there', async () => {
  await counters.take(order(3));
  await lose();
  await counters.take(order(2));
  await comeBack();
  expect(shared.asked).toContain('add 3');
  expect(shared.asked).toContain('raise 107');
  expect(await counters.take(order(1))).toMatchObject({ minute: 8, period: 108 });
  expect(told).toEqual(['alone', 'back']);
});

test('requests that come while updates are sent get no fresh minute', async () => {
  await lose();
  await counters.take(order(3));
  const meanwhile: Promise<Taken | undefined>[] = [];
  shared.onAsked = (question) => {
    if (!question.startsWith('take')) meanwhile.push(counters.take(order(1)));
  };
  await comeBack();
  await Promise.all(Array.from({ length: 10 }, () => counters.take(order(1))));
  const granted = (await Promise.all(meanwhile)).filter((taken) => taken?.refusedBy === undefined);
  expect(meanwhile.length).toBeGreaterThan(2);
  expect(granted.length, 'of the ten units of the minute five were used before').toBeLessThanOrEqual(5);
  expect(await counters.take(order(1))).toMatchObject({ refusedBy: 'minute', minute: 10, period: 110 });
});

test('totals of the database are sent too, also those that arrive while updates are sent', async () => {
  await lose();
  await counters.reconcile(period, 120);
  shared.onAsked = (question) => {
    if (question === 'raise 120') void counters.reconcile(period, 150);
  };
  await comeBack();
  expect(await counters.used(period)).toBe(150);
  expect(await shared.used(period)).toBe(150);
});

test('updates that fail are sent the next time, and none twice', async () => {
  await lose();
  await counters.take(order(4));
  const { add } = shared;
  let failures = 0;
  shared.add = async () => {
    shared.add = add;
    failures += 1;
    throw new Error('gone again');
  };
  await comeBack();
  expect(failures).toBe(1);
  expect(shared.asked.filter((question) => question.startsWith('add'))).toEqual(['add 5']);
  expect(await counters.take(order(1))).toMatchObject({ minute: 7, period: 107 });
});

test('units that were given back while Redis was down are given back in Redis, by its second', async () => {
  const taken = { ...(await counters.take(order(5))), second: 7 } as Taken;
  await lose();
  expect(await counters.giveBack(order(5), taken, 2)).toEqual({ period: 105 });
  await comeBack();
  expect(shared.asked).toContain('give back 2');
  expect(await counters.used(period)).toBe(105);
});

test('an answer that comes after Redis was lost is counted in this process too', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  shared.gate = promise;
  const slow = counters.take(order(4));
  shared.gate = Promise.resolve();
  await lose();
  shared.failure = undefined;
  resolve();
  expect(await slow).toMatchObject({ minute: 5, period: 105 });
  expect(await counters.take(order(4))).toMatchObject({ minute: 10, period: 110 });
});

describe('at the start', () => {
  const open = async (failure: Error) => {
    [shared, told] = [new GivenCounters(), []];
    shared.failure = failure;
    counters = fallbackCounters(shared, new MemoryCounters(date), (alone) => told.push(alone ? 'alone' : 'back'));
    await counters.open();
  };

  test('a Redis that is down does not stop the start', async () => {
    await open(new Error('connect ECONNREFUSED'));
    expect(told).toEqual(['alone']);
    expect(await counters.take(order()), 'the period is not known yet').toBeUndefined();
  });

  test.each([
    new Error('WRONGPASS invalid username-password pair'),
    new Error('NOAUTH Authentication required.'),
    Object.assign(new Error('no'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
  ])('a Redis that will never let us in stops it: %s', async (failure) => {
    await expect(open(failure)).rejects.toThrow(Refusal);
  });
});
