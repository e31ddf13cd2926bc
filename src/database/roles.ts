import type pg from 'pg';
import { Refusal } from '../kernel/errors.ts';
import { sql } from './sql.ts';
import type { Right, Role, Table } from './table.ts';

/** The database roles that serve and import. Unset: nothing is granted. */
export interface Roles {
  serving: string | undefined;
  importing: string | undefined;
}

/** What a role may do with each table. */
export const rightsOf = (tables: readonly Table[], role: Role): Record<string, readonly Right[]> =>
  Object.fromEntries(tables.map(({ name, rights }) => [name, rights[role]]));

/** What is granted to a role, table by table. Before PostgreSQL 17 only the owner of a table can maintain it. */
const grantsOf = (tables: readonly Table[], role: Role, version: number): string[] =>
  tables.flatMap(({ name, rights, sequence, functions }) => {
    const granted = rights[role].filter((right) => right !== 'MAINTAIN' || version >= 170_000);
    return [
      ...(granted.length > 0 ? [`${granted.join()} ON ${name}`] : []),
      ...(sequence && granted.includes('INSERT') ? [`USAGE ON SEQUENCE ${sequence}`] : []),
      ...(functions?.[role] ? [`EXECUTE ON FUNCTION ${functions[role]}`] : []),
    ];
  });

const findServer = sql<{ database: string; version: number; owner: string; known: string[] }>`
  SELECT quote_ident(current_database()) AS database, current_setting('server_version_num')::int AS version,
    current_user AS owner, (SELECT coalesce(array_agg(rolname::text), '{}') FROM pg_roles) AS known`;

/** Grants the roles exactly what they need in this database, in one transaction. Earlier grants are revoked. */
export async function grantRoles(client: pg.ClientBase, tables: readonly Table[], roles: Roles): Promise<void> {
  const { serving, importing } = roles;
  if (!serving && !importing) return;
  const { rows } = await client.query(findServer);
  const [{ database, version, owner, known }] = rows as [(typeof rows)[number]];
  const named = [serving, importing].filter((role) => role !== undefined);
  const missing = named.find((role) => !known.includes(role));
  if (missing) throw new Refusal(`There is no database role ${missing}: create it first, see docs/operators/operating.md.`);
  if (serving === importing || named.includes(owner))
    throw new Refusal('The roles that migrate, import and serve must be different ones.');
  const grants = (role: Role): string[] => {
    const name = roles[role];
    if (!name) return [];
    const to = client.escapeIdentifier(name);
    const rights = grantsOf(tables, role, version);
    return [
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to}`,
      `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${to}`,
      ...[`CONNECT, TEMPORARY ON DATABASE ${database}`, 'USAGE ON SCHEMA public', 'SELECT ON _prisma_migrations', ...rights].map(
        (right) => `GRANT ${right} TO ${to}`,
      ),
    ];
  };
  // Several statements in one query are one transaction.
  await client.query([...grants('serving'), ...grants('importing')].join(';'));
}
