import { expect, test, vi } from 'vitest';
import { most, SharedLook } from '../../src/accounts/shared-look.ts';

/** What was looked up, and how. Nothing is found but names that begin with `good`. */
function lookup(random?: () => number) {
  const batches: string[][] = [];
  const look = new SharedLook(async (names) => {
    batches.push(names);
    return new Map(names.filter((name) => name.startsWith('good')).map((name) => [name, `found ${name}`]));
  }, random);
  return { look, batches };
}
const outcomeOf = async (asked: Promise<string | undefined>) => asked.catch(({ code }: { code: string }) => code);
const askAll = (look: SharedLook<string>, names: string[], network = 'n') =>
  Promise.all(names.map(async (name) => outcomeOf((async () => look.ask(name, network))())));
const namesOf = (count: number, mark = 'bad') => Array.from({ length: count }, (_, number) => `${mark} ${number}`);

test('who comes alone does not wait; all who come meanwhile are one look, a fifth of a second later', async () => {
  vi.useFakeTimers();
  const { look, batches } = lookup();
  expect(await look.ask('good 1', 'n')).toBe('found good 1');
  const asked = askAll(look, ['good 2', 'bad', 'bad', 'good 3']);
  await vi.advanceTimersByTimeAsync(199);
  expect(batches).toEqual([['good 1']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await asked).toEqual(['found good 2', undefined, undefined, 'found good 3']);
  expect(batches).toEqual([['good 1'], ['good 2', 'bad', 'good 3']]);
  vi.useRealTimers();
});

test('a flood is five looks a second of bounded size, and every name in it has the same chance, whenever it came', async () => {
  vi.useFakeTimers();
  // A generator of our own, so that the test is the same every time.
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const { look, batches } = lookup(random);
  await look.ask('bad', 'n');
  const rounds = 200;
  const flood = most.ofNetwork * 4;
  const passed = { first: 0, last: 0 };
  for (let round = 0; round < rounds; round++) {
    const asked = askAll(look, ['good first', ...namesOf(flood - 2, `bad ${round}`), 'good last']);
    await vi.advanceTimersByTimeAsync(200);
    const answers = await asked;
    if (answers[0] === 'found good first') passed.first += 1;
    if (answers.at(-1) === 'found good last') passed.last += 1;
    expect(answers.filter((answer) => answer === 'rate_limit_exceeded')).toHaveLength(flood - most.ofNetwork);
  }
  expect(batches).toHaveLength(rounds + 1);
  for (const batch of batches.slice(1)) expect(batch).toHaveLength(most.ofNetwork);
  for (const count of Object.values(passed)) {
    expect(count / rounds).toBeGreaterThan(0.15);
    expect(count / rounds).toBeLessThan(0.35);
  }
  vi.useRealTimers();
});

test('one network does not take the room of another, and many together are bounded too', async () => {
  vi.useFakeTimers();
  const { look, batches } = lookup();
  await look.ask('bad', 'n');
  const asked = Array.from({ length: 100 }, (_, network) => askAll(look, namesOf(100, `bad ${network}`), `network ${network}`));
  const quiet = look.ask('good', 'a quiet one');
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all(asked);
  expect(await quiet).toBe('found good');
  expect(batches[1]?.length).toBeLessThan(most.inAll * 5);
  vi.useRealTimers();
});

test('a look that fails is told to all who waited, and the next one is as ever', async () => {
  vi.useFakeTimers();
  let isAway = true;
  const look = new SharedLook<string>(async () => {
    if (isAway) throw new Error('away');
    return new Map([['good', 'found']]);
  });
  await expect(look.ask('good', 'n')).rejects.toThrow('away');
  isAway = false;
  const asked = look.ask('good', 'n');
  await vi.advanceTimersByTimeAsync(200);
  expect(await asked).toBe('found');
  vi.useRealTimers();
});
