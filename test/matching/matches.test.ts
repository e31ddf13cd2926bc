import { expect, test } from 'vitest';
import { Matches } from '../../src/matching/matches/matches.ts';
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
  };
  const words = {
    weightOf: () => 1,
    read: async () => {},
    among: async () => [],
    find: async (some: string[]) => new Map(some.map((word) => [word, { count: 1, meant: [] }])),
  };
  return new Matches(services as never, words as never);
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
  const answers = await matches.match(queries, { limit: 5, threshold: 0.7, exclude: [] }, 'a');
  isDone = true;
  expect(answers.map(({ results }) => results[0]?.entity.canonicalName)).toEqual(queries.map(({ name }) => name));
  // On any machine a turn ends after some milliseconds and one pair of names.
  expect(loops).toBeGreaterThan(10);
});

test('a text that states very many names is compared by the first of them', () => {
  const text = Array.from({ length: 60 }, (_, place) => `${syllables[place % 7]}ora`).join(' formerly ');
  expect(namesIn(text, () => 1, undefined)).toHaveLength(10);
  expect(namesIn('Zenora Ltd formerly Pallister Ltd formerly Merora Ltd', () => 1, undefined)).toHaveLength(3);
});
