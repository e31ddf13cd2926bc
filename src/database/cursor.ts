import type pg from 'pg';
import type { Statement } from './sql.ts';

/** A statement that is read through a cursor of this name, by which one finds it in pg_stat_activity. */
interface CursorQuery<Row> {
  name: string;
  text: Statement<Row>;
  values?: readonly unknown[];
}

/**
 * The rows of a statement, so many at a time: they never have to fit into our memory. It needs a transaction. While rows are
 * worked on, the database fetches the next ones.
 */
export async function* fetchBatches<Row extends pg.QueryResultRow>(
  client: pg.Client,
  { name, text, values = [] }: CursorQuery<Row>,
  size: number,
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, [...values]);
  const fetch = () => {
    const next: Promise<pg.QueryResult<Row>> = client.query(`FETCH ${size} FROM ${name}`);
    // A failure is seen by who awaits it later.
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
