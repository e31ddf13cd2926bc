import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { sql } from '../sql.ts';
import { type Breach, isBroken } from './compatibility.ts';

const folder = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

/** The timestamp at the beginning of a migration's name. */
const momentOf = (migration: string): string => migration.split('_', 1)[0] ?? '';

/** The newest migration of this build identifies the build. */
export const newestMigration = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => momentOf(name))
  .reduce((latest, moment) => (moment > latest ? moment : latest), '');

/** The application_name of the connections that serve requests. `migrate` reads it to find the builds that are running. */
export const servingName = `company-registry ${newestMigration}`;

/** The builds that serve or import. Old builds have no number in their name. */
const listAlive = sql<{ name: string }>`
  SELECT DISTINCT application_name AS name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name ~ '^company-registry( [0-9]+| import .*)?$' ORDER BY 1`;

/** The builds that are connected, each by its name and by the moment of its newest migration. */
async function runningBuilds(client: pg.ClientBase) {
  const { rows } = await client.query(listAlive);
  return rows.map(({ name }) => ({ name, moment: / (\d+)$/.exec(name)?.[1] ?? '' }));
}

/** The names of connected builds that are older than this migration. A running import counts as older. */
export async function olderBuilds(client: pg.ClientBase, migration: string): Promise<string[]> {
  const running = await runningBuilds(client);
  return running.filter(({ moment }) => moment < momentOf(migration)).map(({ name }) => name);
}

/**
 * The names of connected builds that a pending migration breaks. A build whose newest migration is applied may lack a pending one
 * that has an earlier name, so it counts as lacking it. An import does not tell its build, so it counts as broken.
 */
export async function brokenBuilds(
  client: pg.ClientBase,
  { name: pending, breach }: { name: string; breach?: Breach | undefined },
  applied: Iterable<string>,
): Promise<string[]> {
  const newest = [...applied].map(momentOf).reduce((latest, moment) => (moment > latest ? moment : latest), '');
  const running = await runningBuilds(client);
  const lacking = running.filter(({ moment }) => moment < momentOf(pending) || moment <= newest);
  return lacking
    .filter(({ name, moment }) => name.includes(' import ') || isBroken(breach, (other) => moment >= momentOf(other)))
    .map(({ name }) => name);
}
