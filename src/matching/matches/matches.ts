import type { Companies } from '../../companies/index.ts';
import { plainNumber } from '../../companies/index.ts';
import type { MatchedName } from '../query.ts';
import { type Ranked, rankMatches } from '../rank.ts';
import { type CompanyRecord, comparable } from './comparable.ts';
import type { KeyedQuery, MatchOptions } from './input.ts';
import { questionsOf } from './questions.ts';

type MatchingServices = Pick<
  Companies['services'],
  'candidates' | 'dataVersion' | 'derived' | 'identifiers' | 'lookup' | 'records'
>;

/** A record that may be the company. */
export interface MatchResult extends Omit<Ranked<never>, 'candidate'> {
  matchedName: MatchedName;
  entity: CompanyRecord;
}

/** The results of one query, the best first. */
export interface MatchAnswer {
  key: string | null;
  results: MatchResult[];
}

/** So many records that the search finds are compared, for each of its questions. */
const mostCandidates = 50;

/** Finds the companies that are meant by names, and by what else is known of them. */
export class Matches {
  readonly #services: MatchingServices;

  constructor(services: MatchingServices) {
    this.#services = services;
  }

  /** An answer for each query, in their order. Each is of one version of the data. */
  async match(queries: readonly KeyedQuery[], options: MatchOptions, caller: string): Promise<MatchAnswer[]> {
    return Promise.all(queries.map(async (query) => ({ key: query.key, results: await this.#results(query, options, caller) })));
  }

  async #results(query: KeyedQuery, { limit, threshold, exclude }: MatchOptions, caller: string): Promise<MatchResult[]> {
    const { dataVersion, records } = this.#services;
    return dataVersion.during(async (version) => {
      const ids = (await this.#ids(query, caller)).filter((id) => !exclude.includes(id));
      const found = await records.ofVersion(version, ids, ['registry', 'registrations']);
      const candidates = await Promise.all([...found.values()].map((record) => comparable(record, query, this.#services)));
      const ranked = rankMatches(query, candidates, { threshold }).slice(0, limit);
      return ranked.map(({ candidate, ...score }) => ({ ...score, entity: candidate.record }));
    });
  }

  /** The ids of the records that are compared: by number or LEI, and by name. */
  async #ids(query: KeyedQuery, caller: string): Promise<string[]> {
    const { candidates, lookup } = this.#services;
    const { country, number, lei } = query;
    const keys = [...(lei ? [{ lei: plainNumber(lei) }] : []), ...(number && country ? [{ country, number }] : [])];
    const known = keys.length > 0 ? await lookup.find(keys, [], caller) : [];
    const numbered = number && !country ? await candidates.withNumber(number, undefined, caller) : [];
    const named = await candidates.find(questionsOf(query), mostCandidates, caller);
    return [...new Set([...known.flatMap(({ record }) => record?.id ?? []), ...numbered, ...named])];
  }
}
