import type pg from 'pg';
import { sql } from './sql.ts';

/** The number of attempts: another client may take the server that we want to take. */
const rounds = 3;
/** SQLSTATEs: the prepared statement does not exist, or another session made it. */
const lost = new Set<unknown>(['26000', '42P05']);

const readServer = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;

const serverOf = async (client: pg.ClientBase): Promise<number | undefined> => (await client.query(readServer)).rows[0]?.pid;

/** Whether a pooler sits between us and PostgreSQL: the server's process id is not the one that the connection announced. */
export const isPooled = async (client: pg.ClientBase): Promise<boolean> =>
  (await serverOf(client)) !== Reflect.get(client, 'processID');

/** Whether a pooler assigns a server to each transaction. Then session locks and settings are lost or leak to other clients. */
export async function sharesSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    const own = await serverOf(one);
    await other.query('BEGIN');
    // If the first comparison is true, the second query does not run: in a pool of one server it would wait forever.
    const hasMoved = (await serverOf(other)) === own || (await serverOf(one)) !== own;
    await other.query('ROLLBACK');
    if (hasMoved) return true;
  }
  return false;
}

/** Whether a pooler loses prepared statements: PgBouncer before 1.21, or with max_prepared_statements = 0. */
export async function losesStatements(one: pg.Client, other: pg.Client): Promise<boolean> {
  const statement = { name: 'pooler', text: readServer };
  try {
    for (let round = 0; round < rounds; round++) {
      await one.query(statement);
      await other.query('BEGIN');
      await serverOf(other);
      await one.query(statement);
      await other.query('ROLLBACK');
    }
    return false;
  } catch (error) {
    if (lost.has((error as { code?: unknown }).code)) return true;
    throw error;
  }
}
