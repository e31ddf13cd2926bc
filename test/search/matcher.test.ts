import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDayOf, licensedBit, manyActivities, yearOfDay } from '../../src/company/facts.ts';
import { separator } from '../../src/company/search-text.ts';
import { emptyExtent, facetRange } from '../../src/search/query/extent.ts';
import type { Answer, FacetCount, Needle, Query, Range } from '../../src/search/query/query.ts';
import { type Document, firstDay, matcherOf, occurs, plainDocument, textOf } from './packed-segments.ts';

/** `random.slow.test.ts` asks more. */
const runs = Number(process.env['SEARCH_RUNS'] ?? 50);
const alphabets = ['abc 1', 'ab', 'яжд', 'აბგ', '漢字', '🏢🏭', 'aя漢🏢 -'];
const text = (most: number) =>
  fc
    .constantFrom(...alphabets)
    .chain((letters) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: most }));
const activities = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  fc.array(fc.integer({ min: 1, max: 5 }), { minLength: manyActivities, maxLength: manyActivities + 2 }),
);
const document: fc.Arbitrary<Document> = fc.record({
  // Lengths around the borders that the loops have.
  name: fc.oneof({ weight: 4, arbitrary: text(12) }, { weight: 1, arbitrary: text(220) }),
  number: fc.string({ unit: fc.constantFrom('0', '1', 'a'), maxLength: 5 }),
  day: fc.oneof(fc.constant(0), fc.integer({ min: firstDay, max: firstDay + 3 })),
  status: fc.nat(4),
  country: fc.nat(2),
  legalForm: fc.nat(3),
  run: fc.nat(3),
  unlicensed: fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }) },
    { weight: 1, arbitrary: activities },
  ),
  licensed: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
  postalStart: fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff),
  postalRest: fc.constantFrom(0, 1, 0xffff),
  localityHigh: fc.constantFrom(0, 1, 0xffff),
  localityLow: fc.constantFrom(0, 1, 0xffffffff),
});

const range: fc.Arbitrary<Range> = fc.oneof(
  fc
    .tuple(fc.nat(3), fc.nat(3))
    .map(([from, more]) => ({ column: 'day' as const, from: firstDay + from, to: firstDay + from + more })),
  fc.nat(4).map((status) => ({ column: 'status' as const, from: status, to: status })),
  fc.nat(2).map((country) => ({ column: 'country' as const, from: country, to: country })),
  fc.nat(3).map((form) => ({ column: 'legalForm' as const, from: form, to: form })),
  fc.constantFrom(
    { column: 'postalStart' as const, from: 1, to: 0x80000000 },
    { column: 'postalStart' as const, from: 0x80000000, to: 0xffffffff },
    { column: 'postalRest' as const, from: 1, to: 0xffff },
    { column: 'localityHigh' as const, from: 0xffff, to: 0xffff },
    { column: 'localityLow' as const, from: 0xffffffff, to: 0xffffffff },
  ),
);

/** A fragment of what is there, up to 200 bytes, or of what is not. */
const fragmentOf = (documents: Document[]) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 200 })).map(([which, start, length]) => {
        const letters = [...(documents[which % Math.max(1, documents.length)]?.name ?? 'a')];
        const cut = letters.slice(start % letters.length, (start % letters.length) + length);
        while (Buffer.byteLength(cut.join('')) > 200) cut.pop();
        return cut.join('');
      }),
    },
    { weight: 1, arbitrary: text(5) },
    { weight: 1, arbitrary: fc.constantFrom('0', '01', '1a0', '000', '0000') },
  );

interface Asked {
  q: string | undefined;
  begins?: Needle['begins'];
  number: string | undefined;
  ranges: Range[];
  countries?: number[] | undefined;
  runs: number[] | undefined;
  activities: number[] | undefined;
  nace?: number[] | undefined;
  wanted?: { mask: number; value: number } | undefined;
}

const askedOf = (documents: Document[]): fc.Arbitrary<Asked> =>
  fc.record({
    q: fc.option(fragmentOf(documents), { nil: undefined, freq: 5 }),
    begins: fc.constantFrom(undefined, undefined, 'word', 'document'),
    number: fc.option(fc.constantFrom(...documents.map(({ number }) => number), '01'), { nil: undefined, freq: 1 }),
    ranges: fc.array(range, { maxLength: 2 }),
    countries: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined, freq: 1 }),
    runs: fc.option(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { nil: undefined, freq: 1 }),
    activities: fc.option(fc.subarray([1, 2, 6, licensedBit + 1, licensedBit + 2], { minLength: 1 }), {
      nil: undefined,
      freq: 1,
    }),
    nace: fc.option(fc.subarray([1, 3, 6, licensedBit + 3], { minLength: 1 }), { nil: undefined, freq: 1 }),
    wanted: fc.option(
      fc.constantFrom({ mask: 0xff, value: 1 }, { mask: 0xfff00, value: 0x100 }, { mask: 0xfffff, value: 0x201 }),
      {
        nil: undefined,
        freq: 1,
      },
    ),
  });

