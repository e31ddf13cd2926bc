import { sql } from '../database/sql.ts';
import { accountTable, declareTables, type ExportedRow, writtenByService } from '../database/table.ts';

const untilErased = 'until the account is erased';

export const accountTables = declareTables({
  account: {
    rights: writtenByService,
    kept: untilErased,
    account: {
      exported: {
        object: 'account',
        row: sql<ExportedRow>`SELECT id, email, plan, customer_id AS "customerId", billing_status AS "billingStatus",
            period_start AS "periodStart", period_end AS "periodEnd", cancel_at_period_end AS "cancelAtPeriodEnd",
            required_issuer AS "requiredIssuer", group_roles AS "groupRoles", created_at AS "createdAt"
          FROM account WHERE id = $1`,
      },
      erased: 'cascade',
    },
  },
  user_profile: accountTable({
    kept: untilErased,
    list: 'users',
    description: 'The members. Issuer, subject and groups only of those who made the account.',
    rows: sql<ExportedRow>`SELECT id, CASE WHEN made.is_own THEN issuer END AS issuer,
        CASE WHEN made.is_own THEN subject END AS subject, CASE WHEN made.is_own THEN groups END AS groups, email, name,
        created_at AS "createdAt"
      FROM user_profile JOIN membership ON user_id = id, LATERAL (SELECT user_profile.account_id = $1 AS is_own) AS made
      WHERE membership.account_id = $1 ORDER BY created_at DESC LIMIT $2`,
  }),
  membership: accountTable({
    kept: untilErased,
    list: 'members',
    description: 'The roles of the members.',
    rows: sql<ExportedRow>`SELECT user_id AS "userId", role, since, barred FROM membership
      WHERE account_id = $1 ORDER BY since DESC, user_id LIMIT $2`,
  }),
  invitation: accountTable({
    kept: { days: 30, key: 'id', where: 'expires_at < $1' },
    list: 'invitations',
    description: 'The invitations of the last weeks, without tokens and hashes.',
    rows: sql<ExportedRow>`SELECT id, role, note, created_by AS "createdBy",
        created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt", revoked_at AS "revokedAt"
      FROM invitation WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
  }),
  api_key: accountTable({
    kept: { days: 'revokedKeys', key: 'id', where: 'least(revoked_at, expires_at) < $1' },
    list: 'apiKeys',
    description: 'All keys, the revoked ones too, without secrets and hashes.',
    rows: sql<ExportedRow>`SELECT id, name, prefix, family_id AS "familyId", created_by AS "createdBy",
        created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt", rotated_at AS "rotatedAt",
        revoked_at AS "revokedAt",
        scopes, addresses, minute_limit AS "minuteLimit", monthly_quota AS "monthlyQuota"
      FROM api_key WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
  }),
  reconcile_address: accountTable({
    kept: 'until it is revoked or replaced, or its key is deleted',
    list: 'reconcileAddresses',
    description: 'The addresses of keys for OpenRefine, without tokens and hashes.',
    rows: sql<ExportedRow>`SELECT key_id AS "keyId", prefix, created_at AS "createdAt", last_used_at AS "lastUsedAt"
      FROM reconcile_address WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
  }),
  idempotent_answer: accountTable({
    // An Idempotency-Key counts for a day.
    kept: { days: 1, key: 'account_id, key_hash', where: 'created_at < $1' },
    list: 'idempotentAnswers',
    description: 'When a request with an Idempotency-Key was answered, for a day. The answers are sealed.',
    rows: sql<ExportedRow>`SELECT created_at AS "createdAt" FROM idempotent_answer
      WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2`,
  }),
  audit_entry: {
    rights: writtenByService,
    kept: { days: 'auditEntries', key: 'id', where: 'at < $1' },
    account: {
      exported: {
        list: 'auditEntries',
        description: 'What was done to the account.',
        rows: sql<ExportedRow>`SELECT at, action, user_id AS "userId", subject, details FROM audit_entry
          WHERE account_id = $1 ORDER BY id DESC LIMIT $2`,
      },
      erased: { stays: 'An entry names no person.' },
    },
  },
  account_departure: {
    rights: writtenByService,
    kept: { days: 1, key: 'id', where: 'at < $1' },
    account: {
      exported: { nothing: 'It has the id of the account and nothing else.' },
      erased: { stays: 'Other instances read in it that the account is gone.' },
    },
  },
  departed_person: {
    rights: writtenByService,
    // A person who left is forgotten when both the calendar month and the pause are over.
    kept: {
      days: 0,
      key: 'person',
      where: "greatest(may_return_at, date_trunc('month', left_at, 'UTC') + interval '1 month') < $1",
    },
    account: {
      exported: { nothing: 'A person who has an account has no row.' },
      erased: { stays: 'A deletion writes it, so that the month goes on when the person comes back. It is a hash.' },
    },
  },
});
