import { expect, test } from 'vitest';
import { type ErrorCode, errorTable } from '../../src/kernel/errors.ts';
import { nilUuid } from '../../src/kernel/uuid.ts';
import { Charge } from '../../src/metering/charge.ts';
import type { Debit, Taken } from '../../src/metering/counters.ts';
import type { Entry } from '../../src/metering/ledger.ts';

const now = Date.parse('2026-11-15T12:00:30Z');
const period = { start: new Date('2026-11-01'), end: new Date('2026-12-01') };
const key = { kind: 'apiKey', accountId: 'a', keyId: 'k', familyId: 'f' } as const;
const session = { kind: 'session', accountId: 'a', userId: 'u', role: 'owner' } as const;

/** A charge of some units, and what it tells the counters and the ledger. `later` is what further units are answered with. */
function charge(taken: Partial<Taken> = {}, { units = 1, principal = key as typeof key | typeof session, later = taken } = {}) {
  const minute = { key: 'm', limit: 60, end: now + 30_000 };
  const debit = { requests: 1, units, minute, period: { key: 'p', seconds: 1, limit: 1_000 } };
  const all: Taken = { refusedBy: undefined, minute: 5, period: 100, ...taken };
  const [entered, givenBack, asked]: [Entry[], number[], Debit[]] = [[], [], []];
  const counters = {
    giveBack: async (_debit: Debit, { period: used }: Taken, surplus: number) => {
      givenBack.push(surplus);
      return { period: used - surplus };
    },
  };
  const take = async (more: Debit) => {
    asked.push(more);
    return { ...all, minute: 0, ...later };
  };
  const ledger = { enter: (entry: Entry) => entered.push(entry) };
  const made = new Charge({ principal, meterId: 'm', debit, taken: all, now, period, take, counters, ledger });
  return { charge: made, entered, givenBack, asked };
}
const answered = (status: number, code?: ErrorCode, units = 1) => ({ status, code, units });

test('what was answered stays charged, and is entered once', async () => {
  const one = charge({ second: 7 });
  await Promise.all([one.charge.settle([answered(200)]), one.charge.settle([answered(500)])]);
  expect(one.entered).toEqual([
    {
      accountId: 'a',
      meterId: 'm',
      periodStart: period.start,
      units: 1,
      keyId: 'k',
      at: now,
      answers: ['2xx'],
      second: 7,
      limit: 1_000,
    },
  ]);
  expect(one.givenBack).toEqual([]);
  expect(one.charge.isSettled).toBe(true);
});

test.each([
  [200, 1],
  [206, 1],
  [304, 0],
])('an answer %i stays charged with %i', async (status, units) => {
  const one = charge();
  await one.charge.settle([answered(status)]);
  expect(one.entered[0]).toMatchObject({ units, answers: [`${Math.floor(status / 100)}xx`] });
  expect(one.givenBack).toEqual(units ? [] : [1]);
  expect(one.charge.reading.period.remaining).toBe(units ? 900 : 901);
});

test.each(
  Object.keys(errorTable) as ErrorCode[],
)('the failure %s is given back, unless it is a record that is not there', async (code) => {
  const one = charge({}, { units: 4 });
  await one.charge.settle([answered(errorTable[code].status, code, 4)]);
  expect(one.entered[0]?.units).toBe(code === 'entity_not_found' ? 1 : 0);
  expect(one.givenBack).toEqual([code === 'entity_not_found' ? 3 : 4]);
});

test('of several answers those that failed are given back together', async () => {
  const one = charge({}, { units: 34 });
  await one.charge.settle([
    answered(200, undefined, 20),
    answered(500, 'internal_error', 3),
    answered(404, 'entity_not_found', 1),
    answered(400, 'invalid_request', 10),
  ]);
  expect(one.entered[0]).toMatchObject({ units: 21, answers: ['2xx', '5xx', '4xx', '4xx'] });
  expect(one.givenBack).toEqual([13]);
});

test('what was refused was not taken: nothing is given back, and the answer is entered without units', async () => {
  const one = charge({ refusedBy: 'minute', minute: 60 });
  expect(one.charge.refusal).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 30 });
  await one.charge.settle([answered(429, 'rate_limit_exceeded')]);
  expect(one.entered[0]).toMatchObject({ units: 0, answers: ['4xx'] });
  expect(one.givenBack).toEqual([]);
  expect(charge({ refusedBy: 'period' }).charge.refusal).toMatchObject({ code: 'monthly_quota_exceeded' });
  expect(charge().charge.refusal).toBeUndefined();
});

test('units that are known later are taken from the period alone, and the minute stays as it was', async () => {
  const one = charge({ second: 7 }, { units: 0, later: { period: 130, second: 9 } });
  await one.charge.take(30);
  expect(one.asked).toMatchObject([{ units: 30, minute: undefined }]);
  expect(one.charge.reading).toMatchObject({ minute: { remaining: 55 }, period: { remaining: 870 } });
  await one.charge.settle([answered(200, undefined, one.charge.units)]);
  expect(one.entered[0]).toMatchObject({ units: 30, answers: ['2xx'], second: 9 });
  expect(one.givenBack).toEqual([]);
});

test('units that are known later and do not fit are not taken, and the failure says how many are left', async () => {
  const one = charge({}, { units: 0, later: { refusedBy: 'period', period: 980 } });
  await one.charge.take(30);
  expect(one.charge.refusal).toMatchObject({
    code: 'monthly_quota_exceeded',
    message: expect.stringMatching(/costs 30 .* 20 of 1,000/),
  });
  await one.charge.settle([answered(429, 'monthly_quota_exceeded', 30)]);
  expect([one.entered[0]?.units, one.givenBack]).toEqual([0, []]);
});

test('units that are taken after the charge was settled are given back at once', async () => {
  const one = charge({}, { units: 0, later: { period: 130 } });
  const late = one.charge.take(30);
  await one.charge.settle([answered(503, 'service_unavailable')]);
  await late;
  expect([one.entered.map(({ units }) => units), one.givenBack]).toEqual([[0], [30]]);
});

test('the reading tells both limits; a session has the minute of the plan and no key', async () => {
  const { reading } = charge().charge;
  expect(reading.minute).toEqual({ limit: 60, remaining: 55, reset: now + 30_000, secondsLeft: 30, seconds: 60 });
  expect(reading.period).toMatchObject({ limit: 1_000, remaining: 900, reset: period.end.getTime(), seconds: 30 * 86_400 });
  const other = charge({ period: 2_000 }, { principal: session });
  expect(other.charge.reading).toMatchObject({ minute: { remaining: 55 }, period: { remaining: 0 } });
  await other.charge.settle([answered(200)]);
  expect(other.entered[0]?.keyId).toBe(nilUuid);
});