const activitiesOf = ({ unlicensed, licensed }: Document) => [...unlicensed, ...licensed.map((id) => id + licensedBit)];

function fits(one: Document, { q, begins, number, ranges, countries, runs, activities, nace, wanted }: Asked): boolean {
  return (
    (q === undefined || occurs(textOf(one), q, begins)) &&
    // As one country spells it: the second of them.
    (number === undefined || (one.number === number && one.country === 1)) &&
    ranges.every(({ column, from, to }) => one[column] >= from && one[column] <= to) &&
    (!countries || countries.includes(one.country)) &&
    (!runs || runs.includes(one.run)) &&
    (!activities || activitiesOf(one).some((id) => activities.includes(id))) &&
    (!nace || activitiesOf(one).some((id) => nace.includes(id))) &&
    (!wanted || (classOf(one) & wanted.mask) === wanted.value)
  );
}

const queryOf = ({ q, begins, number, wanted, ...rest }: Asked): Query => ({
  form: wanted && { table: forms, ...wanted },
  fragment: q === undefined ? undefined : { bytes: Buffer.from(q), ...(begins && { begins }) },
  numbers: number === undefined ? undefined : [{ bytes: Buffer.from(`${separator}${number}\n`), country: 1 }],
  ...rest,
});

/** The classes of some forms of two countries, each with a group in the lowest byte and a code above it. */
const forms = {
  id: 1,
  entries: Uint32Array.from(
    [
      [0, 1, 0x101],
      [0, 2, 0x102],
      [1, 1, 0x201],
      [1, 3, 0x002],
      [1, 9, 0x101],
    ].flat(),
  ),
};
const classOf = ({ country, legalForm }: Document) =>
  [0, 0x101, 0x102, 0, 0, 0x201, 0, 0x002, 0, 0, 0, 0][4 * country + legalForm] as number;
/** Activity 1 is in the divisions 01 and 99, and in the sections A and V; 2 in 64, 65 and L; 6 is not there. */
const nace = {
  entries: Uint32Array.from(
    [
      [1, 1, 0, 0, 4 | (1 << 4) | (1 << 25)],
      [2, 0, 1 << 31, 1, 1 << 15],
      [6, 1, 1, 1, 1],
    ].flat(),
  ),
};
const divisions: Record<number, number[]> = { 1: [1, 99], 2: [64, 65] };
const sections: Record<number, number[]> = { 1: [1, 22], 2: [12] };

const facetCounts: Exclude<FacetCount, 'score'>[] = [
  'day',
  'year',
  'status',
  'country',
  'legalForm',
  'run',
  'unlicensed',
  'licensed',
  'legalFormGroup',
  'legalFormCode',
  'naceDivision',
  'naceSection',
];

/** Without the zeros at the end: comparing thousands of them takes long. */
const shortened = (counts: number[]): number[] => counts.slice(0, 1 + counts.findLastIndex((count) => count > 0));

function tallied(documents: Document[], facetCount: (typeof facetCounts)[number]): number[] {
  const { base, size } = facetRange(facetCount, {
    ...emptyExtent,
    firstDay,
    lastDay: firstDay + 3,
    legalForm: 3,
    run: 3,
    activity: 5,
  });
  const counts = new Array<number>(size + 1).fill(0);
  const add = (place: number) => {
    counts[place] = (counts[place] ?? 0) + 1;
  };
  for (const one of documents) {
    if (facetCount === 'unlicensed' || facetCount === 'licensed') {
      if (one[facetCount].length === 0) add(0);
      for (const id of new Set(one[facetCount])) add(id);
    } else if (facetCount === 'legalFormGroup' || facetCount === 'legalFormCode') {
      add(facetCount === 'legalFormGroup' ? classOf(one) & 0xff : classOf(one) >> 8);
    } else if (facetCount === 'naceDivision' || facetCount === 'naceSection') {
      const of = facetCount === 'naceDivision' ? divisions : sections;
      const found = new Set([...one.unlicensed, ...one.licensed].flatMap((id) => of[id] ?? []));
      for (const place of found.size > 0 ? found : [0]) add(place);
    } else if (facetCount === 'year') {
      add(one.day === 0 ? 0 : yearOfDay(one.day) - base + 1);
    } else add(one[facetCount] < base ? 0 : one[facetCount] - base + 1);
  }
  return counts;
}

