import type pg from 'pg';
import { sql } from './sql.ts';

/** How often it is tried: another client may take the server that we mean to take. */
const rounds = 3;
/** The statement is not known, or was made by another session. */
const lost = new Set<unknown>(['26000', '42P05']);

const readServer = sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;

const serverOf = async (client: pg.ClientBase): Promise<number | undefined> => (await client.query(readServer)).rows[0]?.pid;

/** Whether something between us and PostgreSQL answers in its name: the number of the server is not the one that we were told. */
export const isPooled = async (client: pg.ClientBase): Promise<boolean> =>
  (await serverOf(client)) !== Reflect.get(client, 'processID');

/** Whether a pooler gives each transaction another server. Then locks and settings of a session are lost or somebody else's. */
export async function sharesSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    const own = await serverOf(one);
    await other.query('BEGIN');
    // A pool of one server would let us wait for ever, so we don't ask for another one if this proves it already.
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
