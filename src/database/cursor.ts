import type pg from 'pg';
import type { Statement } from './sql.ts';

/** A statement that is read through a cursor. pg_stat_activity shows the cursor's name. */
interface CursorQuery<Row> {
  name: string;
  text: Statement<Row>;
  values?: readonly unknown[];
}

/**
 * Reads the rows of a statement in batches, so that they need not fit into memory. It needs a transaction. The database fetches
 * the next batch while the caller works on this one.
 */
export async function* fetchBatches<Row extends pg.QueryResultRow>(
  client: pg.Client,
  { name, text, values = [] }: CursorQuery<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, [...values]);
  const fetch = () => {
    const next: Promise<pg.QueryResult<Row>> = client.query(`FETCH ${size} FROM ${name}`);
    // The failure is thrown where the promise is awaited.
    next.catch(() => {});
    return next;
  };
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) break;
    next = fetch();
    yield rows;
  }
  await client.query(`CLOSE ${name}`);
}
