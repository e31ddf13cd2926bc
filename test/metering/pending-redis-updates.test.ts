import { beforeEach, expect, test } from 'vitest';
import type { Debit, PeriodCounter, Taken } from '../../src/metering/counters.ts';
import { pendingRedisUpdates } from '../../src/metering/pending-redis-updates.ts';

const order = (name: string, units: number, end = 60_000): Debit => ({
  requests: units,
  units,
  minute: { key: `minute ${name}`, limit: 60, end },
  period: { key: `period ${name}`, seconds: 1, limit: 1_000 },
});
const taken: Taken = { refusedBy: undefined, minute: 1, period: 1 };

let [sent, underWay, most, isGone]: [string[], number, number, boolean] = [[], 0, 0, false];
const send = async (line: string) => {
  most = Math.max(most, ++underWay);
  await null;
  underWay -= 1;
  if (isGone) throw new Error('gone');
  sent.push(line);
};
const redis = {
  giveBack: async ({ period }: Debit, { second }: Taken, units: number) => {
    await send(`back ${period.key} ${second} ${units}`);
    return { period: 0 };
  },
  raise: ({ key }: PeriodCounter, used: number) => send(`raise ${key} ${used}`),
  add: (key: string, units: number) => send(`add ${key} ${units}`),
};
const memory = { used: async () => 42 };
let pending: ReturnType<typeof pendingRedisUpdates>;
beforeEach(() => {
  [sent, most, isGone] = [[], 0, false];
  pending = pendingRedisUpdates(redis, memory);
});

test('taken units are sent once: a minute as its increase, a period as its total', async () => {
  pending.addTaken(order('a', 2), taken);
  pending.addTaken(order('a', 3), taken);
  expect(pending.isEmpty()).toBe(false);
  await pending.send();
  await pending.send();
  expect(sent).toEqual(['raise period a 42', 'add minute a 5']);
  expect(pending.isEmpty()).toBe(true);
});

test('a refused order counts only in the limits that it passed', async () => {
  pending.addTaken(order('a', 1), { ...taken, refusedBy: 'minute' });
  pending.addTaken(order('b', 1), { ...taken, refusedBy: 'period' });
  await pending.send();
  expect(sent).toEqual(['add minute b 1']);
});

test('only the current minute is sent', async () => {
  pending.addTaken(order('old', 1, 60_000), taken);
  pending.addTaken(order('new', 1, 120_000), taken);
  pending.addTaken(order('late', 1, 60_000), taken);
  await pending.send();
  expect(sent.filter((line) => line.startsWith('add'))).toEqual(['add minute new 1']);
});

test('units that Redis took are given back in Redis, by their second; units that were taken here are not', async () => {
  pending.addGivenBack(order('a', 3), { ...taken, second: 7 }, 1);
  pending.addGivenBack(order('a', 3), { ...taken, second: 7 }, 2);
  pending.addGivenBack(order('a', 3), { ...taken, second: 8 }, 1);
  pending.addGivenBack(order('a', 3), taken, 1);
  await pending.send();
  expect(sent).toEqual(['back period a 7 3', 'back period a 8 1']);
});

test('updates that fail stay pending, and are sent together with later ones', async () => {
  pending.addTaken(order('a', 1), taken);
  pending.addGivenBack(order('a', 1), { ...taken, second: 7 }, 1);
  isGone = true;
  await expect(pending.send()).rejects.toThrow('could not be sent');
  pending.addTaken(order('a', 2), taken);
  expect(pending.isEmpty()).toBe(false);
  isGone = false;
  await pending.send();
  expect(sent).toEqual(['back period a 7 1', 'raise period a 42', 'add minute a 3']);
});

test('many updates are sent in batches', async () => {
  for (let account = 0; account < 1_200; account++) pending.addTaken(order(`${account}`, 1), taken);
  await pending.send();
  expect(sent).toHaveLength(2_400);
  expect(most).toBe(500);
});

test('a period without a count in this process is not sent as unused', async () => {
  const forgetful = pendingRedisUpdates(redis, { used: async () => undefined });
  forgetful.addTaken(order('a', 2), taken);
  await forgetful.send();
  expect(sent).toEqual(['add minute a 2']);
  expect(forgetful.isEmpty()).toBe(true);
});
