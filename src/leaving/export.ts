import type pg from 'pg';
import { audit } from '../accounts/index.ts';
import { type Statement, sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import { KeyedQueue } from '../kernel/keyed-queue.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';

/** The most rows of a list, the newest ones. An export is made in memory, which nobody may fill. */
export const longestList = 10_000;
/** The most payment events. Their texts are large. */
const mostEvents = 1_000;

/** It is given away as it is, and nothing of it is read here. */
type Row = Record<string, unknown>;

/**
 * The lists of an export: all data of an account ($1), newest first, at most $2 rows. Secrets and their hashes are left out. A
 * test fails if a table with an account's data is missing here.
 */
const lists: Record<string, { text: Statement<Row>; most?: number }> = {
  users: {
    text: sql<Row>`SELECT id, issuer, subject, email, name, created_at AS "createdAt" FROM user_profile
      WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2`,
  },
  apiKeys: {
    text: sql<Row>`SELECT id, name, prefix, family_id AS "familyId", created_at AS "createdAt", last_used_at AS "lastUsedAt",
        expires_at AS "expiresAt", rotated_at AS "rotatedAt", revoked_at AS "revokedAt"
      FROM api_key WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
  },
  usageByPeriod: {
    text: sql<Row>`SELECT period_start AS "periodStart", used::float8 FROM period_usage
      WHERE account_id = (SELECT coalesce(meter_id, id) FROM account WHERE id = $1) ORDER BY period_start DESC LIMIT $2`,
  },
  usageByDay: {
    text: sql<Row>`SELECT day::text, nullif(key_id, '00000000-0000-0000-0000-000000000000') AS "keyId",
        status_class AS "statusClass", requests::float8
      FROM daily_usage WHERE account_id = $1 ORDER BY day DESC, key_id, status_class LIMIT $2`,
  },
  subscriptions: {
    text: sql<Row>`SELECT id, customer_id AS "customerId", status, plan, period_start AS "periodStart", period_end AS "periodEnd",
        cancel_at_period_end AS "cancelAtPeriodEnd"
      FROM subscription WHERE account_id = $1 ORDER BY event_created DESC, id LIMIT $2`,
  },
  planChanges: {
    text: sql<Row>`SELECT from_plan AS "from", to_plan AS "to", event_id AS "eventId", at FROM plan_change
      WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
  },
  // An event that was ignored may be about somebody else, so its text is left out.
  paymentEvents: {
    text: sql<Row>`SELECT id, kind, to_timestamp(created) AS created, subscription_id AS "subscriptionId",
        customer_id AS "customerId", received_at AS "receivedAt", outcome,
        CASE WHEN outcome IN ('applied', 'stale') THEN payload END AS payload
      FROM payment_event WHERE subscription_id IN (SELECT id FROM subscription WHERE account_id = $1)
        OR customer_id = (SELECT customer_id FROM account WHERE id = $1)
      ORDER BY arrival DESC LIMIT $2`,
    most: mostEvents,
  },
  sessions: {
    text: sql<Row>`SELECT id, user_id AS "userId", device, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
        expires_at AS "expiresAt", ended_at AS "endedAt"
      FROM session WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
  },
  // We cannot open the answers themselves: they are sealed.
  idempotentAnswers: {
    text: sql<Row>`SELECT created_at AS "createdAt" FROM idempotent_answer
      WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2`,
  },
  auditEntries: {
    text: sql<Row>`SELECT at, action, user_id AS "userId", subject, details FROM audit_entry
      WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
  },
};

const findAccount = sql<Row>`SELECT id, email, plan, customer_id AS "customerId", billing_status AS "billingStatus",
    period_start AS "periodStart", period_end AS "periodEnd", cancel_at_period_end AS "cancelAtPeriodEnd",
    created_at AS "createdAt"
  FROM account WHERE id = $1`;

/** All data of an account, as it was at one moment. */
export type AccountExport = Record<string, unknown> & {
  /** The lists that have more rows than are given. */
  incomplete: string[];
};

/** Makes exports, one at a time for each account, so that nobody takes all connections by asking for many. */
export class AccountExports {
  readonly #pool: pg.Pool;
  readonly #queue = new KeyedQueue();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  of(session: SessionPrincipal): Promise<AccountExport> {
    return this.#queue.run(session.accountId, () => exportAccount(this.#pool, session));
  }
}

function exportAccount(pool: pg.Pool, { accountId, userId }: SessionPrincipal): Promise<AccountExport> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const { rows } = await client.query(findAccount, [accountId]);
    if (!rows[0]) throw new Failure('invalid_session');
    const exported: AccountExport = { account: rows[0], incomplete: [] };
    for (const [name, { text, most = longestList }] of Object.entries(lists)) {
      const found = await client.query(text, [accountId, most + 1]);
      exported[name] = found.rows.slice(0, most);
      if (found.rows.length > most) exported.incomplete.push(name);
    }
    await audit(client, { accountId, action: 'account.exported', userId });
    return exported;
  });
}
