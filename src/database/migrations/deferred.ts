import type pg from 'pg';
import { locks } from '../../kernel/locks.ts';
import { olderBuilds } from './builds.ts';
import { applyDeferred, compare, lockMigrations, type Migration } from './migrations.ts';

/** How many migrations were applied, or which running builds they wait for. */
export type Deferred = { applied: number } | { waitsFor: string[] };

/**
 * Applies the deferred migrations in one transaction, unless a build or an import is connected that may lack them. It looks again
 * before the commit, because one may have started meanwhile.
 */
export async function applyAllDeferred(client: pg.Client, migrations: Migration[], isForced: boolean): Promise<Deferred> {
  await client.query(lockMigrations, [locks.migration]);
  const { deferred } = await compare(client, migrations);
  const newest = deferred.at(-1);
  if (!newest) return { applied: 0 };
  const older = async () => (isForced ? [] : olderBuilds(client, newest.name));
  const waitsFor = await older();
  if (waitsFor.length > 0) return { waitsFor };
  await client.query('BEGIN');
  for (const migration of deferred) await applyDeferred(client, migration);
  const newcomers = await older();
  await client.query(newcomers.length > 0 ? 'ROLLBACK' : 'COMMIT');
  return newcomers.length > 0 ? { waitsFor: newcomers } : { applied: deferred.length };
}
