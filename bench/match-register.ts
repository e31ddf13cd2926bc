import { DataVersion } from '../src/companies/data/data-version.ts';
import { Scanner } from '../src/companies/search/scanner.ts';
import { Search } from '../src/companies/search/search.ts';
import { openDatabase } from '../src/database/client.ts';
import { learnWeights, rankMatches, type WeightOf } from '../src/matching/index.ts';
import { namesIn } from '../src/matching/names/name.ts';
import { gb } from '../src/registers/countries/gb/register.ts';
import { connect, say, server, withCompanies } from './database.ts';
import { spoils } from './match/spoils.ts';

/** How many names are spoilt, each in every way. */
const spoilt = 60;
const learntFrom = 50_000;
/** So many candidates of each question are scored. */
const most = 50;

type Asked = { q: string; fuzzy: boolean };

/** Ways to find candidates: the questions that each asks the search for a name, whose words come with the rarest first. */
const ways: Record<string, (words: string[], rarest: string[]) => Asked[]> = {
  'all words': (words) => [{ q: words.join(' '), fuzzy: true }],
  'and the two rarest': (words, rarest) => [
    { q: words.join(' '), fuzzy: true },
    { q: rarest.slice(0, 2).join(' '), fuzzy: true },
  ],
  'and each of the two rarest': (words, rarest) => [
    { q: words.join(' '), fuzzy: true },
    { q: rarest.slice(0, 2).join(' '), fuzzy: true },
    ...rarest.slice(0, 2).map((q) => ({ q, fuzzy: true })),
  ],
};

/**
 * Spoils names of a register, and says how often the right company is among the candidates (a good score cannot find what was
 * never looked at), how often it is the first by its score, and what a query costs.
 */
export async function benchMatchRegister(rows = 200_000): Promise<void> {
  const place = await server();
  const url = await withCompanies(place.url, rows);
  const database = openDatabase(url, 10);
  const counter = new Scanner({ databaseUrl: url });
  try {
    const search = new Search({ pool: database.pool, version: new DataVersion(database.pool), counter, registers: [gb] });
    const client = await connect(url);
    const { rows: records } = await client.query<{ id: string; name: string }>(
      `SELECT id, canonical_name AS name FROM entity ORDER BY id LIMIT ${learntFrom}`,
    );
    await client.end();
    const weightOf = learnWeights(records.map(({ name }) => name));
    const step = Math.floor(records.length / spoilt);
    const chosen = records.filter((_, index) => index % step === 0).slice(0, spoilt);
    await search.find({ q: 'warming up' }, 1, 1, 'bench');
    say(
      `${rows.toLocaleString('en')} records, ${chosen.length} names: among the candidates, first by score; ms of a query, 95 %`,
    );
    for (const way of Object.keys(ways)) await measureWay(way, search, chosen, weightOf);
  } finally {
    await counter.close();
    await database.close();
    await place.leave();
  }
}

async function measureWay(
  way: string,
  search: Search,
  chosen: readonly { id: string; name: string }[],
  weightOf: WeightOf,
): Promise<void> {
  const times: number[] = [];
  const all = { found: 0, first: 0, asked: 0 };
  for (const [spoil, change] of Object.entries(spoils)) {
    const of = { found: 0, first: 0, asked: 0 };
    for (const [index, { id, name }] of chosen.entries()) {
      const query = change(name, index);
      if (query === name) continue;
      const start = performance.now();
      const ranked = await rank(query, way, search, weightOf);
      times.push(performance.now() - start);
      of.asked += 1;
      // Companies of one name cannot be told apart by it.
      const isIt = (one: { id: string; name: string } | undefined) => one?.id === id || one?.name === name;
      if (ranked.some(isIt)) of.found += 1;
      if (isIt(ranked[0])) of.first += 1;
    }
    say(`${way.padEnd(28)} ${spoil.padEnd(24)} ${share(of.found, of.asked)} ${share(of.first, of.asked)}  (${of.asked})`);
    for (const figure of ['found', 'first', 'asked'] as const) all[figure] += of[figure];
  }
  const slow = times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
  const figures = `${share(all.found, all.asked)} ${share(all.first, all.asked)}  ${slow.toFixed(0)} ms`;
  say(`${way.padEnd(28)} ${'all'.padEnd(24)} ${figures}`);
}

const share = (part: number, whole: number): string => `${((100 * part) / (whole || 1)).toFixed(1)} %`.padStart(8);

/** The candidates, the best first. */
async function rank(query: string, way: string, search: Search, weightOf: WeightOf) {
  const words = namesIn(query, weightOf, 'GB')[0]?.words ?? [];
  const rarest = words.toSorted((one, other) => other.weight - one.weight).map(({ text }) => text);
  const questions = ways[way]?.(
    words.map(({ text }) => text),
    rarest,
  );
  const candidates = new Map<string, { id: string; name: string }>();
  for (const { q, fuzzy } of questions ?? []) {
    const { items } = await search.find({ q, fuzzy, mode: 'words', names: 'all' }, 1, most, 'bench');
    for (const { id, canonicalName: name } of items) candidates.set(id, { id, name });
  }
  return rankMatches({ name: query }, [...candidates.values()], { weightOf }).map(({ candidate }) => candidate);
}
