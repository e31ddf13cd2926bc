import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/company/normalization.ts';
import { statuses } from '../../src/company/values.ts';
import { wordsOf } from '../../src/company/words.ts';
import { sum } from '../../src/search/counter.ts';
import { rankedPositions } from '../../src/search/engine/relevance-order.ts';
import { highestLevel, type Job, type Question, type Range } from '../../src/search/query/query.ts';
import { readingsOf } from '../../src/search/query/words/interpretations.ts';
import { matchesWords } from '../../src/search/query/words/name-match.ts';
import { type Line, matcherOf, plainLine } from './packed-segments.ts';
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
    'lines',
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
  .map((parts) => fold(parts.map(([one, sign]) => one + sign).join('')).trim() || 'a');
const line: fc.Arbitrary<Line> = fc
  .record({
    name,
    others: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.array(name, { maxLength: 3 })),
    number: fc.constantFrom('12345', '12345678', 'a1', '0012345'),
    status: fc.constantFrom(active, active + 1),
    country: fc.nat(2),
  })
  .map((some) => ({ ...plainLine, ...some }));

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
const question = fc
  .array(typedWord, { minLength: 1, maxLength: 4 })
  .map((words) => fold(words.join(' ')))
  .filter((q) => wordsOf(q).length > 0);

const asked = fc.record({
  q: question,
  isFuzzy: fc.boolean(),
  hasOthers: fc.boolean(),
  ranges: fc.oneof(
    fc.constant<Range[]>([]),
    fc.nat(2).map((country): Range[] => [{ column: 'country', from: country, to: country }]),
  ),
});

type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

/** Compares lines, levels, counts and a page of each question with the plain model. */
function compare(buckets: Line[][], all: Asked[], depth: number, kind: 'simd' | 'plain'): void {
  const matcher = matcherOf(buckets, kind);
  const records = buckets.flat().map((one) => ({ ...one, others: one.others ?? [], isActive: one.status === active }));
  const levelOf = wordsModel(records);
  for (const { q, isFuzzy, hasOthers, ranges } of all) {
    const levelIn = levelOf({ q, isFuzzy }, hasOthers);
    let next = 0;
    const expected = buckets.map((lines) =>
      lines.flatMap((one, place) => {
        const record = records[next++] as (typeof records)[number];
        const level = levelIn(record);
        const fits = ranges.every(({ column, from, to }) => one[column as 'country'] >= from && one[column as 'country'] <= to);
        return level !== undefined && fits ? [{ line: place, level }] : [];
      }),
    );
    const wanted: Question = { words: { typed: wordsOf(q), isFuzzy }, hasOtherNames: hasOthers, ranges };
    const found = buckets.map((_, bucket) => matcher.levels(wanted, bucket, 0, highestLevel));
    expect([q, found]).toEqual([q, expected]);
    const lines = buckets.map((_, bucket) => matcher.lines(wanted, bucket));
    expect(lines).toEqual(expected.map((some) => some.map((one) => one.line)));
    const names = (one: Line) => [one.name, ...(hasOthers ? (one.others ?? []) : [])];
    const alone = records.filter((one) =>
      names(one).some((some) => matchesWords({ typed: wordsOf(q), isFuzzy }, some, one.number)),
    );
    if (ranges.length === 0) expect([q, alone.length]).toEqual([q, expected.flat().length]);
    const sorted = expected
      .flatMap((some, bucket) => some.map((one) => ({ bucket, ...one })))
      .sort((one, other) => other.level - one.level);
    const offset = depth % Math.max(1, sorted.length);
    const size = Math.min(1 + (depth % 7), sorted.length - offset);
    // All matches have levels, or only those up to the end of the page.
    const end = Math.max(1, offset + size);
    for (const { best, isBestAlone } of [{}, { best: end }, { best: end, isBestAlone: true }] as Partial<Job>[]) {
      const job: Job = { question: wanted, tallies: ['level'], best, isBestAlone };
      const answer = {
        counts: new Uint32Array(buckets.length),
        tallies: [new Uint32Array(highestLevel + 2)],
        best: new Uint16Array(buckets.length),
      };
      const listed = (matcher.shortlist({ question: wanted, tallies: [] }).buckets ?? [...buckets.keys()]).values();
      matcher.run([job], [answer], () => listed.next().value);
      matcher.addTallies(job, answer);
      if (isBestAlone) expect(Math.min(end, sum(answer.counts))).toBe(Math.min(end, sorted.length));
      else expect([...answer.counts]).toEqual(expected.map(({ length }) => length));
      if (size === 0) continue;
      const matches = { levels: { base: 0, counts: answer.tallies[0] as Uint32Array }, best: answer.best };
      expect([q, best, rankedPositions(matcher, wanted, matches, { offset, size })]).toEqual([
        q,
        best,
        sorted.slice(offset, offset + size).map(({ bucket, line: place }) => ({ bucket, line: place })),
      ]);
    }
  }
}

