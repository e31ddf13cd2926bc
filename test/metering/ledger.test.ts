import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localSecond } from '../../src/metering/counters.ts';
import { type Entry, type Ledger, openLedger, type Total } from '../../src/metering/ledger.ts';

const start = new Date('2026-11-01T00:00:00Z');
const entry = (accountId: string, more: Partial<Entry> = {}): Entry => ({
  accountId,
  meterId: accountId,
  periodStart: start,
  units: 1,
  keyId: 'k',
  at: Date.parse('2026-11-15T12:00:00Z'),
  answers: ['2xx'],
  second: undefined,
  ...more,
});

/** What the one statement does, kept in memory: a batch counts once by its number. */
class Books {
  readonly sent: { number: number; accounts: string[]; units: number[]; days: unknown[] }[] = [];
  readonly used = new Map<string, number>();
  deleted = 0;
  /** What becomes of the next writes; after those, all go well. */
  fates: ('refused' | 'answer lost')[] = [];
  /** Awaited before an answer is given. */
  gate = Promise.resolve();
  #last = 0;

  readonly pool = {
    query: async (statement: string | { values: unknown[] }) => {
      if (typeof statement === 'string') return void this.deleted++;
      const [, number, accounts, , units, ...days] = statement.values as [string, number, string[], string[], number[]];
      this.sent.push({ number, accounts, units, days });
      await this.gate;
      const fate = this.fates.shift();
      if (fate === 'refused') throw new Error('refused');
      if (number > this.#last)
        for (const [place, id] of accounts.entries()) this.used.set(id, (this.used.get(id) ?? 0) + (units[place] ?? 0));
      this.#last = Math.max(this.#last, number);
      if (fate === 'answer lost') throw new Error('lost');
      return { rows: accounts.map((meterId) => ({ meterId, periodStart: start, used: this.used.get(meterId) })) };
    },
  } as unknown as Pick<pg.Pool, 'query'>;
}

let books: Books;
let totals: Total[];
let ledger: Ledger;
beforeEach(() => {
  books = new Books();
  totals = [];
  ledger = openLedger(books.pool, (written) => totals.push(...written));
});
afterEach(() => void vi.useRealTimers());

test('what was entered is written as one batch, in the same order everywhere', async () => {
  ledger.enter(entry('b'));
  ledger.enter(entry('a', { units: 2, answers: ['2xx', '4xx', '2xx'] }));
  ledger.enter(entry('b', { units: 0, answers: ['5xx'] }));
  await ledger.write();
  const days = [
    ['a', 'a', 'b', 'b'],
    ['2026-11-15', '2026-11-15', '2026-11-15', '2026-11-15'],
    ['k', 'k', 'k', 'k'],
    ['2xx', '4xx', '2xx', '5xx'],
    [2, 1, 1, 1],
  ];
  expect(books.sent).toEqual([{ number: 1, accounts: ['a', 'b'], units: [2, 1], days }]);
  await ledger.write();
  expect(books.sent, 'nothing was entered since').toHaveLength(1);
});

test('the totals are told with the seconds in which Redis took what was written, and what this process took', async () => {
  ledger.enter(entry('a', { units: 2, second: 7 }));
  ledger.enter(entry('a', { units: 1, second: 7 }));
  ledger.enter(entry('a', { units: 4, second: 8 }));
  ledger.enter(entry('a', { units: 0, second: 9 }));
  ledger.enter(entry('a', { units: 5 }));
  await ledger.write();
  const settled = new Map([
    [7, 3],
    [8, 4],
    [localSecond, 5],
  ]);
  expect(totals).toEqual([{ meterId: 'a', periodStart: start, used: 12, settled }]);
});

test.each(['refused', 'answer lost'] as const)('a batch that was %s is sent again as it was, and counts once', async (fate) => {
  books.fates = [fate];
  ledger.enter(entry('a', { units: 3 }));
  await expect(ledger.write()).rejects.toThrow();
  ledger.enter(entry('a', { units: 4 }));
  await ledger.write();
  expect(books.sent.map(({ number, units }) => [number, ...units])).toEqual([
    [1, 3],
    [1, 3],
    [2, 4],
  ]);
  expect(books.used.get('a')).toBe(7);
  expect(totals.at(-1)?.used).toBe(7);
});

test('while a batch is under way, all other writes are the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  books.gate = promise;
  ledger.enter(entry('a'));
  const first = ledger.write();
  await expect.poll(() => books.sent).toHaveLength(1);
  const others = [1, 2, 3].map((units) => {
    ledger.enter(entry('a', { units }));
    return ledger.write();
  });
  resolve();
  await Promise.all([first, ...others]);
  expect(books.sent.map(({ number, units }) => [number, ...units])).toEqual([
    [1, 1],
    [2, 6],
  ]);
});

test('a total counts all that was entered before, also of an account that entered nothing', async () => {
  books.used.set('a', 10);
  ledger.enter(entry('a', { units: 2 }));
  expect(await Promise.all([ledger.total('a', start), ledger.total('b', start)])).toEqual([12, 0]);
  expect(books.sent).toHaveLength(1);
});

test('the end waits for a database that comes back, and forgets the number of this writer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  books.fates = ['refused', 'answer lost'];
  ledger.enter(entry('a'));
  await ledger.close();
  expect(books.sent.map(({ number }) => number)).toEqual([1, 1, 1]);
  expect(books.used.get('a')).toBe(1);
  expect(books.deleted).toBe(1);
});

test('the end does not wait for a database that stays away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  books.gate = new Promise(() => {});
  ledger.enter(entry('a'));
  const end = expect(ledger.close()).rejects.toThrow('did not take the last usage');
  await vi.runAllTimersAsync();
  await end;
});
