import { daysBetweenUpdates } from '../company/update-frequency.ts';
import { gleif, servedIdentifiers } from '../identifiers/index.ts';
import { failedImports, recordKilledImports } from '../intake/index.ts';
import { lastImports, openRecords } from '../records/index.ts';
import { openSearch } from '../search/index.ts';
import { Groups } from './groups.ts';
import { Lookup } from './lookup/lookup.ts';
import { countryProblem } from './unknown-country.ts';

export { lookups } from './lookup/rules.ts';

type CompaniesParts = Parameters<typeof openRecords>[0] & { search: Parameters<typeof openSearch>[0]['settings'] };

/** Company records and the search in them. */
export async function openCompanies({ search: settings, ...parts }: CompaniesParts) {
  const { primary, registers } = parts;
  /** All that is imported. */
  const sources = [...registers, gleif];
  const opened = openRecords(parts);
  const { reads, identifierReads } = opened;
  const { records, dataVersion, identifiers, freshness } = opened.services;
  const { counter, search, candidates, knownWords, changedMatches, warmUp } = await openSearch({
    ...parts,
    primary: primary.pool,
    records: opened,
    settings,
  });
  return {
    services: {
      ...opened.services,
      candidates,
      knownWords,
      problemOfCountry: async (code: string) => countryProblem(await records.countries(), code),
      lookup: new Lookup({ pool: reads, version: dataVersion, counter, records, registers, identifiers: identifierReads }),
      search,
      groups: new Groups({ reads: identifierReads, identifiers, search }),
      recordKilledImports: () => recordKilledImports(primary.pool),
    },
    pastRecords: opened.pastRecords,
    changedMatches,
    /** The served edition of each register, and of the identifiers. */
    editions: async () => {
      const served = (await servedIdentifiers(primary.pool)) ?? null;
      return [...(await freshness.registers()), { id: gleif.id, served }];
    },
    reads,
    /** Values for the metrics. */
    gauges: {
      waitingSearches: () => counter.waiting,
      replicaLag: () => reads.lag,
      isOnReplica: () => reads.isOnReplica,
      lastImports: () => lastImports(primary.pool),
      failedImports: () =>
        failedImports(
          primary.pool,
          sources.map(({ id }) => id),
        ),
      updateIntervals: sources.map(({ id, updateFrequency }) => ({ register: id, days: daysBetweenUpdates[updateFrequency] })),
    },
    warmUp,
  };
}

export type Companies = Awaited<ReturnType<typeof openCompanies>>;
