import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { statuses } from '../../src/company/values.ts';
import { type Counter, type Position, sum } from '../../src/search/counter.ts';
import type { Matcher } from '../../src/search/engine/matcher.ts';
import { bestPositions } from '../../src/search/engine/positions.ts';
import type { Answer, Question } from '../../src/search/query/query.ts';
import { suggest, suggestedPositions } from '../../src/search/suggest.ts';
import { type Line, matcherOf, occurs, plainLine, textOf } from './packed-segments.ts';

/** `random.slow.test.ts` asks more. */
const runs = Number(process.env['SEARCH_RUNS'] ?? 40);
const active = statuses.indexOf('active');
const word = fc.string({ unit: fc.constantFrom(...'aab'), minLength: 1, maxLength: 6 });
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const line = fc.record({ name, status: fc.constantFrom(active, active + 1) }).map((some): Line => ({ ...plainLine, ...some }));

/** Many small buckets in the order of the names: so there are more than anybody reads one after the other. */
function bucketsOf(lines: Line[], size: number): Line[][] {
  const sorted = lines.toSorted((one, other) => Buffer.compare(Buffer.from(textOf(one)), Buffer.from(textOf(other))));
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, place) => sorted.slice(place * size, (place + 1) * size));
}

/** Answers as the memory does, in this thread alone, and tells how often it counts. */
function counterOver(matcher: Matcher) {
  const asked: Question[] = [];
  const count = async (question: Question, enough = Infinity) => {
    asked.push(question);
    const { buckets } = matcher.snapshot.extent;
    const { counts, tallies }: Answer = { counts: new Uint32Array(buckets), tallies: [] };
    let next = 0;
    for (let found = 0; next < buckets && found < enough; ) {
      const start = next;
      const end = enough === Infinity ? buckets : Math.min(next + 8, buckets);
      matcher.run([{ question, tallies: [] }], [{ counts }], () => (next < end ? next++ : undefined));
      found += sum(counts.subarray(start, end));
    }
    return { counts, tallies, isPart: next < buckets };
  };
  const best: Counter['best'] = (tiers, size) => bestPositions(tiers, size, { at: async () => matcher, count });
  return { asked, asking: { counter: { best } as Counter, version: '1', caller: '' } };
}

const questionFor = (fragment: string): Question => ({ fragment: { bytes: Buffer.from(fragment) }, ranges: [] });

function plainly(buckets: Line[][], fragment: string, limit: number): Position[] {
  const rankOf = (one: Line) => {
    const place = (['line', 'word', undefined] as const).findIndex((begins) => occurs(textOf(one), fragment, begins));
    return place < 0 ? -1 : place === 2 ? 4 + (one.status === active ? 0 : 1) : place + (one.status === active ? 0 : 2);
  };
  const ranked = buckets.flatMap((lines, bucket) =>
    lines.map((one, line) => ({ rank: rankOf(one), position: { bucket, line } })),
  );
  const matching = ranked.filter(({ rank }) => rank >= 0).toSorted((one, other) => one.rank - other.rank);
  return matching.slice(0, limit).map(({ position }) => position);
}

test('what is suggested is the best of a plain look at every line, however few buckets are read for it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 900, size: 'max' }),
      fc.integer({ min: 1, max: 3 }),
      fc.string({ unit: fc.constantFrom(...'ab '), minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 20 }),
      async (lines, size, fragment, limit) => {
        const buckets = bucketsOf(lines, size);
        const { asking } = counterOver(matcherOf(buckets, 'simd'));
        expect(await suggestedPositions(questionFor(fragment), limit, asking)).toEqual(plainly(buckets, fragment, limit));
      },
    ),
    { numRuns: runs },
  );
});

const many = Array.from({ length: 2_000 }, (_, number): Line => ({ ...plainLine, name: `name ${number}`, status: active }));
const withName = (each: (number: number) => boolean) =>
  bucketsOf(
    many.map((one, number) => (each(number) ? { ...one, name: `${one.name} unable` } : one)),
    1,
  );

test('a fragment that is there often enough is found without counting all its matches', async () => {
  const { asked, asking } = counterOver(
    matcherOf(
      withName((number) => number % 20 === 0),
      'simd',
    ),
  );
  expect(await suggestedPositions(questionFor('nab'), 10, asking)).toHaveLength(10);
  expect(asked).toEqual([]);
});

test('one that is rare is counted once, anywhere in the names', async () => {
  const buckets = withName((number) => number >= 1_997);
  const { asked, asking } = counterOver(matcherOf(buckets, 'simd'));
  expect(await suggestedPositions(questionFor('b'), 10, asking)).toEqual(plainly(buckets, 'b', 10));
  expect(asked.map(({ fragment }) => fragment?.begins)).toEqual([undefined]);
});

test('after a rare one was counted, only buckets that have it are read', async () => {
  const buckets = withName((number) => number >= 1_997);
  const matcher = matcherOf(buckets, 'simd');
  const { asking } = counterOver(matcher);
  const lines = vi.spyOn(matcher, 'lines');
  await suggestedPositions(questionFor('b'), 10, asking);
  const has = buckets.map((some) => some.some(({ name: one }) => one.includes('b')));
  const read = lines.mock.calls.map(([, bucket]) => has[bucket]);
  expect(read.slice(read.indexOf(true))).not.toContain(false);
});

test('a number that is written as several words comes first, however many buckets may have it', async () => {
  const lines = Array.from({ length: 100 }, (_, place): Line => {
    const name = `name ${String(place).padStart(3, '0')}`;
    return { ...plainLine, name, number: `j40/12${place}`, status: place === 90 ? active : active + 1 };
  });
  const { asking } = counterOver(matcherOf(bucketsOf(lines, 1), 'simd'));
  const one = { counts: Uint32Array.of(1), tallies: [{ base: 0, counts: Uint32Array.of(1) }], best: Uint16Array.of(1) };
  const byWords = { hasLevels: true, answer: async () => one, ranked: async () => [{ bucket: 99, line: 0 }] };
  const counter = { ...asking.counter, ...byWords } as Partial<Counter> as Counter;
  const { positions } = await suggest(['j40', '12'], questionFor('j40/12'), 3, { ...asking, counter });
  expect(positions.map(({ bucket }) => bucket)).toEqual([90, 0, 1]);
});
