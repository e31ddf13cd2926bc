import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalize } from '../../src/company/normalization.ts';
import { statuses } from '../../src/company/values.ts';
import { wordsOf } from '../../src/company/words.ts';
import { sum } from '../../src/search/counter.ts';
import { rankedPositions } from '../../src/search/engine/relevance-order.ts';
import { highestScore, type Job, type Query, type Range } from '../../src/search/query/query.ts';
import { interpretationsOf } from '../../src/search/query/words/interpretations.ts';
import { matchesWords } from '../../src/search/query/words/name-match.ts';
import { type Document, matcherOf, plainDocument } from './packed-segments.ts';
import { distance, wordsModel } from './words-model.ts';

/** `random.slow.test.ts` asks more. */
const runs = Number(process.env['SEARCH_RUNS'] ?? 20);
const active = statuses.indexOf('active');
const vocabulary = [
  ...['a', 'b', 'c', 'k', 'i', '&', 'ab', 'abc', 'ltd', 'limited', 'lim', 'plc', 'public', 'company', 'co', 'and', 'et'],
  ...['good', 'will', 'goodwill', 'goodwin', 'transport', 'transports', 'trans', 'port', 'holding', 'holdings', 'hodling'],
  ...[
    'europe',
    'europa',
    'line',
    'documents',
    'kline',
    '12345',
    '12345678',
    '2',
    'яблоко',
    'яблоки',
    'ąžuolas',
    '東京',
    '東京運送',
    'トラック',
  ],
];
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...'abco'), minLength: 1, maxLength: 5 }) },
);
const blank = fc.constantFrom(' ', ' ', ' ', '-', '. ', ' (', '"', ' & ', "'", '.');
/** Few names have more than 32 words, which are compared in another way. */
const size = fc.oneof({ weight: 60, arbitrary: fc.constant(6) }, { weight: 1, arbitrary: fc.constant(45) });
const name = size
  .chain((maxLength) => fc.array(fc.tuple(word, blank), { minLength: maxLength > 6 ? 30 : 1, maxLength }))
  .map((parts) => normalize(parts.map(([one, sign]) => one + sign).join('')).trim() || 'a');
const document: fc.Arbitrary<Document> = fc
  .record({
    name,
    others: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.array(name, { maxLength: 3 })),
    number: fc.constantFrom('12345', '12345678', 'a1', '0012345'),
    status: fc.constantFrom(active, active + 1),
    country: fc.nat(2),
  })
  .map((some) => ({ ...plainDocument, ...some }));

/** Typed words: of the vocabulary, cut, misspelt, joined. */
const misspelt = fc
  .tuple(fc.constantFrom(...vocabulary), fc.nat(), fc.constantFrom('x', '', 'aa', 'swap'))
  .map(([some, at, by]) => {
    const letters = [...some];
    const place = at % letters.length;
    if (by !== 'swap') letters.splice(place, 1, by);
    else letters.splice(place, 2, letters[place + 1] ?? '', letters[place] ?? '');
    return letters.join('');
  });
const typedWord = fc.oneof(
  fc.constantFrom(...vocabulary),
  fc
    .tuple(fc.constantFrom(...vocabulary), fc.integer({ min: 1, max: 6 }))
    .map(([some, size]) => [...some].slice(0, size).join('')),
  misspelt,
  fc.tuple(word, word).map(([one, other]) => one + other),
);
const query = fc
  .array(typedWord, { minLength: 1, maxLength: 4 })
  .map((words) => normalize(words.join(' ')))
  .filter((q) => wordsOf(q).length > 0);

const asked = fc.record({
  q: query,
  isFuzzy: fc.boolean(),
  hasOthers: fc.boolean(),
  ranges: fc.oneof(
    fc.constant<Range[]>([]),
    fc.nat(2).map((country): Range[] => [{ column: 'country', from: country, to: country }]),
  ),
});

type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

