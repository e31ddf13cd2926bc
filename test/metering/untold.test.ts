import { beforeEach, expect, test } from 'vitest';
import type { Order, PeriodCounter, Taken } from '../../src/metering/counters.ts';
import { Untold } from '../../src/metering/untold.ts';

const order = (name: string, units: number, end = 60_000): Order => ({
  requests: units,
  units,
  minute: { key: `minute ${name}`, limit: 60, end },
  period: { key: `period ${name}`, seconds: 1, limit: 1_000 },
});
const taken: Taken = { refusedBy: undefined, minute: 1, period: 1 };

let [told, underWay, most, isGone]: [string[], number, number, boolean] = [[], 0, 0, false];
const tell = async (line: string) => {
  most = Math.max(most, ++underWay);
  await null;
  underWay -= 1;
  if (isGone) throw new Error('gone');
  told.push(line);
};
const shared = {
  giveBack: async ({ period }: Order, { second }: Taken, units: number) => {
    await tell(`back ${period.key} ${second} ${units}`);
    return 0;
  },
  raise: ({ key }: PeriodCounter, used: number) => tell(`raise ${key} ${used}`),
  add: (key: string, units: number) => tell(`add ${key} ${units}`),
};
const own = { used: async () => 42 };
let untold: Untold;
beforeEach(() => {
  [told, most, isGone] = [[], 0, false];
  untold = new Untold(shared, own);
});

test('what was taken is told once: the minute by what was added, the period by what it has', async () => {
  untold.noteTaken(order('a', 2), taken);
  untold.noteTaken(order('a', 3), taken);
  expect(untold.isEmpty).toBe(false);
  await untold.tell();
  await untold.tell();
  expect(told).toEqual(['raise period a 42', 'add minute a 5']);
  expect(untold.isEmpty).toBe(true);
});

test('what was refused counts where it passed', async () => {
  untold.noteTaken(order('a', 1), { ...taken, refusedBy: 'minute' });
  untold.noteTaken(order('b', 1), { ...taken, refusedBy: 'period' });
  await untold.tell();
  expect(told).toEqual(['add minute b 1']);
});

test('only the current minute is told', async () => {
  untold.noteTaken(order('old', 1, 60_000), taken);
  untold.noteTaken(order('new', 1, 120_000), taken);
  untold.noteTaken(order('late', 1, 60_000), taken);
  await untold.tell();
  expect(told.filter((line) => line.startsWith('add'))).toEqual(['add minute new 1']);
});

test('what Redis had taken is given back there, by its second; what was taken here is not', async () => {
  untold.noteGivenBack(order('a', 3), { ...taken, second: 7 }, 1);
  untold.noteGivenBack(order('a', 3), { ...taken, second: 7 }, 2);
  untold.noteGivenBack(order('a', 3), { ...taken, second: 8 }, 1);
  untold.noteGivenBack(order('a', 3), taken, 1);
  await untold.tell();
  expect(told).toEqual(['back period a 7 3', 'back period a 8 1']);
});

test('what could not be told is kept, and told with what came since', async () => {
  untold.noteTaken(order('a', 1), taken);
  untold.noteGivenBack(order('a', 1), { ...taken, second: 7 }, 1);
  isGone = true;
  await expect(untold.tell()).rejects.toThrow('could not be told');
  untold.noteTaken(order('a', 2), taken);
  expect(untold.isEmpty).toBe(false);
  isGone = false;
  await untold.tell();
  expect(told).toEqual(['back period a 7 1', 'raise period a 42', 'add minute a 3']);
});

test('much is told in parts', async () => {
  for (let account = 0; account < 1_200; account++) untold.noteTaken(order(`${account}`, 1), taken);
  await untold.tell();
  expect(told).toHaveLength(2_400);
  expect(most).toBe(500);
});

test('a period that this process has forgotten is not told as unused', async () => {
  const forgetful = new Untold(shared, { used: async () => undefined });
  forgetful.noteTaken(order('a', 2), taken);
  await forgetful.tell();
  expect(told).toEqual(['add minute a 2']);
  expect(forgetful.isEmpty).toBe(true);
});
