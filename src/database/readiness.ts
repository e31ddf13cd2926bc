import type pg from 'pg';
import { within } from '../kernel/deadline.ts';
import { connectServing, openPool } from './connection.ts';
import { type Migration, mismatch } from './migrations.ts';
import { hasNoRoom, type Pool } from './pool.ts';
import { isPooled, losesStatements } from './pooler.ts';
import { rightsOf } from './roles.ts';
import { sql } from './sql.ts';
import type { Table } from './table.ts';

/** In milliseconds. So a probe answers within 2 seconds, whatever the database does. */
const limit = 1_500;
/** In milliseconds: one check serves all probes within this time, so that probing often costs the database nothing. */
const freshness = 250;
/**
 * In seconds: how long the probe's connection lives. Much that an administrator changes takes effect only for new connections.
 */
const lifetime = 2;

const probeName = 'company-registry readiness';

const checkRights = sql<{ readOnly: boolean; missing: string[] }>`
  SELECT current_setting('transaction_read_only')::boolean AS "readOnly", ARRAY(
    SELECT need FROM unnest($1::text[]) AS need
    WHERE has_table_privilege(to_regclass(split_part(need, ' ', 2)), split_part(need, ' ', 1)) IS NOT TRUE
  ) AS missing`;

interface ReadinessParts {
  url: string;
  /** The pool of the requests. */
  pool: Pool;
  migrations: Migration[];
  tables: readonly Table[];
  now(): number;
}

export interface Readiness {
  /** Why the database cannot be used now. Undefined: it is ready. */
  check(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Ready means that requests get what they need of the database now. The probe has its own connection, so that a busy pool is not
 * taken for a dead database. It is opened with the same parameters as those of requests. If the database has no room for it, the
 * probe asks over the pool of the requests.
 */
export function watchReadiness({ url, pool, migrations, tables, now }: ReadinessParts): Readiness {
  const rights = Object.entries(rightsOf(tables, 'serving')).flatMap(([table, own]) => own.map((right) => `${right} ${table}`));
  const own = openPool(url, 1, {
    name: probeName,
    connectionTimeoutMillis: limit,
    query_timeout: limit,
    maxLifetimeSeconds: lifetime,
  });

  /** Is asked until there is nothing to say against what stands between us and the database. */
  let isPoolerKnown = false;
  const pooler = async (): Promise<string | undefined> => {
    const problem = isPoolerKnown ? undefined : await poolerProblem(url);
    isPoolerKnown = problem === undefined;
    return problem;
  };

  const look = async (): Promise<string | undefined> => {
    let silence: string | undefined = 'the database does not answer';
    const answer = obstacle(own, migrations, rights)
      .then((problem) => problem ?? pooler())
      .catch((error) => {
        if (!hasNoRoom(error) || pool.openCount === 0) throw error;
        // The database is alive. If no connection of the pool is free in time, the pool is only busy.
        silence = undefined;
        return obstacle(pool, migrations, rights);
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

/** Why requests cannot be served by way of the pooler, if there is one. */
async function poolerProblem(url: string): Promise<string | undefined> {
  const clients = [await connectServing(url, probeName)];
  try {
    const [one] = clients as [pg.Client];
    if (!(await isPooled(one))) return undefined;
    const other = await connectServing(url, probeName);
    clients.push(other);
    if (!(await losesStatements(one, other))) return undefined;
    return 'the pooler loses prepared statements: take PgBouncer 1.21 or newer with max_prepared_statements, or its session mode';
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

/** Why a database that answers cannot serve requests. Undefined: it can. */
async function obstacle(database: pg.Pool, migrations: Migration[], rights: string[]): Promise<string | undefined> {
  const unmigrated = await mismatch(database, migrations);
  if (unmigrated) return unmigrated;
  const { rows } = await database.query({ name: 'readiness', text: checkRights, values: [rights] });
  if (rows[0]?.readOnly) return 'the database is read-only';
  if (rows[0]?.missing.length) return `the database role lacks rights: ${rows[0].missing.join(', ')}`;
  return undefined;
}