/** Compares documents, scores, counts and a page of each query with the plain model. */
function compare(segments: Document[][], all: Asked[], depth: number, kind: 'simd' | 'plain'): void {
  const matcher = matcherOf(segments, kind);
  const records = segments.flat().map((one) => ({ ...one, others: one.others ?? [], isActive: one.status === active }));
  const scoreOf = wordsModel(records);
  for (const { q, isFuzzy, hasOthers, ranges } of all) {
    const scoreIn = scoreOf({ q, isFuzzy }, hasOthers);
    let next = 0;
    const expected = segments.map((documents) =>
      documents.flatMap((one, place) => {
        const record = records[next++] as (typeof records)[number];
        const score = scoreIn(record);
        const fits = ranges.every(({ column, from, to }) => one[column as 'country'] >= from && one[column as 'country'] <= to);
        return score !== undefined && fits ? [{ document: place, score }] : [];
      }),
    );
    const wanted: Query = { words: { typed: wordsOf(q), isFuzzy }, hasOtherNames: hasOthers, ranges };
    const found = segments.map((_, segment) => matcher.scores(wanted, segment, 0, highestScore));
    expect([q, found]).toEqual([q, expected]);
    const documents = segments.map((_, segment) => matcher.documents(wanted, segment));
    expect(documents).toEqual(expected.map((some) => some.map((one) => one.document)));
    const names = (one: Document) => [one.name, ...(hasOthers ? (one.others ?? []) : [])];
    const alone = records.filter((one) =>
      names(one).some((some) => matchesWords({ typed: wordsOf(q), isFuzzy }, some, one.number)),
    );
    if (ranges.length === 0) expect([q, alone.length]).toEqual([q, expected.flat().length]);
    const sorted = expected
      .flatMap((some, segment) => some.map((one) => ({ segment, ...one })))
      .sort((one, other) => other.score - one.score);
    const offset = depth % Math.max(1, sorted.length);
    const size = Math.min(1 + (depth % 7), sorted.length - offset);
    // All matches have scores, or only those up to the end of the page.
    const end = Math.max(1, offset + size);
    for (const { best, isBestAlone } of [{}, { best: end }, { best: end, isBestAlone: true }] as Partial<Job>[]) {
      const job: Job = { query: wanted, facetCounts: ['score'], best, isBestAlone };
      const answer = {
        counts: new Uint32Array(segments.length),
        facetCounts: [new Uint32Array(highestScore + 2)],
        best: new Uint16Array(segments.length),
      };
      const listed = (matcher.shortlist({ query: wanted, facetCounts: [] }).segments ?? [...segments.keys()]).values();
      matcher.run([job], [answer], () => listed.next().value);
      matcher.addFacetCounts(job, answer);
      if (isBestAlone) expect(Math.min(end, sum(answer.counts))).toBe(Math.min(end, sorted.length));
      else expect([...answer.counts]).toEqual(expected.map(({ length }) => length));
      if (size === 0) continue;
      const matches = { scores: { base: 0, counts: answer.facetCounts[0] as Uint32Array }, best: answer.best };
      expect([q, best, rankedPositions(matcher, wanted, matches, { offset, size })]).toEqual([
        q,
        best,
        sorted.slice(offset, offset + size).map(({ segment, document: place }) => ({ segment, document: place })),
      ]);
    }
  }
}

