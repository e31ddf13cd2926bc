import type pg from 'pg';
import type { Alert } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { locks } from '../kernel/locks.ts';
import { mailed, mailsPerDay } from './recipients.ts';

/** Alerts of one kind that the webhook endpoints of their account can get: the newest one, the first one, and how many. */
export interface Announced {
  accountId: string;
  kind: string;
  alertId: string;
  since: string;
  count: number;
}

export interface HandOnParts {
  pool: pg.Pool;
  /** In lower case. */
  operators: readonly string[];
  /** Whether e-mails can be sent. */
  sendsMail: boolean;
  /** Queues messages to the webhook endpoints of the accounts, in the same transaction. */
  announce?: ((client: pg.ClientBase, alerts: readonly Announced[]) => Promise<void>) | undefined;
}

const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock($1) AS held`;
type Waiting = { id: string } & Pick<Alert, 'accountId' | 'kind'>;
const listWaiting = sql<Waiting>`
  SELECT id::text, account_id AS "accountId", kind FROM alert WHERE handed_on_at IS NULL ORDER BY alert.id LIMIT 100`;
const finish = sql`UPDATE alert SET handed_on_at = clock_timestamp() WHERE id = $1`;

const queueFor = (recipients: string) => sql`INSERT INTO alert_mail (alert_id, user_id)
  SELECT alert.id, person.id FROM ${recipients} WHERE alert.id = $1 AND (
    SELECT count(*) FROM alert_mail JOIN alert AS other ON other.id = alert_id
    WHERE user_id = person.id AND other.kind = alert.kind AND other.at > alert.at - interval '1 day') < ${mailsPerDay}
  ON CONFLICT DO NOTHING`;
const queueForAccount = queueFor(mailed.account);
const queueForOperators = queueFor(mailed.operators);

/**
 * Queues what follows from new alerts: e-mails, and messages to webhook endpoints. One instance at a time does it. An alert
 * waits in its table until that is done, so no crash loses it.
 */
export function handOn({ pool, operators, sendsMail, announce }: HandOnParts): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows: lock } = await client.query(tryLock, [locks.alerts]);
    if (!lock[0]?.held) return;
    const { rows } = await client.query(listWaiting);
    await announce?.(client, byKind(rows));
    for (const { id, accountId } of rows) {
      if (sendsMail && accountId) await client.query(queueForAccount, [id]);
      else if (sendsMail) await client.query(queueForOperators, [id, operators]);
      await client.query(finish, [id]);
    }
  });
}

function byKind(alerts: readonly Waiting[]): Announced[] {
  const groups = Map.groupBy(alerts, ({ accountId, kind }) => `${accountId} ${kind}`);
  return [...groups.values()].flatMap((some) => {
    const [first, last] = [some[0], some.at(-1)];
    if (!first?.accountId || !last) return [];
    return [{ accountId: first.accountId, kind: first.kind, alertId: last.id, since: first.id, count: some.length }];
  });
}
