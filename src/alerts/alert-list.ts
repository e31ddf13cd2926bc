import type pg from 'pg';
import type { Alert } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { type AlertKind, alertRules } from './kinds.ts';

export interface AlertRow extends Pick<Alert, 'at' | 'data'> {
  id: string;
  kind: AlertKind;
  isUnread: boolean;
}

/** An operator sees the alerts of their account and those of the whole service. */
const isOwn = '(alert.account_id = $1 OR ($3 AND alert.account_id IS NULL))';
const readUpTo = 'coalesce((SELECT read_up_to FROM alert_reader WHERE account_id = $1 AND user_id = $2), 0)';

/** `id` alone would be the text of the result, which sorts in another way. */
const listAlerts = sql<AlertRow>`SELECT id::text, kind, at, data, id > ${readUpTo} AS "isUnread" FROM alert
  WHERE ${isOwn} AND ($4::bigint IS NULL OR id < $4) ORDER BY alert.id DESC LIMIT $5`;
const countUnread = sql<{ count: number }>`SELECT count(*)::int FROM alert WHERE ${isOwn} AND id > ${readUpTo}`;
/** Later alerts stay unread, also if the id is that of none. */
const markRead = sql`INSERT INTO alert_reader AS reader (account_id, user_id, read_up_to)
  SELECT account.id, person.id, coalesce((SELECT max(id) FROM alert WHERE ${isOwn} AND id <= $4), 0)
  FROM account, user_profile AS person WHERE account.id = $1 AND person.id = $2
  ON CONFLICT (account_id, user_id) DO UPDATE SET read_up_to = greatest(reader.read_up_to, excluded.read_up_to)`;

const countBetween = sql<{ count: number }>`SELECT count(*)::int FROM alert
  WHERE account_id = $1 AND kind = $2 AND id BETWEEN $3 AND $4`;

const whoOf = ({ accountId, userId, isOperator }: SessionPrincipal) => [accountId, userId, isOperator === true] as const;

/** The alerts that a person sees. Each person of an account reads for themselves. */
export const alertList = (pool: pg.Pool) => ({
  /** A page before an id, newest first. It has one more alert than the limit if there is a next page. */
  page: async (reader: SessionPrincipal, before: bigint | undefined, limit: number): Promise<AlertRow[]> =>
    (await pool.query(listAlerts, [...whoOf(reader), before ?? null, limit + 1])).rows,

  /** How many alerts of a kind an account has, from one to another. */
  count: async (accountId: string, { kind, since, alertId }: Record<'kind' | 'since' | 'alertId', string>): Promise<number> =>
    (await pool.query(countBetween, [accountId, kind, since, alertId])).rows[0]?.count ?? 0,

  unread: async (reader: SessionPrincipal): Promise<number> => (await pool.query(countUnread, whoOf(reader))).rows[0]?.count ?? 0,

  /** Marks an alert and all older ones as read. */
  read: async (reader: SessionPrincipal, upTo: string): Promise<void> => {
    check(alertRules, { upTo });
    await pool.query(markRead, [...whoOf(reader), upTo]);
  },
});