describe.each(['simd', 'plain'] as const)('%s', (kind) => {
  test('words find what a plain model finds, with the same levels and in the same order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { maxLength: 70 }), { minLength: 1, maxLength: 3 }),
        fc.array(asked, { minLength: 1, maxLength: 10 }),
        fc.nat(),
        (buckets, all, depth) => compare(buckets, all, depth, kind),
      ),
      { numRuns: runs },
    );
  });

  test('the best names of many buckets are found, whatever is left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(line, { minLength: 1, maxLength: 9 }), { minLength: 8, maxLength: 30 }),
        fc.array(asked, { minLength: 1, maxLength: 10 }),
        fc.nat({ max: 12 }),
        (buckets, all, depth) => compare(buckets, all, depth, kind),
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
    const lines = names.flatMap((name): Line[] => [
      { ...plainLine, name, status: active },
      { ...plainLine, name, status: active + 1 },
      { ...plainLine, name: 'other', others: [name], status: active },
    ]);
    const records = lines.map((one) => ({ ...one, others: one.others ?? [], isActive: one.status === active }));
    const levelIn = wordsModel(records)({ q, isFuzzy }, true);
    const sorted = records.filter((one) => levelIn(one)).sort((one, other) => (levelIn(one) ?? 0) - (levelIn(other) ?? 0));
    for (const [place, known] of sorted.entries())
      for (const better of sorted.slice(place + 1, place + 4))
        compare([[known], [better]], [{ q, isFuzzy, hasOthers: true, ranges: [] }], 0, kind);
  });

  test('a bucket of more than 2,048 lines finds the same', () => {
    const of = (place: number) => vocabulary[place % vocabulary.length] as string;
    const lines = Array.from({ length: 2_100 }, (_, place): Line => {
      const words = [of(place), of(place * 7 + 3), ...(place % 3 ? [of(place * 11)] : [])];
      return { ...plainLine, name: fold(words.join(' ')), number: 'a1', status: active + (place % 2) };
    });
    const all = ['transport limited', 'goodwill', 'hodling abc'].map((q, place) => ({
      q,
      isFuzzy: place > 0,
      hasOthers: false,
      ranges: [],
    }));
    compare([lines], all, 2_000, kind);
  });

  test('each of thousands of words of a bucket is found, however alike they are', () => {
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
    const words = beginnings.flatMap((begun) => ends.map((end) => fold(begun + end)));
    // In an order that has nothing to do with that of the words.
    const names = words.map((_, place) => words[(place * 1_009) % words.length] as string);
    const lines = Array.from({ length: 1_800 }, (_, place): Line => {
      const some = names.slice(3 * place, 3 * place + 3);
      return { ...plainLine, name: some.join(' ') || 'none', number: 'q1' };
    });
    const matcher = matcherOf([lines], kind);
    expect(new Set(words).size).toBeGreaterThan(4_096);
    const typed = [...beginnings.filter((begun) => begun !== ''), ...words.filter((_, place) => place % 17 === 0)];
    for (const q of typed.map((one) => fold(one)).filter((one) => !one.includes('東'))) {
      const expected = lines.flatMap((one, place) => (one.name.split(' ').some((some) => some.startsWith(q)) ? [place] : []));
      const question: Question = { words: { typed: [q], isFuzzy: false }, ranges: [] };
      // Other readings may match, too.
      expect(matcher.lines(question, 0)).toEqual(expect.arrayContaining(expected));
      const listed = matcher.lines({ fragment: { bytes: Buffer.from(q), begins: 'word' }, ranges: [] }, 0);
      expect([q, listed]).toEqual([q, expected]);
    }
  });

  test('a legal form finds names with other words first', () => {
    const names = ['! LTD', 'A B C LIMITED', 'ACME LTD', 'LTD TRADING LIMITED'].map((one) => ({ ...plainLine, name: fold(one) }));
    const matcher = matcherOf([names], kind);
    const best = (typed: string[]) =>
      matcher
        .levels({ words: { typed, isFuzzy: false }, ranges: [] }, 0, 0, highestLevel)
        .sort((one, other) => other.level - one.level)
        .map((one) => names[one.line]?.name);
    expect(best(['ltd'])).toEqual(['ltd trading limited', 'acme ltd', 'a b c limited', '! ltd']);
    expect(best(['acme', 'ltd'])).toEqual(['acme ltd']);
  });

  test('all misspelt words are found, however many lie between them', () => {
    const letters = [...'acdefghijklmnopqrstuvwxyz'];
    const begun = letters.flatMap((first) => letters.map((second) => `ab${first}${second}`));
    const lines = begun.flatMap((some) => [`${some}efgh`, `${some}zzzz`]).map((some) => ({ ...plainLine, name: some }));
    const expected = lines.flatMap(({ name: some }, place) => (some.endsWith('efgh') ? [place] : []));
    for (const typed of [['abcdefgh'], ['abcdefgh', 'ab']])
      expect(matcherOf([lines], kind).lines({ words: { typed, isFuzzy: true }, ranges: [] }, 0)).toEqual(expected);
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
      const lines = names.map((some) => ({ ...plainLine, name: some }));
      const found = matcherOf([lines], kind).lines({ words: { typed: ['krofaiga'], isFuzzy: true }, ranges: [] }, 0);
      expect(found).toEqual(ends.map((_, place) => ends.length + place));
    }
  });

  test('a misspelt word is found beside a rare one, and so is one that many names have', () => {
    const words = Array.from(
      { length: 400 },
      (_, number) => `kr${number.toString(26).replaceAll(/[0-9]/g, 'q')}ofa${number % 7}`,
    );
    const names = [...words.map((some) => `${some} limited`), 'larope krofaiga', 'laropa krofaigo limited', 'lbrope limited'];
    const lines = names.map((some) => ({ ...plainLine, name: some }));
    const find = (q: string) =>
      matcherOf([lines], kind)
        .lines({ words: { typed: q.split(' '), isFuzzy: true }, ranges: [] }, 0)
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
          { ...plainLine, name: 'zzz' },
          { ...plainLine, name: fold(found) },
        ],
      ],
      kind,
    );
    expect(matcher.lines({ words: { typed: wordsOf(q), isFuzzy: false }, ranges: [] }, 0)).toEqual([1]);
  });

  test('the longest questions have room, with mistakes, and if folding makes them longer', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const misspelt = letters.slice(0, 8).map((letter, place) => `wx${letter}${letters[25 - place]}`);
    const short = Array.from({ length: 53 }, (_, place) => `${letters[place % 26]}${letters[(place * 5) % 26]}`);
    for (const typed of [[...misspelt, ...short], wordsOf('ﷺ'.repeat(200)), wordsOf('⒜⒝⒞⒟⒠⒡⒢⒣⒤⒥'.repeat(20))]) {
      const lines = ['hidden', typed.slice(0, 100).join(' ')].map((some) => ({ ...plainLine, name: some }));
      const question: Question = { words: { typed, isFuzzy: true }, ranges: [] };
      expect(matcherOf([lines], kind).levels(question, 0, 0, highestLevel)).toHaveLength(1);
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
          { ...plainLine, name: 'holding europe' },
          { ...plainLine, name: 'hidden' },
        ],
      ],
      kind,
    );
    expect(matcher.lines({ words: { typed: [q, 'europe'], isFuzzy: true }, ranges: [] }, 0)).toEqual([0]);
  });
});

