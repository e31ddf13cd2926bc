import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { type Companies, openCompanies } from '../src/companies/index.ts';
import { openPool } from '../src/database/connection.ts';
import { Teardown } from '../src/kernel/teardown.ts';
import { openMatching } from '../src/matching/index.ts';
import { namesIn } from '../src/matching/names/name.ts';
import { rankMatches } from '../src/matching/score.ts';
import { registers } from '../src/registers/index.ts';
import { connect, say, server, withCompanies } from './database.ts';
import { spoils } from './match/spoils.ts';

/** How many names are spoilt, each in every way: for the way that is used, and for those that it is compared with. */
const [spoilt, spoiltForOthers] = [500, 30];

interface Settings {
  /** The register whose files can be invented: only the British one. */
  register: string;
  rows?: number | undefined;
  names?: number | undefined;
  /** Whether to list the names that are not found, or not as the first. */
  misses?: boolean | undefined;
}

/** So many candidates of each question are scored. */
const most = 50;
/** The largest request. */
const batch = 50;

interface Company {
  id: string;
  name: string;
}

/** A way to find candidates: the best ones for a name, sorted by score. `of` is what the candidate stage finds, unsorted. */
interface Way {
  of(query: string): Promise<Company[]>;
  sorted(query: string): Promise<Company[]>;
}

/**
 * Spoils names of a register, and says how often the right company is among the candidates (a good score cannot find what was
 * never looked at), how often it is the first by its score, what a query and a request of 50 cost, and how long other requests
 * wait meanwhile because the event loop is blocked.
 */
export async function benchMatchRegister({ register, rows = 200_000, names = spoilt, misses = false }: Settings): Promise<void> {
  if (register !== 'gb') throw new Error(`--register must be gb, the only register whose companies can be invented: ${register}`);
  const place = await server();
  const url = await withCompanies(place.url, rows);
  const teardown = new Teardown();
  const pool = openPool(url, 10);
  teardown.push(() => pool.end());
  try {
    const companies = await openCompanies({
      ...{
        primary: { url, pool },
        replicas: { replicaUrls: [], poolSize: 1 },
        search: { threads: undefined, clickhouseUrl: undefined },
      },
      ...{ registers, now: () => performance.now(), logger: pino({ level: 'silent' }), teardown },
    } as Parameters<typeof openCompanies>[0]);
    const matching = openMatching(companies);
    await companies.services.search.find({ q: 'warming up' }, 1, 1, 'bench');
    const start = performance.now();
    const { words, bytes } = await matching.warmUp(Promise.resolve());
    const size = `${words.toLocaleString('en')} different ones, ${(bytes / rows).toFixed(1)} bytes for each record`;
    say(`${rows.toLocaleString('en')} records; all words are read in ${(performance.now() - start).toFixed(0)} ms: ${size}`);
    const chosen = await chosenFrom(url, names);
    say(
      'among the candidates, first by score; of a query: median, 95 %, the longest; blocks of the event loop: 99.9 %, the longest',
    );
    const step = Math.ceil(chosen.length / spoiltForOthers);
    const some = chosen.filter((_, index) => index % step === 0);
    const ways = waysOf(companies, matching);
    for (const way of Object.keys(ways))
      await measureWay(way, ways[way] as Way, way === used ? chosen : some, way === used, misses && way === used);
    await measureBatches(matching, chosen);
  } finally {
    await teardown.run();
    await place.leave();
  }
}

async function chosenFrom(url: string, count: number): Promise<Company[]> {
  const client = await connect(url);
  const { rows } = await client.query<Company>(
    `SELECT id, canonical_name AS name FROM entity ORDER BY md5(id::text) LIMIT ${count}`,
  );
  await client.end();
  return rows;
}

const used = 'rarest words, of a vocabulary';

