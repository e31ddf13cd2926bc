import type { Companies } from '../../companies/index.ts';
import { plainNumber } from '../../company/company.ts';
import { noProgress, type Progress } from '../../kernel/cost.ts';
import { Failure } from '../../kernel/errors.ts';
import { type Name, namesIn } from '../names/name.ts';
import { readTables } from '../names/tables.ts';
import type { MatchedName } from '../query.ts';
import { type Ranked, rankInSteps } from '../score.ts';
import { nobodyWaits, Turns } from '../turns.ts';
import { weightsOf } from '../weights.ts';
import { candidateQueries } from './candidate-queries.ts';
import { type CompanyRecord, comparable } from './comparable.ts';
import type { KeyedQuery, MatchOptions } from './input.ts';
import { matchRules } from './rules.ts';

type MatchingServices = Pick<
  Companies['services'],
  'candidates' | 'dataVersion' | 'derived' | 'identifiers' | 'knownWords' | 'lookup' | 'records'
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

/** For whom it is, whether somebody still waits for the answer, and where it is noted how many queries are done. */
interface MatchContext {
  caller: string;
  isOver?: (() => boolean) | undefined;
  progress?: Progress | undefined;
}

/** So many records are compared for each query of the search. */
const maxCandidates = 50;
/** So many queries of a request are answered at the same time. The others wait, so that other requests have their turns. */
const lanes = 4;
const retryAfterSeconds = 1;

/** Finds the companies that are meant by names, and by what else is known of them. */
export class Matches {
  readonly #services: MatchingServices;
  /** Comparing takes long, and other requests have their turns meanwhile. */
  readonly #turns = new Turns();
  /** By caller: how many of its requests are worked on, and what starts those that wait. */
  readonly #callers = new Map<string, { count: number; waiting: (() => void)[] }>();

  constructor(services: MatchingServices) {
    this.#services = services;
  }

  /** How much words say, learnt from the names of each country. */
  get #weightOf() {
    return weightsOf(this.#services.knownWords.shareOf);
  }

  /** An answer for each query, in their order. Each is of one version of the data. It ends early if nobody waits for it. */
  async match(queries: readonly KeyedQuery[], options: MatchOptions, context: MatchContext): Promise<MatchAnswer[]> {
    const leave = await this.#enter(context.caller);
    try {
      return await this.#answers(queries, options, context);
    } finally {
      leave();
    }
  }

  /** Limits how many requests of a caller are worked on at the same time. Some more wait, in their order. */
  async #enter(caller: string): Promise<() => void> {
    const own = this.#callers.get(caller) ?? { count: 0, waiting: [] };
    this.#callers.set(caller, own);
    const { underWay, waiting } = matchRules;
    if (own.waiting.length >= waiting)
      throw new Failure(
        'rate_limit_exceeded',
        `An account may have ${underWay + waiting} matches at a time: send the next one when another is answered.`,
        { retryAfter: retryAfterSeconds },
      );
    if (own.count < underWay) own.count += 1;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    return () => {
      const next = own.waiting.shift();
      if (next) next();
      else own.count -= 1;
      if (own.count === 0) this.#callers.delete(caller);
    };
  }

  async #answers(queries: readonly KeyedQuery[], options: MatchOptions, context: MatchContext): Promise<MatchAnswer[]> {
    const { isOver = () => false, progress = noProgress() } = context;
    const answers: MatchAnswer[] = [];
    const left = queries.entries();
    const lane = async () => {
      for (const [place, query] of left) {
        if (isOver()) throw nobodyWaits();
        progress.begun += 1;
        answers[place] = { key: query.key, results: await this.#results(query, options, context) };
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

  async #results(query: KeyedQuery, { limit, threshold, exclude }: MatchOptions, context: MatchContext): Promise<MatchResult[]> {
    const { caller, isOver } = context;
    const typed = await this.#namesIn(query, context);
    return this.#services.dataVersion.during(async (version) => {
      const known = new Map<string, CompanyRecord>();
      for (const record of await this.#records(query, typed, version, caller)) known.set(record.id, record);
      for (const id of exclude) known.delete(id);
      const candidates = await Promise.all([...known.values()].map((record) => comparable(record, query, this.#services)));
      const ranking = rankInSteps(query, candidates, { threshold, weightOf: this.#weightOf, typed });
      const ranked = await this.#turns.do(caller, ranking, isOver);
      return ranked.slice(0, limit).map(({ candidate, ...score }) => ({ ...score, entity: candidate.record }));
    });
  }

  /** The names that a query states. To take a long one apart takes a turn. */
  async #namesIn({ name, country }: KeyedQuery, { caller, isOver }: MatchContext): Promise<Name[]> {
    await readTables();
    const weightOf = this.#weightOf;
    // biome-ignore lint/correctness/useYield: it is one step.
    const reading = (function* () {
      return namesIn(name, weightOf, country);
    })();
    return this.#turns.do(caller, reading, isOver);
  }

  /** The records that are compared: by number or LEI, and by name. */
  async #records(query: KeyedQuery, typed: readonly Name[], version: string, caller: string): Promise<CompanyRecord[]> {
    const { candidates, lookup, knownWords } = this.#services;
    const { country, number, lei } = query;
    const countries = country ? [country] : (await this.#services.records.countries()).map(({ code }) => code);
    const keys = [
      ...(lei ? [{ lei: plainNumber(lei) }] : []),
      ...(number ? countries.map((code) => ({ country: code, number })) : []),
    ];
    const known = keys.length > 0 ? await lookup.find(keys, ['registry', 'registrations'], caller) : [];
    const weightOf = this.#weightOf;
    const queries = await candidateQueries(typed, country, { knownWords, weightOf, version, caller });
    const named = await candidates.find(queries, maxCandidates, version, caller);
    return [...known.flatMap(({ record }) => record ?? []), ...named];
  }
}
