import type pg from 'pg';
import { within } from '../kernel/running/deadline.ts';
import { connectServing, openPool } from './connection.ts';
import { type Migration, mismatch } from './migrations/migrations.ts';
import { hasNoRoom, type Pool } from './pool.ts';
import { isPooled, losesStatements } from './pooler.ts';
import { rightsOf } from './roles.ts';
import { sql } from './sql.ts';
import type { Table } from './table.ts';

/** So a probe always answers within 2 seconds. */
const limitMs = 1_500;
/** One check answers all probes within this time, so frequent probes do not load the database. */
const freshMs = 250;
/** The lifetime of the probe's connection. Many changes of an administrator take effect only for new connections. */
const maxLifetimeSeconds = 2;

const probeName = 'company-registry readiness';

const checkRights = sql<{ readOnly: boolean; missing: string[] }>`
  SELECT current_setting('transaction_read_only')::boolean AS "readOnly", ARRAY(
    SELECT need FROM unnest($1::text[]) AS need
    WHERE has_table_privilege(to_regclass(split_part(need, ' ', 2)), split_part(need, ' ', 1)) IS NOT TRUE
  ) AS missing`;

interface ReadinessOptions {
  url: string;
  /** The pool of the requests. */
  pool: Pool;
  migrations: Migration[];
  tables: readonly Table[];
  now(): number;
}

export type Readiness = ReturnType<typeof watchReadiness>;

/**
 * Ready means that the database can serve requests now. The probe has its own connection, so that a busy pool does not count as a
 * dead database. It has the same parameters as those of requests. If the database accepts no more connections, the probe uses the
 * pool of the requests.
 */
export function watchReadiness({ url, pool, migrations, tables, now }: ReadinessOptions) {
  const rights = Object.entries(rightsOf(tables, 'serving')).flatMap(([table, own]) => own.map((right) => `${right} ${table}`));
  const own = openPool(url, 1, {
    name: probeName,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    maxLifetimeSeconds,
  });

  /** Checks the pooler until it finds no problem. */
  let isPoolerKnown = false;
  const pooler = async (): Promise<string | undefined> => {
    const problem = isPoolerKnown ? undefined : await poolerProblem(url);
    isPoolerKnown = problem === undefined;
    return problem;
  };

  const probe = async (): Promise<string | undefined> => {
    let lateAnswer: string | undefined = 'the database does not answer';
    const answer = findProblem(own, migrations, rights)
      .then((problem) => problem ?? pooler())
      .catch((error) => {
        if (!hasNoRoom(error) || pool.openCount === 0) throw error;
        // The database works. If no connection of the pool becomes free in time, the pool is just busy.
        lateAnswer = undefined;
        return findProblem(pool, migrations, rights);
      })
      .catch((error: Error) => `the database cannot be used: ${error.message}`);
    return within(limitMs, answer, () => lateAnswer);
  };

  let latest: { at: number; answer: Promise<string | undefined> } | undefined;
  return {
    /** Why the database cannot be used now. Undefined: it is ready. */
    check: () => {
      if (!latest || now() - latest.at > freshMs) latest = { at: now(), answer: probe() };
      return latest.answer;
    },
    close: () => own.end(),
  };
}

/** The reason why requests cannot use the pooler. Undefined: they can, or there is no pooler. */
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

/** The reason why a reachable database cannot serve requests. Undefined: it can. */
async function findProblem(database: pg.Pool, migrations: Migration[], rights: string[]): Promise<string | undefined> {
  const unmigrated = await mismatch(database, migrations);
  if (unmigrated) return unmigrated;
  const { rows } = await database.query({ name: 'readiness', text: checkRights, values: [rights] });
  if (rows[0]?.readOnly) return 'the database is read-only';
  if (rows[0]?.missing.length) return `the database role lacks rights: ${rows[0].missing.join(', ')}`;
  return undefined;
}