function waysOf({ services }: Companies, matching: ReturnType<typeof openMatching>): Record<string, Way> {
  const bySearch = (questions: (words: string[], longest: string[]) => string[][]): Way => {
    const of = async (query: string) => {
      const words = (namesIn(query, () => 1, 'GB')[0]?.words ?? []).map(({ text }) => text);
      const longest = words.toSorted((one, other) => other.length - one.length);
      const found = new Map<string, Company>();
      for (const asked of questions(words, longest)) {
        const filter = { q: asked.join(' '), fuzzy: true, mode: 'words', names: 'all' } as const;
        const { items } = await services.search.find(filter, 1, most, 'bench');
        for (const { id, canonicalName: name } of items) found.set(id, { id, name });
      }
      return [...found.values()];
    };
    const sorted = async (query: string) => rankMatches({ name: query }, await of(query)).map(({ candidate }) => candidate);
    return { of, sorted };
  };
  return {
    'all words, with mistakes': bySearch((words) => [words]),
    'and the two longest': bySearch((words, longest) => [words, longest.slice(0, 2)]),
    [used]: {
      of: async (query) => (await matching.services.matches.candidates({ name: query, key: null }, 'bench')).map(companyOf),
      sorted: async (query) => {
        const options = { limit: 5, threshold: 0.7, exclude: [] };
        const [answer] = await matching.services.matches.match([{ name: query, key: null }], options, { caller: 'bench' });
        return answer?.results.map(({ entity }) => companyOf(entity)) ?? [];
      },
    },
  };
}

const companyOf = ({ id, canonicalName: name }: { id: string; canonicalName: string }): Company => ({ id, name });

async function measureWay(
  way: string,
  { of, sorted }: Way,
  chosen: readonly Company[],
  isDetailed: boolean,
  misses: boolean,
): Promise<void> {
  const times: number[] = [];
  const blocks = measureBlocks();
  const all = { found: 0, first: 0, asked: 0 };
  for (const [spoil, change] of Object.entries(spoils)) {
    const own = { found: 0, first: 0, asked: 0 };
    for (const [index, { id, name }] of chosen.entries()) {
      const query = change(name, index);
      if (query === name) continue;
      const start = performance.now();
      const ranked = await sorted(query);
      times.push(performance.now() - start);
      own.asked += 1;
      // Companies of one name cannot be told apart by it.
      const isIt = (one: Company | undefined) => one?.id === id || one?.name === name;
      const isFirst = isIt(ranked[0]);
      if (isFirst) own.first += 1;
      if (isFirst || (await of(query)).some(isIt)) own.found += 1;
      else if (misses) say(`  not a candidate: ${query} | ${name}`);
      if (!isFirst && misses) say(`  not first: ${query} | ${name} | ${ranked[0]?.name}`);
    }
    if (isDetailed)
      say(`${way.padEnd(30)} ${spoil.padEnd(24)} ${share(own.found, own.asked)} ${share(own.first, own.asked)}  (${own.asked})`);
    for (const figure of ['found', 'first', 'asked'] as const) all[figure] += own[figure];
  }
  const costs = `${quantiles(times)}; ${blocks.end()}`;
  const figures = `${share(all.found, all.asked)} ${share(all.first, all.asked)}  (${all.asked})  ${costs}`;
  say(`${way.padEnd(30)} ${'all'.padEnd(24)} ${figures}`);
}

/** Requests of 50 spoilt names. */
async function measureBatches({ services }: ReturnType<typeof openMatching>, chosen: readonly Company[]): Promise<void> {
  const changes = Object.values(spoils);
  const times: number[] = [];
  const blocks = measureBlocks();
  for (let from = 0; from + batch <= Math.min(chosen.length, 10 * batch); from += batch) {
    const queries = chosen.slice(from, from + batch).map(({ name }, index) => ({
      // A different mistake than before, so that no answer is known already.
      name: changes[index % changes.length]?.(name, index + 3) ?? name,
      key: null,
    }));
    const start = performance.now();
    await services.matches.match(queries, { limit: 5, threshold: 0.7, exclude: [] }, { caller: 'bench' });
    times.push(performance.now() - start);
  }
  say(`requests of ${batch} names: ${quantiles(times)}; ${blocks.end()}`);
}

/** How long the event loop is blocked. Its delay is sampled each millisecond, which is a part of what it says. */
function measureBlocks(): { end(): string } {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  return {
    end() {
      delay.disable();
      return [delay.percentile(99.9), delay.max].map((time) => `${(time / 1e6 - 1).toFixed(0)} ms`).join(', ');
    },
  };
}

const quantiles = (times: number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  const longest = sorted.length - 1;
  return [0.5, 0.95, 1]
    .map((part) => `${(sorted[Math.min(longest, Math.floor(sorted.length * part))] ?? 0).toFixed(0)} ms`)
    .join(', ');
};

const share = (part: number, whole: number): string => `${((100 * part) / (whole || 1)).toFixed(1)} %`.padStart(8);
