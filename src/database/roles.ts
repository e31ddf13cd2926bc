import type pg from 'pg';
import { Refusal } from '../kernel/errors.ts';
import { sql } from './sql.ts';

/**
 * Every table, by its feature. The serving role reads company data and writes the rest. The importing role writes company data
 * and sees nothing else. A test fails on a table that is missing here.
 */
export const tables = {
  companies: [
    'country',
    'register',
    'import_run',
    'source_layout',
    'activity',
    'entity',
    'tombstone',
    'kept_id',
    'change_set',
    'change',
    'erasure',
    'legal_form',
    'search_bucket',
    'data_version',
  ],
  changes: ['snapshot'],
  accounts: ['account', 'user_profile', 'api_key', 'audit_entry', 'idempotent_answer', 'account_departure', 'departed_person'],
  identity: ['session', 'used_sign_in'],
  usage: ['period_usage', 'daily_usage', 'usage_writer', 'erased_usage'],
  billing: ['payment_event', 'subscription', 'plan_change', 'erased_customer'],
} as const;

/** The database roles that serve and import. Unset: nothing is granted. */
export interface Roles {
  serving: string | undefined;
  importing: string | undefined;
}

const { companies, ...others } = tables;
const own = Object.values(others).flat();
const write = 'SELECT, INSERT, UPDATE, DELETE';

const served = [
  `SELECT ON ${companies.join()}`,
  `${write} ON ${own.join()}`,
  'EXECUTE ON FUNCTION drop_change_months(TIMESTAMPTZ)',
];

/** The rights that serving needs, by table. */
export const servingRights: Record<string, string[]> = Object.fromEntries([
  ...companies.map((table) => [table, ['SELECT']]),
  ...own.map((table) => [table, write.split(', ')]),
]);
const imported = (version: number) => [
  `${write} ON ${companies.join()}`,
  // An erasure withdraws them.
  'SELECT, DELETE ON snapshot',
  'USAGE ON SEQUENCE source_layout_id_seq, activity_id_seq, legal_form_id_seq, import_run_ordinal_seq',
  'EXECUTE ON FUNCTION make_change_month(TIMESTAMPTZ)',
  // An import vacuums and analyzes these tables. Before PostgreSQL 17 only their owner can do that.
  ...(version >= 170_000 ? ['MAINTAIN ON entity, search_bucket'] : []),
];

const findServer = sql<{ database: string; version: number; owner: string; known: string[] }>`
  SELECT quote_ident(current_database()) AS database, current_setting('server_version_num')::int AS version,
    current_user AS owner, (SELECT coalesce(array_agg(rolname::text), '{}') FROM pg_roles) AS known`;

/** Grants the roles exactly what they need in this database, in one transaction. Earlier grants are revoked. */
export async function grantRoles(client: pg.ClientBase, { serving, importing }: Roles): Promise<void> {
  if (!serving && !importing) return;
  const { rows } = await client.query(findServer);
  const [{ database, version, owner, known }] = rows as [(typeof rows)[number]];
  const named = [serving, importing].filter((role) => role !== undefined);
  const missing = named.find((role) => !known.includes(role));
  if (missing) throw new Refusal(`There is no database role ${missing}: create it first, see docs/operators/operating.md.`);
  if (serving === importing || named.includes(owner))
    throw new Refusal('The roles that migrate, import and serve must be different ones.');
  const grants = (role: string | undefined, rights: string[]): string[] => {
    if (!role) return [];
    const to = client.escapeIdentifier(role);
    return [
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to}`,
      `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${to}`,
      ...[`CONNECT, TEMPORARY ON DATABASE ${database}`, 'USAGE ON SCHEMA public', 'SELECT ON _prisma_migrations', ...rights].map(
        (right) => `GRANT ${right} TO ${to}`,
      ),
    ];
  };
  // Several statements in one query are one transaction.
  await client.query([...grants(serving, served), ...grants(importing, imported(version))].join(';'));
}
