import type { Companies } from '../../companies/index.ts';
import { plainNumber } from '../../companies/index.ts';
import { Failure } from '../../kernel/errors.ts';
import { readTables } from '../names/tables.ts';
import type { MatchedName } from '../query.ts';
import { type Ranked, rankInSteps } from '../rank.ts';
import { Turns } from '../turns.ts';
import type { KnownWords } from '../vocabulary/known-words.ts';
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
  readonly #words: KnownWords;
  /** Comparing takes long, and other requests have their turns meanwhile. */
  readonly #turns = new Turns();

  constructor(services: MatchingServices, words: KnownWords) {
    this.#services = services;
    this.#words = words;
  }

  /** An answer for each query, in their order. Each is of one version of the data. It ends early if nobody waits for it. */
  async match(
    queries: readonly KeyedQuery[],
    options: MatchOptions,
    caller: string,
    isOver = () => false,
  ): Promise<MatchAnswer[]> {
    const answers: MatchAnswer[] = [];
    const left = queries.entries();
    const lane = async () => {
      for (const [place, query] of left) {
        if (isOver()) throw nobodyWaits();
        answers[place] = { key: query.key, results: await this.#results(query, options, caller) };
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (isOver()) throw nobodyWaits();
    return answers;
  }

  /** The records that are compared with a query, in no order. */
  async candidates(query: KeyedQuery, caller: string): Promise<CompanyRecord[]> {
    return this.#services.dataVersion.during((version) => this.#records(query, version, caller));
  }

  async #results(query: KeyedQuery, { limit, threshold, exclude }: MatchOptions, caller: string): Promise<MatchResult[]> {
    return this.#services.dataVersion.during(async (version) => {
      const known = new Map<string, CompanyRecord>();
      for (const record of await this.#records(query, version, caller)) known.set(record.id, record);
      for (const id of exclude) known.delete(id);
      const candidates = await Promise.all([...known.values()].map((record) => comparable(record, query, this.#services)));
      const ranking = rankInSteps(query, candidates, { threshold, weightOf: this.#words.weightOf });
      const ranked = await this.#turns.do(ranking);
      return ranked.slice(0, limit).map(({ candidate, ...score }) => ({ ...score, entity: candidate.record }));
    });
  }

  /** The records that are compared: by number or LEI, and by name. */
  async #records(query: KeyedQuery, version: string, caller: string): Promise<CompanyRecord[]> {
    const { candidates, lookup } = this.#services;
    const { country, number, lei } = query;
    const countries = country ? [country] : (await this.#services.records.countries()).map(({ code }) => code);
    const keys = [
      ...(lei ? [{ lei: plainNumber(lei) }] : []),
      ...(number ? countries.map((code) => ({ country: code, number })) : []),
    ];
    const known = keys.length > 0 ? await lookup.find(keys, ['registry', 'registrations'], caller) : [];
    await readTables();
    const questions = await questionsOf(query, this.#words, version);
    const named = await candidates.find(questions, mostCandidates, version, caller);
    return [...known.flatMap(({ record }) => record ?? []), ...named];
  }
}

const nobodyWaits = () => new Failure('service_unavailable', 'Nobody waits for the answer.');

/** So many queries of a request are answered at the same time. The others wait, so that other requests have their turns. */
const lanes = 4;
