import type pg from 'pg';
import { posting } from '../background/outbox.ts';
import type { AlertData } from './kinds.ts';

/** An alert to be raised. */
export type NewAlert = {
  [Kind in keyof AlertData]: {
    /** Null: for the operators. */
    accountId: string | null;
    kind: Kind;
    /** Identifies the cause. Of the same cause there is one alert, however often and by however many instances it is raised. */
    key: string;
    data: AlertData[Kind];
  };
}[keyof AlertData];

/** The topic of alerts. Those of one kind are one subject. */
export const alertRaised = 'alert.raised';

// An account may be deleted meanwhile.
const insertAlerts = posting({
  with: `raised AS (
    INSERT INTO alert (account_id, kind, key, data)
    SELECT account_id, kind, key, data::json FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
      AS given (account_id, kind, key, data)
    WHERE account_id IS NULL OR EXISTS (SELECT FROM account WHERE id = account_id)
    ON CONFLICT (account_id, kind, key) DO NOTHING RETURNING id, account_id, kind)`,
  topic: alertRaised,
  subject: `'alert ' || kind`,
  data: `jsonb_build_object('kind', kind, 'alertId', id::text, 'since', id::text, 'count', 1)`,
  from: 'raised ORDER BY id',
});

/**
 * Raises alerts. Call it in the transaction of their cause, so that neither exists without the other. E-mails and messages to
 * webhook endpoints follow after the commit, by way of the outbox.
 */
export async function raise(client: pg.ClientBase | pg.Pool, ...alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  await client.query(insertAlerts, [
    alerts.map(({ accountId }) => accountId),
    alerts.map(({ kind }) => kind),
    alerts.map(({ key }) => key),
    alerts.map(({ data }) => JSON.stringify(data)),
  ]);
}
