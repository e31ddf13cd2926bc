import type pg from 'pg';
import type { Statement } from './sql.ts';

/**
 * The rows of a statement, so many at a time: they never have to fit into our memory. It needs a transaction, and a connection has
 * one cursor at a time. While rows are worked on, the database fetches the next ones.
 */
export async function* fetchBatches<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: Statement<Row>,
  values: readonly unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE batch NO SCROLL CURSOR FOR ${statement}`, [...values]);
  const fetch = () => {
    const next: Promise<pg.QueryResult<Row>> = client.query(`FETCH ${size} FROM batch`);
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
  await client.query('CLOSE batch');
}
