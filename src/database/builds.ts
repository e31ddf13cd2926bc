import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { sql } from './sql.ts';

const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** The moment at the beginning of a migration's name. */
const momentOf = (migration: string): string => migration.split('_', 1)[0] ?? '';

/** The newest migration that this build has tells which build it is. */
export const newestMigration = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => momentOf(name))
  .reduce((latest, moment) => (moment > latest ? moment : latest), '');

/** The name of the connections that serve requests. `migrate` sees by it which builds are alive. */
export const servingName = `company-registry ${newestMigration}`;

/** Those that serve or import. Builds before this one did not tell which they are. */
const listAlive = sql<{ name: string }>`
  SELECT DISTINCT application_name AS name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name ~ '^company-registry( [0-9]+| import .*)?$' ORDER BY 1`;

/** The names of those that use the database now and do not know this migration. An import that runs was begun before it. */
export async function olderThan(client: pg.ClientBase, migration: string): Promise<string[]> {
  const { rows } = await client.query(listAlive);
  return rows.map(({ name }) => name).filter((name) => (/ (\d+)$/.exec(name)?.[1] ?? '') < momentOf(migration));
}
