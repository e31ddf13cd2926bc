import type pg from 'pg';
import { within } from '../kernel/deadline.ts';
import { openPool } from './connection.ts';
import { type Migration, mismatch } from './migrations.ts';
import { hasNoRoom, type Pool } from './pool.ts';
import { servingRights } from './roles.ts';
import { sql } from './sql.ts';

/** A probe answers within 2 seconds whatever the database does. */
const limit = 1_500;
/** Nobody can make the database work by asking often: one look serves everyone who asks within this time. */
const freshness = 250;
/** In seconds: much of what an administrator changes is in force for new connections alone, so that of the probe doesn't grow old. */
const lifetime = 2;

const checkRights = sql<{ readOnly: boolean; missing: string[] }>`
  SELECT current_setting('transaction_read_only')::boolean AS "readOnly", ARRAY(
    SELECT need FROM unnest($1::text[]) AS need
    WHERE has_table_privilege(to_regclass(split_part(need, ' ', 2)), split_part(need, ' ', 1)) IS NOT TRUE
  ) AS missing`;

export interface Readiness {
  /** Why the database cannot be used now, or undefined where it is ready. */
  check(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Ready means: whatever requests need of the database, they get now. It is asked over a connection of its own, opened with the parameters of those that serve,
 * so that a busy pool is not taken for a dead database. Only where the database has no room for that connection is it asked over the pool that serves.
 */
export function watchReadiness(url: string, serving: Pool, migrations: Migration[], now: () => number): Readiness {
  const own = openPool(url, 1, {
    name: 'company-registry readiness',
    connectionTimeoutMillis: limit,
    query_timeout: limit,
    maxLifetimeSeconds: lifetime,
  });

  const look = async (): Promise<string | undefined> => {
    let silence: string | undefined = 'the database does not answer';
    const answer = obstacle(own, migrations)
      .catch((error) => {
        if (!hasNoRoom(error) || serving.openCount === 0) throw error;
        // It is alive. Where no connection that serves is free in time, they are merely busy.
        silence = undefined;
        return obstacle(serving, migrations);
      })
      .catch((error: Error) => `the database cannot be used: ${error.message}`);
    return within(limit, answer, () => silence);
  };

  let latest: { at: number; answer: Promise<string | undefined> } | undefined;
  return {
    check: () => {
      if (!latest || now() - latest.at > freshness) latest = { at: now(), answer: look() };
      return latest.answer;
    },
    close: () => own.end(),
  };
}

/** What keeps a database that answers from serving requests, or undefined. */
async function obstacle(database: pg.Pool, migrations: Migration[]): Promise<string | undefined> {
  const unmigrated = await mismatch(database, migrations);
  if (unmigrated) return unmigrated;
  const { rows } = await database.query({ name: 'readiness', text: checkRights, values: [needs] });
  if (rows[0]?.readOnly) return 'the database is read-only';
  if (rows[0]?.missing.length) return `the database role lacks rights: ${rows[0].missing.join(', ')}`;
  return undefined;
}

const needs = Object.entries(servingRights).flatMap(([table, rights]) => rights.map((right) => `${right} ${table}`));
