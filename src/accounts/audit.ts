import type pg from 'pg';
import { sql } from '../database/sql.ts';

/** The events in the audit log, by what they happen to. Describe a new kind in docs/guides/accounts.md. */
type AuditAction =
  | `session.${'started' | 'ended'}`
  | `api_key.${'created' | 'rotated' | 'changed' | 'revoked' | 'handed_over' | 'leaked'}`
  | `reconcile_address.${'created' | 'revoked' | 'leaked'}`
  | `watch_list.${'created' | 'renamed' | 'changed' | 'deleted'}`
  | `invitation.${'created' | 'revoked'}`
  | `member.${'added' | 'role_changed' | 'removed' | 'barred' | 'restored'}`
  | 'sign_in_rules.changed'
  | `webhook_endpoint.${'created' | 'changed' | 'rotated' | 'disabled' | 'enabled' | 'deleted'}`
  | 'plan.changed'
  | 'alerts.chosen'
  | `account.${'exported' | 'erased'}`;

interface AuditEntry {
  accountId: string;
  action: AuditAction;
  /** The person who did it. Unset: the payment provider, or the service itself. */
  userId?: string;
  /** The id of what it was done to. */
  subject?: string;
  /** Never a secret, never a name or an e-mail address. */
  details?: Record<string, string | number | boolean | null>;
}

const insertEntry = sql`
  INSERT INTO audit_entry (account_id, action, user_id, subject, details) VALUES ($1, $2, $3, $4, $5)`;

/** Writes an entry. Call it in the transaction of the change, so that neither exists without the other. */
export async function audit(client: pg.ClientBase | pg.Pool, { accountId, action, userId, subject, details = {} }: AuditEntry) {
  await client.query({
    name: 'audit',
    text: insertEntry,
    values: [accountId, action, userId ?? null, subject ?? null, JSON.stringify(details)],
  });
}