describe.each(['simd', 'plain'] as const)('%s', (kind) => {
  test('words find what a plain model finds, with the same scores and in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(document, { maxLength: 70 }), { minLength: 1, maxLength: 3 }),
        fc.array(asked, { minLength: 1, maxLength: 10 }),
        fc.nat(),
        (segments, all, depth) => compare(segments, all, depth, kind),
      ),
      { numRuns: runs },
    );
  });

  test('the best names of many segments are found, whatever is left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(document, { minLength: 1, maxLength: 9 }), { minLength: 8, maxLength: 30 }),
        fc.array(asked, { minLength: 1, maxLength: 10 }),
        fc.nat({ max: 12 }),
        (segments, all, depth) => compare(segments, all, depth, kind),
      ),
      { numRuns: runs },
    );
  });

  test.each([
    { q: 'alfa beta', isFuzzy: false },
    { q: 'alfa beta', isFuzzy: true },
    { q: 'zlfa betz', isFuzzy: true },
    { q: 'beta alf', isFuzzy: false },
    { q: 'alphabet betas', isFuzzy: false },
  ])('the better of two names is found after the other one, however little it is better: $q, $isFuzzy', ({ q, isFuzzy }) => {
    const names = ['', 'gama ', 'gama gama '].flatMap((before) =>
      ['alfa beta', 'alfa gama beta', 'beta alfa', 'alfa betas', 'alfas beta', 'alphabet betas', 'alphabet betasian'].flatMap(
        (words) => ['', ' gama'].map((after) => before + words + after),
      ),
    );
    const documents = names.flatMap((name): Document[] => [
      { ...plainDocument, name, status: active },
      { ...plainDocument, name, status: active + 1 },
      { ...plainDocument, name: 'other', others: [name], status: active },
    ]);
    const records = documents.map((one) => ({ ...one, others: one.others ?? [], isActive: one.status === active }));
    const scoreIn = wordsModel(records)({ q, isFuzzy }, true);
    const sorted = records.filter((one) => scoreIn(one)).sort((one, other) => (scoreIn(one) ?? 0) - (scoreIn(other) ?? 0));
    for (const [place, known] of sorted.entries())
      for (const better of sorted.slice(place + 1, place + 4))
        compare([[known], [better]], [{ q, isFuzzy, hasOthers: true, ranges: [] }], 0, kind);
  });

  test('a segment of more than 2,048 documents finds the same', () => {
    const of = (place: number) => vocabulary[place % vocabulary.length] as string;
    const documents = Array.from({ length: 2_100 }, (_, place): Document => {
      const words = [of(place), of(place * 7 + 3), ...(place % 3 ? [of(place * 11)] : [])];
      return { ...plainDocument, name: normalize(words.join(' ')), number: 'a1', status: active + (place % 2) };
    });
    const all = ['transport limited', 'goodwill', 'hodling abc'].map((q, place) => ({
      q,
      isFuzzy: place > 0,
      hasOthers: false,
      ranges: [],
    }));
    compare([documents], all, 2_000, kind);
  });

  test('each of thousands of words of a segment is found, however alike they are', () => {
    const letters = [...'ącжdz09'];
    const ends = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)));
    const beginnings = [
      '',
      'a',
      'abcdefg',
      'abcdefghijkl',
      'яблоко',
      'ä',
      'zz',
      '9',
      '東',
      'transportation',
      'ab',
      'b',
      '0x',
      'ee',
      'o',
    ];
    const words = beginnings.flatMap((begun) => ends.map((end) => normalize(begun + end)));
    // In an order that has nothing to do with that of the words.
    const names = words.map((_, place) => words[(place * 1_009) % words.length] as string);
    const documents = Array.from({ length: 1_800 }, (_, place): Document => {
      const some = names.slice(3 * place, 3 * place + 3);
      return { ...plainDocument, name: some.join(' ') || 'none', number: 'q1' };
    });
    const matcher = matcherOf([documents], kind);
    expect(new Set(words).size).toBeGreaterThan(4_096);
    const typed = [...beginnings.filter((begun) => begun !== ''), ...words.filter((_, place) => place % 17 === 0)];
    for (const q of typed.map((one) => normalize(one)).filter((one) => !one.includes('東'))) {
      const expected = documents.flatMap((one, place) => (one.name.split(' ').some((some) => some.startsWith(q)) ? [place] : []));
      const query: Query = { words: { typed: [q], isFuzzy: false }, ranges: [] };
      // Other interpretations may match, too.
      expect(matcher.documents(query, 0)).toEqual(expect.arrayContaining(expected));
      const listed = matcher.documents({ fragment: { bytes: Buffer.from(q), begins: 'word' }, ranges: [] }, 0);
      expect([q, listed]).toEqual([q, expected]);
    }
  });

  test('a legal form finds names with other words first', () => {
    const names = ['! LTD', 'A B C LIMITED', 'ACME LTD', 'LTD TRADING LIMITED'].map((one) => ({
      ...plainDocument,
      name: normalize(one),
    }));
    const matcher = matcherOf([names], kind);
    const best = (typed: string[]) =>
      matcher
        .scores({ words: { typed, isFuzzy: false }, ranges: [] }, 0, 0, highestScore)
        .sort((one, other) => other.score - one.score)
        .map((one) => names[one.document]?.name);
    expect(best(['ltd'])).toEqual(['ltd trading limited', 'acme ltd', 'a b c limited', '! ltd']);
    expect(best(['acme', 'ltd'])).toEqual(['acme ltd']);
  });

  test('all misspelt words are found, however many lie between them', () => {
    const letters = [...'acdefghijklmnopqrstuvwxyz'];
    const begun = letters.flatMap((first) => letters.map((second) => `ab${first}${second}`));
    const documents = begun.flatMap((some) => [`${some}efgh`, `${some}zzzz`]).map((some) => ({ ...plainDocument, name: some }));
    const expected = documents.flatMap(({ name: some }, place) => (some.endsWith('efgh') ? [place] : []));
    for (const typed of [['abcdefgh'], ['abcdefgh', 'ab']])
      expect(matcherOf([documents], kind).documents({ words: { typed, isFuzzy: true }, ranges: [] }, 0)).toEqual(expected);
  });

  test('misspelt words are found after many that begin with some of their letters and cannot fit', () => {
    const ends = [...'bcdefghi'].flatMap((one) => [...'klmnopqr'].map((two) => one + two));
    for (const [unlike, alike] of [
      ['kaaa', 'krofai'],
      ['kraaa', 'krofai'],
      ['kżża', 'krofai'],
      ['krof', 'krofai'],
    ]) {
      const names = [...ends.map((end) => `${unlike}${end}`), ...ends.map((end) => `${alike}${end}`)];
      const documents = names.map((some) => ({ ...plainDocument, name: some }));
      const found = matcherOf([documents], kind).documents({ words: { typed: ['krofaiga'], isFuzzy: true }, ranges: [] }, 0);
      expect(found).toEqual(ends.map((_, place) => ends.length + place));
    }
  });

  test('a misspelt word is found beside a rare one, and so is one that many names have', () => {
    const words = Array.from(
      { length: 400 },
      (_, number) => `kr${number.toString(26).replaceAll(/[0-9]/g, 'q')}ofa${number % 7}`,
    );
    const names = [...words.map((some) => `${some} limited`), 'larope krofaiga', 'laropa krofaigo limited', 'lbrope limited'];
    const documents = names.map((some) => ({ ...plainDocument, name: some }));
    const find = (q: string) =>
      matcherOf([documents], kind)
        .documents({ words: { typed: q.split(' '), isFuzzy: true }, ranges: [] }, 0)
        .map((place) => names[place]);
    expect(find('lraope krofaiag')).toEqual(['larope krofaiga']);
    expect(find('krofaiag lraope')).toEqual(['larope krofaiga']);
    expect(find('limtied larope')).toEqual(['laropa krofaigo limited', 'lbrope limited']);
    expect(find('krofaiag lraopa limitde')).toEqual(['laropa krofaigo limited']);
  });

  test.each([
    ['k line', '"K" LINE HOLDING (EUROPE) LIMITED'],
    ['holding europe', '"K" LINE HOLDING (EUROPE) LIMITED'],
    ['kline', '"K" LINE HOLDING (EUROPE) LIMITED'],
    ['A B J Z DRIVER', 'ABJZ DRIVER LTD'],
    ['abjz driver', 'A. B. J. Z. Driver'],
    ['d & c transport', 'D&C TRANSPORT LTD'],
    ['d and c transport', 'D & C Transport Limited'],
    ['srl lovini', 'LOVINI S.R.L.'],
    ['s.r.l. lovini', 'Lovini SRL'],
    ['good will', 'Goodwill Trading'],
    ['goodwill', 'Good Will Trading'],
    ['acme ltd', 'ACME LIMITED'],
    ['acme public limited company', 'ACME PLC'],
    ['acme plc', 'Acme Public Limited Company'],
    ['o brien', "O'Brien & Sons"],
    ['obrien', "O'Brien & Sons"],
    ['運送 東京', '株式会社東京運送'],
  ])('%s finds %s', (q, found) => {
    const matcher = matcherOf(
      [
        [
          { ...plainDocument, name: 'zzz' },
          { ...plainDocument, name: normalize(found) },
        ],
      ],
      kind,
    );
    expect(matcher.documents({ words: { typed: wordsOf(q), isFuzzy: false }, ranges: [] }, 0)).toEqual([1]);
  });

  test('the longest queries have room, with mistakes, and if normalization makes them longer', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const misspelt = letters.slice(0, 8).map((letter, place) => `wx${letter}${letters[25 - place]}`);
    const short = Array.from({ length: 53 }, (_, place) => `${letters[place % 26]}${letters[(place * 5) % 26]}`);
    for (const typed of [[...misspelt, ...short], wordsOf('ﷺ'.repeat(200)), wordsOf('⒜⒝⒞⒟⒠⒡⒢⒣⒤⒥'.repeat(20))]) {
      const documents = ['hidden', typed.slice(0, 100).join(' ')].map((some) => ({ ...plainDocument, name: some }));
      const query: Query = { words: { typed, isFuzzy: true }, ranges: [] };
      expect(matcherOf([documents], kind).scores(query, 0, 0, highestScore)).toHaveLength(1);
    }
  });

  test.each([
    'hodling',
    'holdng',
    'hollding',
    'holxing',
    'ohlding',
    'holdin',
    'holdnig',
  ])('%s with mistakes finds holding', (q) => {
    const matcher = matcherOf(
      [
        [
          { ...plainDocument, name: 'holding europe' },
          { ...plainDocument, name: 'hidden' },
        ],
      ],
      kind,
    );
    expect(matcher.documents({ words: { typed: [q, 'europe'], isFuzzy: true }, ranges: [] }, 0)).toEqual([0]);
  });
});