describe.each(['simd', 'plain'] as const)('%s', (kind) => {
  test('segments tell of each document what a plain look at it tells', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.array(document, { maxLength: 90 }), { minLength: 1, maxLength: 3 })
          .chain((segments) =>
            fc.tuple(fc.constant(segments), fc.array(askedOf(segments.flat()), { minLength: 1, maxLength: 8 })),
          ),
        ([segments, asked]) => {
          const matcher = matcherOf(segments, kind);
          for (const one of asked) {
            const query = queryOf(one);
            const found = segments.map((documents) => documents.filter((each) => fits(each, one)));
            const answer: Answer = {
              counts: new Uint32Array(segments.length),
              facetCounts: facetCounts.map(
                (facetCount) => new Uint32Array(1 + facetRange(facetCount, matcher.snapshot.extent).size),
              ),
            };
            const all = [...segments.keys()].values();
            const job = { query, facetCounts, forms, nace };
            matcher.run([job], [answer], () => all.next().value);
            matcher.addFacetCounts(job, answer);
            expect([...answer.counts]).toEqual(found.map(({ length }) => length));
            const counted = answer.facetCounts.map((counts) => shortened([...counts]));
            expect(counted).toEqual(facetCounts.map((facetCount) => shortened(tallied(found.flat(), facetCount))));
            const alone: Answer = { counts: new Uint32Array(segments.length), facetCounts: [] };
            const once = [...segments.keys()].values();
            matcher.run([{ query, facetCounts: [] }], [alone], () => once.next().value);
            expect([...alone.counts]).toEqual(found.map(({ length }) => length));
            for (const [index, documents] of segments.entries())
              expect(matcher.documents(query, index).map((place) => documents[place])).toEqual(found[index]);
            const { segments: listed } = matcher.shortlist({ query, facetCounts: [] });
            if (listed)
              for (const [index, documents] of found.entries()) if (documents.length > 0) expect(listed).toContain(index);
          }
        },
      ),
      { numRuns: runs },
    );
  });

  test('the first and the last day of a year count for this year', () => {
    const years = Array.from({ length: 2_400 }, (_, index) => index + 1);
    const days = years.flatMap((year) => [firstDayOf(year), firstDayOf(year + 1) - 1]);
    const matcher = matcherOf([days.map((day) => ({ ...plainDocument, day }))], kind);
    const job = { query: { ranges: [] }, facetCounts: ['year' as const] };
    const answer: Answer = { counts: new Uint32Array(1), facetCounts: [new Uint32Array(1 + years.length)] };
    const all = [0].values();
    matcher.run([job], [answer], () => all.next().value);
    matcher.addFacetCounts(job, answer);
    expect([...(answer.facetCounts[0] ?? [])]).toEqual([0, ...years.map(() => 2)]);
  });

  test('a fragment is found at every place and of every length, whatever borders it lies across', () => {
    const fragment = Array.from({ length: 200 }, (_, place) => 'abcdefghijklmnopqrstuvwxyz'[(place * 7) % 26]).join('');
    for (const length of [1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 63, 64, 65, 199, 200]) {
      const wanted = fragment.slice(0, length);
      const documents = Array.from({ length: 140 }, (_, place) => ({
        ...plainDocument,
        // Once with it and once without its last letter, so that the document before and behind tells nothing.
        name: `${'_'.repeat(place)}${place % 2 ? wanted : wanted.slice(0, -1)}${'_'.repeat(place % 5)}`,
      }));
      const expected = documents.flatMap((one, index) => (one.name.includes(wanted) ? [index] : []));
      const matcher = matcherOf([documents], kind);
      expect(matcher.documents(queryOf({ ...nobody, q: wanted }), 0)).toEqual(expected);
    }
  });

  test('where a word or a document begins', () => {
    const names = [
      'able',
      'cable',
      'x able',
      'x-able',
      '1able',
      'жable',
      'able able',
      'x(able',
      '„able',
      'x\u00a0able',
      '«able',
      'ºable',
      '漢able',
    ];
    const matcher = matcherOf([names.map((name) => ({ ...plainDocument, name }))], kind);
    const found = (begins: 'word' | 'document') =>
      matcher.documents({ fragment: { bytes: Buffer.from('able'), begins }, ranges: [] }, 0).map((place) => names[place]);
    expect(found('word')).toEqual(['able', 'x able', 'x-able', 'able able', 'x(able', '„able', 'x\u00a0able', '«able']);
    expect(found('document')).toEqual(['able', 'able able']);
  });

  test('a segment without a word that begins so is not even read', () => {
    const matcher = matcherOf(
      ['unable', 'x able', 'table'].map((name) => [{ ...plainDocument, name }]),
      kind,
    );
    const listed = (q: string, begins?: 'word' | 'document') =>
      matcher.shortlist({ query: queryOf({ ...nobody, q, begins }), facetCounts: [] }).segments;
    expect(listed('ab', 'word')).toEqual([1]);
    expect(listed('abl', 'word')).toEqual([1]);
    expect(listed('able', 'word')).toEqual([1]);
    expect(listed('able')).toEqual([0, 1, 2]);
    expect(listed('tab', 'document')).toEqual([2]);
    // One letter begins some word everywhere; anywhere in a word, short fragments have no signature.
    expect(listed('a', 'word')).toBeUndefined();
    expect(listed('abl')).toBeUndefined();
  });
});

const nobody: Asked = { q: undefined, number: undefined, ranges: [], runs: undefined, activities: undefined };
