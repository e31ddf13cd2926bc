import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairQueue } from '../../../src/companies/search/fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that is done when the test says so, two pieces at a time. */
function ground() {
  const rounds: { works: string[]; finish(): void }[] = [];
  const refused: [caller: string, waiting: number][] = [];
  const queue = new FairQueue<string, string>({
    perform: (works) =>
      new Promise((resolve) =>
        rounds.push({
          works,
          finish: () => resolve(works.map((work) => ({ status: 'fulfilled', value: `${work} is done` }))),
        }),
      ),
    roundSize: 2,
    onRefusal: (...refusal) => refused.push(refusal),
  });
  const finish = async () => {
    rounds.at(-1)?.finish();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { queue, rounds, refused, finish };
}

test('callers take turns, whatever each has waiting', async () => {
  const { queue, rounds, finish } = ground();
  const answers = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((work) => queue.add(work.charAt(0), work));
  for (let round = 0; round < 4; round++) await finish();
  expect(rounds.map(({ works }) => works)).toEqual([
    ['a1', 'b1'],
    ['c1', 'a2'],
    ['a3', 'a4'],
  ]);
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((work) => `${work} is done`));
});

test('who has waited two seconds without a turn is refused, and told when to come again', async () => {
  const { queue, refused } = ground();
  queue.add('a', 'a1');
  queue.add('a', 'a2');
  await vi.advanceTimersByTimeAsync(0);
  const late = queue.add('b', 'b1').catch((failure) => failure);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toMatchObject({ code: 'service_unavailable', retryAfter: 2 });
  expect(refused).toEqual([['b', 0]]);
});

test('who has queue is not refused, however many wait', async () => {
  const { queue, finish, refused } = ground();
  const answers = Array.from({ length: 40 }, (_, index) => queue.add('a', `a${index}`));
  for (let round = 0; round < 20; round++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await finish();
  }
  expect(await Promise.all(answers)).toHaveLength(40);
  expect(refused).toEqual([]);
});