test('the distance counts swapped neighbours once', () => {
  expect([distance('hodling', 'holding'), distance('ab', 'ba'), distance('abc', ''), distance('ca', 'abc')]).toEqual([
    1, 1, 3, 3,
  ]);
});

test('of very long questions no more is searched for than there is room, and of long words their beginnings', () => {
  const lengthsIn = (typed: string[]) =>
    readingsOf(typed, true).flatMap(({ terms, pieces, number = '' }) => [
      ...terms.flatMap(({ elements }) => elements.flat().map(({ text }) => [...text].length)),
      ...[...pieces, number].map((text) => [...text].length),
    ]);
  for (const word of ['x'.repeat(1_000), '株'.repeat(1_000), '7'.repeat(1_000), '\u{1d7d8}'.repeat(500)]) {
    expect(Math.max(...lengthsIn([word])), word.slice(0, 2)).toBe(100);
    expect(Math.max(...lengthsIn([word, word, 'a'])), word.slice(0, 2)).toBe(100);
  }
  expect(readingsOf(['x'.repeat(1_000)], false)).toHaveLength(48);
  expect(
    readingsOf(
      Array.from({ length: 250 }, (_, place) => `word${place}`),
      false,
    ),
  ).toHaveLength(10);
  const matcher = matcherOf(
    [
      [
        { ...plainLine, name: `${'ab'.repeat(70)} europe` },
        { ...plainLine, name: 'abab' },
      ],
    ],
    'plain',
  );
  expect(matcher.lines({ words: { typed: ['ab'.repeat(200)], isFuzzy: false }, ranges: [] }, 0)).toEqual([0]);
});
