import { expect, test } from 'vitest';
import { Charge, noKey } from '../../src/metering/charge.ts';
import type { Order, Taken } from '../../src/metering/counters.ts';
import type { Entry } from '../../src/metering/ledger.ts';

const now = Date.parse('2026-11-15T12:00:30Z');
const period = { start: new Date('2026-11-01'), end: new Date('2026-12-01') };
const key = { kind: 'apiKey', accountId: 'a', keyId: 'k', familyId: 'f' } as const;
const session = { kind: 'session', accountId: 'a', userId: 'u' } as const;

/** A charge of some units, and what it tells the counters and the ledger. */
function charge(taken: Partial<Taken> = {}, { units = 1, principal = key as typeof key | typeof session } = {}) {
  const minuteEnd = now + 30_000;
  const order: Order = {
    units,
    minute: principal.kind === 'apiKey' ? { key: 'm', limit: 60, end: minuteEnd } : undefined,
    period: { key: 'p', seconds: 1, limit: 1_000 },
  };
  const all: Taken = { refusedBy: undefined, minute: 5, period: 100, ...taken };
  const [entered, givenBack]: [Entry[], number[]] = [[], []];
  const counters = {
    giveBack: async (_order: Order, { period: used }: Taken, surplus: number) => {
      givenBack.push(surplus);
      return used - surplus;
    },
  };
  const parts = { principal, meterId: 'm', order, taken: all, now, minuteEnd, period };
  return { charge: new Charge(parts, counters, { enter: (entry) => entered.push(entry) }), entered, givenBack };
}

test('what was answered stays charged, and is entered once', async () => {
  const one = charge({ second: 7 });
  await Promise.all([one.charge.settle([200]), one.charge.settle([500])]);
  expect(one.entered).toEqual([
    { accountId: 'a', meterId: 'm', periodStart: period.start, units: 1, keyId: 'k', at: now, answers: ['2xx'], second: 7 },
  ]);
  expect(one.givenBack).toEqual([]);
  expect(one.charge.isSettled).toBe(true);
});

test.each([
  [200, 1],
  [304, 1],
  [404, 1],
  [400, 0],
  [429, 0],
  [500, 0],
  [503, 0],
])('an answer %i stays charged with %i', async (status, units) => {
  const one = charge();
  await one.charge.settle([status]);
  expect(one.entered[0]).toMatchObject({ units, answers: [`${Math.floor(status / 100)}xx`] });
  expect(one.givenBack).toEqual(units ? [] : [1]);
  expect(one.charge.reading.period.remaining).toBe(units ? 900 : 901);
});

test('of several units those that failed are given back together', async () => {
  const one = charge({}, { units: 4 });
  await one.charge.settle([200, 500, 404, 400]);
  expect(one.entered[0]).toMatchObject({ units: 2, answers: ['2xx', '5xx', '4xx', '4xx'] });
  expect(one.givenBack).toEqual([2]);
});

test('what was refused was not taken: nothing is given back, and the answer is entered without units', async () => {
  const one = charge({ refusedBy: 'minute', minute: 60 });
  expect(one.charge.refusal).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 30 });
  await one.charge.settle([429]);
  expect(one.entered[0]).toMatchObject({ units: 0, answers: ['4xx'] });
  expect(one.givenBack).toEqual([]);
  expect(charge({ refusedBy: 'period' }).charge.refusal).toMatchObject({ code: 'monthly_quota_exceeded' });
  expect(charge().charge.refusal).toBeUndefined();
});

test('the reading tells both limits; a session has no minute and no key', async () => {
  const { reading } = charge().charge;
  expect(reading.minute).toEqual({ limit: 60, remaining: 55, reset: now + 30_000, secondsLeft: 30, seconds: 60 });
  expect(reading.period).toMatchObject({ limit: 1_000, remaining: 900, reset: period.end.getTime(), seconds: 30 * 86_400 });
  const other = charge({ period: 2_000 }, { principal: session });
  expect(other.charge.reading).toMatchObject({ minute: undefined, period: { remaining: 0 } });
  await other.charge.settle([200]);
  expect(other.entered[0]?.keyId).toBe(noKey);
});
