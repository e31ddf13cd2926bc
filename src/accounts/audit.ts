import type pg from 'pg';
import { sql } from '../database/sql.ts';

/** The events in the audit log. Describe a new kind in docs/guides/accounts.md. */
type AuditAction =
  | 'session.started'
  | 'session.ended'
  | 'api_key.created'
  | 'api_key.rotated'
  | 'api_key.changed'
  | 'api_key.revoked'
  | 'api_key.handed_over'
  | 'api_key.leaked'
  | 'reconcile_address.created'
  | 'reconcile_address.revoked'
  | 'reconcile_address.leaked'
  | 'watch_list.created'
  | 'watch_list.renamed'
  | 'watch_list.changed'
  | 'watch_list.deleted'
  | 'invitation.created'
  | 'invitation.revoked'
  | 'member.added'
  | 'member.role_changed'
  | 'member.removed'
  | 'member.barred'
  | 'member.restored'
  | 'sign_in_rules.changed'
  | 'webhook_endpoint.created'
  | 'webhook_endpoint.changed'
  | 'webhook_endpoint.rotated'
  | 'webhook_endpoint.disabled'
  | 'webhook_endpoint.enabled'
  | 'webhook_endpoint.deleted'
  | 'plan.changed'
  | 'alerts.chosen'
  | 'account.exported'
  | 'account.erased';

export interface AuditEntry {
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
