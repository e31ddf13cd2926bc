import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { statuses } from '../../src/company/values.ts';
import { type Counter, type Position, sum } from '../../src/search/counter.ts';
import type { Matcher } from '../../src/search/engine/matcher.ts';
import { bestPositions } from '../../src/search/engine/positions.ts';
import type { Answer, Query } from '../../src/search/query/query.ts';
import { suggest, suggestedPositions } from '../../src/search/suggest.ts';
import { type Document, matcherOf, occurs, plainDocument, textOf } from './packed-segments.ts';

/** `random.slow.test.ts` asks more. */
const runs = Number(process.env['SEARCH_RUNS'] ?? 40);
const active = statuses.indexOf('active');
const word = fc.string({ unit: fc.constantFrom(...'aab'), minLength: 1, maxLength: 6 });
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const document = fc
  .record({ name, status: fc.constantFrom(active, active + 1) })
  .map((some): Document => ({ ...plainDocument, ...some }));

/** Many small segments in the order of the names: so there are more than anybody reads one after the other. */
function segmentsOf(documents: Document[], size: number): Document[][] {
  const sorted = documents.toSorted((one, other) => Buffer.compare(Buffer.from(textOf(one)), Buffer.from(textOf(other))));
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, place) => sorted.slice(place * size, (place + 1) * size));
}

/** Answers as the memory does, in this thread alone, and tells how often it counts. */
function counterOver(matcher: Matcher) {
  const asked: Query[] = [];
  const count = async (query: Query, enough = Infinity) => {
    asked.push(query);
    const { segments } = matcher.snapshot.extent;
    const { counts, facetCounts }: Answer = { counts: new Uint32Array(segments), facetCounts: [] };
    let next = 0;
    for (let found = 0; next < segments && found < enough; ) {
      const start = next;
      const end = enough === Infinity ? segments : Math.min(next + 8, segments);
      matcher.run([{ query, facetCounts: [] }], [{ counts }], () => (next < end ? next++ : undefined));
      found += sum(counts.subarray(start, end));
    }
    return { counts, facetCounts, isPart: next < segments };
  };
  const best: Counter['best'] = (tiers, size) => bestPositions(tiers, size, { at: async () => matcher, count });
  return { asked, asking: { counter: { best } as Counter, version: '1', caller: '' } };
}

const queryFor = (fragment: string): Query => ({ fragment: { bytes: Buffer.from(fragment) }, ranges: [] });

function plainly(segments: Document[][], fragment: string, limit: number): Position[] {
  const rankOf = (one: Document) => {
    const place = (['document', 'word', undefined] as const).findIndex((begins) => occurs(textOf(one), fragment, begins));
    return place < 0 ? -1 : place === 2 ? 4 + (one.status === active ? 0 : 1) : place + (one.status === active ? 0 : 2);
  };
  const ranked = segments.flatMap((documents, segment) =>
    documents.map((one, document) => ({ rank: rankOf(one), position: { segment, document } })),
  );
  const matching = ranked.filter(({ rank }) => rank >= 0).toSorted((one, other) => one.rank - other.rank);
  return matching.slice(0, limit).map(({ position }) => position);
}

test('what is suggested is the best of a plain look at every document, however few segments are read for it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(document, { minLength: 1, maxLength: 900, size: 'max' }),
      fc.integer({ min: 1, max: 3 }),
      fc.string({ unit: fc.constantFrom(...'ab '), minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 20 }),
      async (documents, size, fragment, limit) => {
        const segments = segmentsOf(documents, size);
        const { asking } = counterOver(matcherOf(segments, 'simd'));
        expect(await suggestedPositions(queryFor(fragment), limit, asking)).toEqual(plainly(segments, fragment, limit));
      },
    ),
    { numRuns: runs },
  );
});

const many = Array.from(
  { length: 2_000 },
  (_, number): Document => ({ ...plainDocument, name: `name ${number}`, status: active }),
);
const withName = (each: (number: number) => boolean) =>
  segmentsOf(
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
  expect(await suggestedPositions(queryFor('nab'), 10, asking)).toHaveLength(10);
  expect(asked).toEqual([]);
});

test('one that is rare is counted once, anywhere in the names', async () => {
  const segments = withName((number) => number >= 1_997);
  const { asked, asking } = counterOver(matcherOf(segments, 'simd'));
  expect(await suggestedPositions(queryFor('b'), 10, asking)).toEqual(plainly(segments, 'b', 10));
  expect(asked.map(({ fragment }) => fragment?.begins)).toEqual([undefined]);
});

test('after a rare one was counted, only segments that have it are read', async () => {
  const segments = withName((number) => number >= 1_997);
  const matcher = matcherOf(segments, 'simd');
  const { asking } = counterOver(matcher);
  const documents = vi.spyOn(matcher, 'documents');
  await suggestedPositions(queryFor('b'), 10, asking);
  const has = segments.map((some) => some.some(({ name: one }) => one.includes('b')));
  const read = documents.mock.calls.map(([, segment]) => has[segment]);
  expect(read.slice(read.indexOf(true))).not.toContain(false);
});

test('a number that is written as several words comes first, however many segments may have it', async () => {
  const documents = Array.from({ length: 100 }, (_, place): Document => {
    const name = `name ${String(place).padStart(3, '0')}`;
    return { ...plainDocument, name, number: `j40/12${place}`, status: place === 90 ? active : active + 1 };
  });
  const { asking } = counterOver(matcherOf(segmentsOf(documents, 1), 'simd'));
  const one = { counts: Uint32Array.of(1), facetCounts: [{ base: 0, counts: Uint32Array.of(1) }], best: Uint16Array.of(1) };
  const byWords = { hasScores: true, answer: async () => one, ranked: async () => [{ segment: 99, document: 0 }] };
  const counter = { ...asking.counter, ...byWords } as Partial<Counter> as Counter;
  const { positions } = await suggest(['j40', '12'], queryFor('j40/12'), 3, { ...asking, counter });
  expect(positions.map(({ segment }) => segment)).toEqual([90, 0, 1]);
});
