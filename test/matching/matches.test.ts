import { expect, test } from 'vitest';
import { noProgress } from '../../src/kernel/cost.ts';
import { Matches } from '../../src/matching/matches/matches.ts';
import { isMadeOf } from '../../src/matching/names/initials.ts';
import { namesIn } from '../../src/matching/names/name.ts';

/* What a match costs other requests. */

const syllables = ['mer', 'quan', 'pal', 'zen', 'hart', 'brock', 'dor'];
/** A long name of invented words. */
const longName = (seed: number): string =>
  Array.from({ length: 24 }, (_, place) =>
    [1, 5, 11].map((step) => syllables[(seed + place * step) % syllables.length]).join(''),
  ).join(' ');

/** Matches that compare each query with so many records of long names. */
function matchesAmong(count: number): Matches {
  const records = Array.from({ length: count }, (_, place) => ({ id: String(place), canonicalName: longName(place) }));
  const services = {
    dataVersion: { during: (work: (version: string) => unknown) => work('1') },
    records: { countries: async () => [] },
    candidates: { find: async () => records },
    derived: { otherNames: () => [], legalForm: () => ({ legalFormGroup: null }) },
    identifiers: { furtherNames: async () => [] },
    knownWords: {
      shareOf: () => 0,
      read: async () => {},
      among: async () => [],
      find: async (some: string[]) => new Map(some.map((word) => [word, { count: 1, meant: [] }])),
    },
  };
  return new Matches(services as never);
}

test('other requests have turns while many records are compared', async () => {
  const matches = matchesAmong(30);
  let isDone = false;
  let loops = 0;
  const loop = () => {
    loops += 1;
    if (!isDone) setImmediate(loop);
  };
  setImmediate(loop);
  const queries = [3, 4].map((seed) => ({ key: null, name: longName(seed) }));
  const answers = await matches.match(queries, { limit: 5, threshold: 0.7, exclude: [] }, { caller: 'a' });
  isDone = true;
  expect(answers.map(({ results }) => results[0]?.entity.canonicalName)).toEqual(queries.map(({ name }) => name));
  // On any machine a turn ends after some milliseconds and one pair of names.
  expect(loops).toBeGreaterThan(10);
});

test('a text that states very many names is compared by the first of them', () => {
  const text = Array.from({ length: 60 }, (_, place) => `${syllables[place % 7]}ora`).join(' formerly ');
  expect(namesIn(text, () => 1, undefined)).toHaveLength(5);
  expect(namesIn('Zenora Ltd formerly Pallister Ltd formerly Merora Ltd', () => 1, undefined)).toHaveLength(3);
});

test('an account with one request is not behind all requests of another', async () => {
  const matches = matchesAmong(1);
  const options = { limit: 1, threshold: 0.7, exclude: [] };
  const ask = (caller: string) => {
    const progress = noProgress();
    const queries = [1, 2, 3, 4].map((seed) => ({ key: null, name: longName(seed).slice(0, 60) }));
    return { progress, answers: matches.match(queries, options, { caller, progress }) };
  };
  const many = Array.from({ length: 8 }, () => ask('a'));
  await ask('b').answers;
  // With as many turns as the other one. Without turns by account it is nearly all 32.
  expect(many.reduce((sum, { progress }) => sum + progress.answered, 0)).toBeLessThan(12);
  const all = await Promise.all(many.map(({ answers }) => answers));
  expect(all.every((answers) => answers.length === 4)).toBe(true);
});

test('a word of any length is compared by its first letters, also before or after digits', () => {
  const long = 'q'.repeat(990);
  for (const text of [long, `${long}12`, `12${long}`, `${long}0`, `0${long}`]) {
    const words = namesIn(text, () => 1, undefined).flatMap((name) => name.words);
    expect(Math.max(...words.map((word) => word.text.length))).toBeLessThanOrEqual(40);
  }
});

test('one word may be made of the beginnings of others, in one of very many ways', () => {
  const words = Array.from({ length: 6 }, () => 'a'.repeat(40));
  expect(isMadeOf(words, `${'a'.repeat(39)}b`, 2)).toBe(false);
  expect(isMadeOf(words, 'a'.repeat(40), 2)).toBe(true);
  expect(isMadeOf(['federal', 'express'], 'fedex', 2)).toBe(true);
  expect(isMadeOf(['korea', 'electric', 'power', 'co'], 'kepco', 1)).toBe(true);
  expect(isMadeOf(['federal', 'express'], 'fedexp', 1)).toBe(false);
});
