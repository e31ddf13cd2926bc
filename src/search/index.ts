import type { RegisterRules } from '../company/register.ts';
import type { Config } from '../config/config.ts';
import type { Pool } from '../database/pool.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { OpenRecords } from '../records/index.ts';
import { Candidates } from './candidates.ts';
import { changedMatchesIn } from './changed/changed-matches.ts';
import type { IndexCopy } from './clickhouse/index-copy.ts';
import type { Counter } from './counter.ts';
import { openScanner } from './engine/scanner.ts';
import { createSearch } from './search.ts';
import { KnownWords } from './vocabulary/known-words.ts';

export { checkedFilter } from './checked-filter.ts';
export type { Editions, IndexCopy } from './clickhouse/index-copy.ts';
export type { Counter } from './counter.ts';
export type { Facet, FacetValue } from './facets.ts';
export { countriesIn, type Filter } from './filter.ts';
export * as indexing from './indexing/index.ts';
export { exactNumber, positionsOfNumbers, type WantedNumber, wantedNumber } from './number-lookup.ts';
export { matchesWords } from './query/words/name-match.ts';
export type { CountedFacets, Search, SearchPage, Suggestion } from './search.ts';
export type { MatchRange } from './suggest.ts';

interface SearchOptions {
  primary: Pool;
  records: OpenRecords;
  /** The threads that scan the names, or ClickHouse, which counts instead of them. */
  settings: Config['search'];
  registers: readonly RegisterRules[];
  now(): number;
  logger: Logger;
  teardown: Teardown;
}

/** The search in the names, numbers and facts of companies. */
export async function openSearch(options: SearchOptions) {
  const { primary, records, registers, teardown } = options;
  const { reads } = records;
  const { dataVersion, sourceTerms } = records.services;
  const counter = await openCounter(options);
  teardown.push(() => counter.close());
  // The next search reports this error.
  const keepUp = (version: string) => counter.directory(version).catch(() => {});
  dataVersion.on('moved', (version) => counter.isRunning && keepUp(version));
  const knownWords = new KnownWords(() => reads.url);
  teardown.push(() => knownWords.close());
  // The first match after an import would wait for its words.
  dataVersion.on('moved', (version) => void (knownWords.isThere && knownWords.readAll(version).catch(() => {})));
  return {
    counter,
    search: createSearch({ pool: reads, version: dataVersion, counter, registers }),
    candidates: new Candidates(reads, counter),
    knownWords,
    /** Which changes fit filters. */
    changedMatches: changedMatchesIn({ pool: primary, terms: sourceTerms, registers }),
    /** Reads the names in advance, because the first broad search would wait for them, and asks the first queries. */
    warmUp: async () => {
      const version = await dataVersion.current();
      await keepUp(version);
      await counter.warmUp?.(version).catch(() => {});
    },
  };
}

/** Counts in the memory of this process or in ClickHouse. The client of ClickHouse is loaded only if it is used. */
async function openCounter({ records: { reads }, settings, logger, now }: SearchOptions): Promise<Counter> {
  const { clickhouseUrl, threads } = settings;
  const onRefusal = (accountId: string, waiting: number) =>
    logger.warn({ accountId, waiting }, 'a search was refused, because it waited too long');
  if (!clickhouseUrl) return openScanner({ databaseUrl: () => reads.url, threads, onRefusal });
  const [{ openClickHouse }, { clickhouseCounter }] = await Promise.all([
    import('./clickhouse/clickhouse.ts'),
    import('./clickhouse/clickhouse-counter.ts'),
  ]);
  return clickhouseCounter({ clickhouse: openClickHouse(clickhouseUrl), pool: reads, logger, now, onRefusal });
}

/** Writes the copy of the search index in ClickHouse, for commands. Undefined if ClickHouse is not used. */
export async function openIndexCopy(clickhouseUrl: string | undefined, teardown: Teardown): Promise<IndexCopy | undefined> {
  if (!clickhouseUrl) return undefined;
  const [{ openClickHouse }, { indexCopyIn }] = await Promise.all([
    import('./clickhouse/clickhouse.ts'),
    import('./clickhouse/index-copy.ts'),
  ]);
  const copy = indexCopyIn(openClickHouse(clickhouseUrl));
  teardown.push(() => copy.close());
  return copy;
}
