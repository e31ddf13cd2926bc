import type pg from 'pg';
import type { ApiKey, DailyUsage } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { makerFor } from '../kernel/access/admission.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import { nilUuid } from '../kernel/uuid.ts';

/** The number of answers with one class of status, to one key, on one day. */
export interface Answers extends Pick<DailyUsage, 'day' | 'statusClass'> {
  /** Null: requests of a session. */
  keyId: string | null;
  keyName: ApiKey['name'] | null;
  requests: number;
}

const listAnswers = sql<Answers>`
  SELECT day::timestamp AT TIME ZONE 'UTC' AS day, nullif(key_id, '${nilUuid}') AS "keyId",
    CASE WHEN $3::uuid IS NULL OR created_by = $3::uuid THEN name ELSE prefix END AS "keyName",
    status_class AS "statusClass", requests::float8
  FROM daily_usage LEFT JOIN api_key ON api_key.id = key_id AND api_key.account_id = daily_usage.account_id
  WHERE daily_usage.account_id = $1 AND day >= ($2 AT TIME ZONE 'UTC')::date ORDER BY daily_usage.day, key_id, status_class`;

const sumRequests = sql<{ accountId: string; requests: number }>`
  SELECT account_id AS "accountId", sum(requests)::float8 AS requests FROM daily_usage
  WHERE account_id = ANY ($1) AND day >= ($2 AT TIME ZONE 'UTC')::date GROUP BY account_id`;

/** Reads the usage of accounts. `now` is the clock of the counters. */
export function openUsage(pool: pg.Pool, now: () => number) {
  const firstOf = (days: number) => new Date(now() - (days - 1) * 86_400_000);
  return {
    /** The answers to the account of a session in the last days, today included, in order. */
    answersOf: async (session: SessionPrincipal, days: number): Promise<Answers[]> =>
      (await pool.query(listAnswers, [session.accountId, firstOf(days), makerFor(session)])).rows,

    /** How many answers each account got in the last days, today included. An account without any is left out. */
    requestsOf: async (accountIds: readonly string[], days: number): Promise<Map<string, number>> => {
      const { rows } = await pool.query(sumRequests, [accountIds, firstOf(days)]);
      return new Map(rows.map(({ accountId, requests }) => [accountId, requests]));
    },
  };
}

export type Usage = ReturnType<typeof openUsage>;

/** Groups the answers by name. Returns the first of each group and the sum of its requests. */
export function sumBy(answers: Answers[], name: (one: Answers) => string): [first: Answers, requests: number][] {
  return [...Map.groupBy(answers, name)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => [group[0] as Answers, group.reduce((sum, { requests }) => sum + requests, 0)]);
}
