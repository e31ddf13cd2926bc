import type { Companies } from '../../companies/index.ts';
import { plainNumber } from '../../company/company.ts';
import { noProgress, type Progress } from '../../kernel/cost.ts';
import { type Name, namesIn } from '../names/name.ts';
import { readTables } from '../names/tables.ts';
import type { MatchedName } from '../query.ts';
import { type Ranked, rankInSteps } from '../rank.ts';
import { nobodyWaits, Turns } from '../turns.ts';
import type { KnownWords } from '../vocabulary/known-words.ts';
import { type CompanyRecord, comparable } from './comparable.ts';
import type { KeyedQuery, MatchOptions } from './input.ts';
import { MatchPlaces } from './match-places.ts';
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

/** Who asks, whether somebody still waits for the answer, and where it is noted how many queries are done. */
interface Asker {
  caller: string;
  isOver?: (() => boolean) | undefined;
  progress?: Progress | undefined;
}

/** So many records that the search finds are compared, for each of its questions. */
const mostCandidates = 50;

/** Finds the companies that are meant by names, and by what else is known of them. */
export class Matches {
  readonly #services: MatchingServices;
  readonly #words: KnownWords;
  /** Comparing takes long, and other requests have their turns meanwhile. */
  readonly #turns = new Turns();
  readonly #places = new MatchPlaces();

  constructor(services: MatchingServices, words: KnownWords) {
    this.#services = services;
    this.#words = words;
  }

  /** An answer for each query, in their order. Each is of one version of the data. It ends early if nobody waits for it. */
  match(queries: readonly KeyedQuery[], options: MatchOptions, asker: Asker): Promise<MatchAnswer[]> {
    return this.#places.during(asker.caller, () => this.#answers(queries, options, asker));
  }

  async #answers(queries: readonly KeyedQuery[], options: MatchOptions, asker: Asker): Promise<MatchAnswer[]> {
    const { isOver = () => false, progress = noProgress() } = asker;
    const answers: MatchAnswer[] = [];
    const left = queries.entries();
    const lane = async () => {
      for (const [place, query] of left) {
        if (isOver()) throw nobodyWaits();
        progress.begun += 1;
        answers[place] = { key: query.key, results: await this.#results(query, options, asker) };
        progress.answered += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (isOver()) throw nobodyWaits();
    return answers;
  }

  /** The records that are compared with a query, in no order. */
  async candidates(query: KeyedQuery, caller: string): Promise<CompanyRecord[]> {
    const typed = await this.#namesIn(query, { caller });
    return this.#services.dataVersion.during((version) => this.#records(query, typed, version, caller));
  }

  async #results(query: KeyedQuery, { limit, threshold, exclude }: MatchOptions, asker: Asker): Promise<MatchResult[]> {
    const { caller, isOver } = asker;
    const typed = await this.#namesIn(query, asker);
    return this.#services.dataVersion.during(async (version) => {
      const known = new Map<string, CompanyRecord>();
      for (const record of await this.#records(query, typed, version, caller)) known.set(record.id, record);
      for (const id of exclude) known.delete(id);
      const candidates = await Promise.all([...known.values()].map((record) => comparable(record, query, this.#services)));
      const ranking = rankInSteps(query, candidates, { threshold, weightOf: this.#words.weightOf, typed });
      const ranked = await this.#turns.do(caller, ranking, isOver);
      return ranked.slice(0, limit).map(({ candidate, ...score }) => ({ ...score, entity: candidate.record }));
    });
  }

  /** The names that a query states. To take a long one apart takes a turn. */
  async #namesIn({ name, country }: KeyedQuery, { caller, isOver }: Asker): Promise<Name[]> {
    await readTables();
    const { weightOf } = this.#words;
    // biome-ignore lint/correctness/useYield: it is one step.
    const reading = (function* () {
      return namesIn(name, weightOf, country);
    })();
    return this.#turns.do(caller, reading, isOver);
  }

  /** The records that are compared: by number or LEI, and by name. */
  async #records(query: KeyedQuery, typed: readonly Name[], version: string, caller: string): Promise<CompanyRecord[]> {
    const { candidates, lookup } = this.#services;
    const { country, number, lei } = query;
    const countries = country ? [country] : (await this.#services.records.countries()).map(({ code }) => code);
    const keys = [
      ...(lei ? [{ lei: plainNumber(lei) }] : []),
      ...(number ? countries.map((code) => ({ country: code, number })) : []),
    ];
    const known = keys.length > 0 ? await lookup.find(keys, ['registry', 'registrations'], caller) : [];
    const questions = await questionsOf(typed, query, this.#words, version, caller);
    const named = await candidates.find(questions, mostCandidates, version, caller);
    return [...known.flatMap(({ record }) => record ?? []), ...named];
  }
}

/** So many queries of a request are answered at the same time. The others wait, so that other requests have their turns. */
const lanes = 4;