test('the distance counts swapped neighbours once', () => {
  expect([distance('hodling', 'holding'), distance('ab', 'ba'), distance('abc', ''), distance('ca', 'abc')]).toEqual([
    1, 1, 3, 3,
  ]);
});

test('of very long queries no more is searched for than there is room, and of long words their beginnings', () => {
  const lengthsIn = (typed: string[]) =>
    interpretationsOf(typed, true).flatMap(({ terms, pieces, number = '' }) => [
      ...terms.flatMap(({ elements }) => elements.flat().map(({ text }) => [...text].length)),
      ...[...pieces, number].map((text) => [...text].length),
    ]);
  for (const word of ['x'.repeat(1_000), '株'.repeat(1_000), '7'.repeat(1_000), '\u{1d7d8}'.repeat(500)]) {
    expect(Math.max(...lengthsIn([word])), word.slice(0, 2)).toBe(100);
    expect(Math.max(...lengthsIn([word, word, 'a'])), word.slice(0, 2)).toBe(100);
  }
  expect(interpretationsOf(['x'.repeat(1_000)], false)).toHaveLength(48);
  expect(
    interpretationsOf(
      Array.from({ length: 250 }, (_, place) => `word${place}`),
      false,
    ),
  ).toHaveLength(10);
  const matcher = matcherOf(
    [
      [
        { ...plainDocument, name: `${'ab'.repeat(70)} europe` },
        { ...plainDocument, name: 'abab' },
      ],
    ],
    'plain',
  );
  expect(matcher.documents({ words: { typed: ['ab'.repeat(200)], isFuzzy: false }, ranges: [] }, 0)).toEqual([0]);
});
