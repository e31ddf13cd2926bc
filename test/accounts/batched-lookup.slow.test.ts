import { expect, test, vi } from 'vitest';
import { BatchedLookup, lookupLimits } from '../../src/accounts/keys/batched-lookup.ts';

/** A lookup that finds only names that begin with `good`, and the batches that it read. */
function openLookup(random?: () => number) {
  const batches: string[][] = [];
  const lookup = new BatchedLookup(async (names) => {
    batches.push(names);
    return new Map(names.filter((name) => name.startsWith('good')).map((name) => [name, `found ${name}`]));
  }, random);
  return { lookup, batches };
}
const outcomeOf = async (found: Promise<string | undefined>) => found.catch(({ code }: { code: string }) => code);
const findAll = (lookup: BatchedLookup<string>, names: string[], network = 'n') =>
  Promise.all(names.map(async (name) => outcomeOf((async () => lookup.find(name, network))())));
const namesOf = (count: number, mark = 'bad') => Array.from({ length: count }, (_, number) => `${mark} ${number}`);

test('a single key does not wait; all keys that come meanwhile share one query, a fifth of a second later', async () => {
  vi.useFakeTimers();
  const { lookup, batches } = openLookup();
  expect(await lookup.find('good 1', 'n')).toBe('found good 1');
  const found = findAll(lookup, ['good 2', 'bad', 'bad', 'good 3']);
  await vi.advanceTimersByTimeAsync(199);
  expect(batches).toEqual([['good 1']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toEqual(['found good 2', undefined, undefined, 'found good 3']);
  expect(batches).toEqual([['good 1'], ['good 2', 'bad', 'good 3']]);
  vi.useRealTimers();
});

test('a flood causes five queries a second of bounded size, and every name in it has the same chance', async () => {
  vi.useFakeTimers();
  // A generator of our own, so that the test is the same every time.
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const { lookup, batches } = openLookup(random);
  await lookup.find('bad', 'n');
  const rounds = 200;
  const flood = lookupLimits.perNetwork * 4;
  const passed = { first: 0, last: 0 };
  for (let round = 0; round < rounds; round++) {
    const found = findAll(lookup, ['good first', ...namesOf(flood - 2, `bad ${round}`), 'good last']);
    await vi.advanceTimersByTimeAsync(200);
    const answers = await found;
    if (answers[0] === 'found good first') passed.first += 1;
    if (answers.at(-1) === 'found good last') passed.last += 1;
    expect(answers.filter((answer) => answer === 'rate_limit_exceeded')).toHaveLength(flood - lookupLimits.perNetwork);
  }
  expect(batches).toHaveLength(rounds + 1);
  for (const batch of batches.slice(1)) expect(batch).toHaveLength(lookupLimits.perNetwork);
  for (const count of Object.values(passed)) {
    expect(count / rounds).toBeGreaterThan(0.15);
    expect(count / rounds).toBeLessThan(0.35);
  }
  vi.useRealTimers();
});

test('each network has its own share, and all networks together are bounded too', async () => {
  vi.useFakeTimers();
  const { lookup, batches } = openLookup();
  await lookup.find('bad', 'n');
  const found = Array.from({ length: 100 }, (_, network) =>
    findAll(lookup, namesOf(100, `bad ${network}`), `network ${network}`),
  );
  const quiet = lookup.find('good', 'a quiet one');
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all(found);
  expect(await quiet).toBe('found good');
  expect(batches[1]?.length).toBeLessThan(lookupLimits.total * 5);
  vi.useRealTimers();
});

test('a query that fails fails for all waiting keys, and the next one works again', async () => {
  vi.useFakeTimers();
  let isAway = true;
  const lookup = new BatchedLookup<string>(async () => {
    if (isAway) throw new Error('away');
    return new Map([['good', 'found']]);
  });
  await expect(lookup.find('good', 'n')).rejects.toThrow('away');
  isAway = false;
  const found = lookup.find('good', 'n');
  await vi.advanceTimersByTimeAsync(200);
  expect(await found).toBe('found');
  vi.useRealTimers();
});
