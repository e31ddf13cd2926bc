import type { ErasedCustomer } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { declareTables, type ExportedRow, writtenByService } from '../database/table.ts';

/** The customers of the account $1, in the order in which they have to be locked. Those of another account are left out. */
export const listCustomers = sql<Pick<ErasedCustomer, 'id'>>`
  SELECT customer_id AS id FROM account WHERE id = $1 AND customer_id IS NOT NULL
  UNION SELECT customer_id FROM subscription WHERE account_id = $1
    AND NOT EXISTS (SELECT FROM account WHERE customer_id = subscription.customer_id AND id <> $1)
  ORDER BY id`;

/** An erasure uses this order: subscriptions come last, because the customers of the account are read from them. */
export const billingTables = declareTables({
  erased_customer: {
    rights: writtenByService,
    kept: { days: 'paymentEvents', key: 'id', where: 'erased_at < $1 AND removed_at IS NOT NULL' },
    account: {
      exported: { nothing: 'A customer has no row before the account is erased.' },
      erased: { by: sql`INSERT INTO erased_customer (id) ${listCustomers} ON CONFLICT DO NOTHING` },
    },
  },
  payment_event: {
    rights: writtenByService,
    kept: {
      days: 'paymentEvents',
      key: 'id',
      // An event without its effect stays, and so does the newest event of a subscription.
      where: `received_at < $1 AND outcome IS NOT NULL
        AND NOT EXISTS (SELECT FROM subscription WHERE event_id = payment_event.id)`,
    },
    account: {
      exported: {
        list: 'paymentEvents',
        description: 'The events of the payment provider about the account.',
        // An ignored event may be about another person, so its text is left out.
        rows: sql<ExportedRow>`SELECT id, kind, to_timestamp(created) AS created, subscription_id AS "subscriptionId",
            customer_id AS "customerId", received_at AS "receivedAt", outcome,
            CASE WHEN outcome IN ('applied', 'stale') THEN payload END AS payload
          FROM payment_event WHERE subscription_id IN (SELECT id FROM subscription WHERE account_id = $1)
            OR customer_id = (SELECT customer_id FROM account WHERE id = $1)
          ORDER BY arrival DESC LIMIT $2`,
        // The texts are large.
        maxRows: 1_000,
      },
      erased: {
        // Events stay for the accounting, with ids, kind and dates. Their text is deleted, because it contains names and
        // addresses. An event whose effect is not done yet is marked as ignored.
        by: sql`UPDATE payment_event SET payload = NULL, outcome = coalesce(outcome, 'ignored'),
            settled_at = coalesce(settled_at, clock_timestamp())
          WHERE customer_id IN (${listCustomers})`,
      },
    },
  },
  plan_change: {
    rights: writtenByService,
    kept: 'until the account is erased',
    account: {
      exported: {
        list: 'planChanges',
        description: 'The history of the plan.',
        rows: sql<ExportedRow>`SELECT from_plan AS "from", to_plan AS "to", event_id AS "eventId", at FROM plan_change
          WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  subscription: {
    rights: writtenByService,
    kept: 'until the account is erased',
    account: {
      exported: {
        list: 'subscriptions',
        description: 'At the payment provider.',
        rows: sql<ExportedRow>`SELECT id, customer_id AS "customerId", status, plan, period_start AS "periodStart",
            period_end AS "periodEnd", cancel_at_period_end AS "cancelAtPeriodEnd"
          FROM subscription WHERE account_id = $1 ORDER BY event_created DESC, id LIMIT $2`,
      },
      // A subscription without an account is deleted too, if its customer belongs to the account.
      erased: {
        by: sql`DELETE FROM subscription
          WHERE account_id = $1 OR (account_id IS NULL AND customer_id IN (${listCustomers}))`,
      },
    },
  },
});
