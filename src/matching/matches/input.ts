import { filterRules } from '../../company/limits.ts';
import { Failure } from '../../kernel/errors.ts';
import { maxProblems, type Rule } from '../../kernel/rules.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { MatchQuery } from '../query.ts';
import { matchRules } from './rules.ts';

type Sent<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined };
/** A query as a client sends it. */
type SentQuery = Sent<KeyedQuery> & { name: string };
/** What a client sends. */
type SentMatch = Sent<MatchOptions> & { queries: readonly SentQuery[] };

/** A query that was checked. */
export interface KeyedQuery extends MatchQuery {
  /** What the client calls the query. */
  key: string | null;
}

export interface MatchOptions {
  /** How many results each query has at most. */
  limit: number;
  /** From this score on, a record is taken for the company. */
  threshold: number;
  /** The ids of records that are no results. */
  exclude: readonly string[];
}

const rules = { ...matchRules.query, number: filterRules.number, lei: filterRules.lei } satisfies Record<string, Rule<string>>;
const { limit, threshold, maxQueries, maxExcluded } = matchRules;

/** Says what is wrong with a country; undefined if it is served. */
export type ProblemOfCountry = (code: string) => Promise<string | undefined>;

/** The queries and options of a request. Throws one invalid_request that names everything which is wrong, up to a limit. */
export async function checkedMatch(sent: SentMatch, problemOfCountry: ProblemOfCountry) {
  const { queries } = sent;
  if (queries.length === 0 || queries.length > maxQueries)
    throw new Failure('invalid_request', `queries: must have 1 to ${maxQueries} queries.`);
  const ofQueries = await Promise.all(
    queries.map(async (query, place) =>
      (await problemsOf(query, problemOfCountry)).map((problem) => `queries[${place}].${problem}`),
    ),
  );
  const problems = [...ofQueries.flat(), ...problemsOfOptions(sent)];
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.slice(0, maxProblems).join('; ')}.`);
  const options: MatchOptions = {
    limit: sent.limit ?? limit.usual,
    threshold: sent.threshold ?? threshold.usual,
    exclude: (sent.exclude ?? []).map((id) => id.toLowerCase()),
  };
  return { queries: queries.map(keyed), options };
}

async function problemsOf(query: SentQuery, problemOfCountry: ProblemOfCountry): Promise<string[]> {
  const country = typeof query.country === 'string' ? await problemOfCountry(query.country) : undefined;
  const broken = Object.entries(rules).flatMap(([field, rule]) => {
    const value = query[field as keyof typeof rules];
    return value === undefined || value === null || rule.allows(value) ? [] : [`${field}: ${rule.message}`];
  });
  return country ? [`country: ${country}`, ...broken] : broken;
}

function problemsOfOptions(sent: SentMatch): string[] {
  const wrong = (sent.exclude ?? []).findIndex((id) => !isUuid(id));
  return [
    ...(limit.allows(sent.limit ?? limit.usual) ? [] : [`limit: ${limit.message}`]),
    ...(threshold.allows(sent.threshold ?? threshold.usual) ? [] : [`threshold: ${threshold.message}`]),
    ...((sent.exclude?.length ?? 0) > maxExcluded ? [`exclude: must have at most ${maxExcluded} ids`] : []),
    ...(wrong >= 0 ? [`exclude[${wrong}]: must be a UUID`] : []),
  ];
}

/** Without what was not sent. */
function keyed({ key, ...query }: SentQuery): KeyedQuery {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null));
  return {
    ...(given as unknown as MatchQuery),
    key: key ?? null,
    ...(query.country && { country: query.country.toUpperCase() }),
  };
}
