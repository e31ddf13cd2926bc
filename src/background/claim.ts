import type pg from 'pg';
import { type Statement, sql } from '../database/sql.ts';

/** Locks what a SELECT chooses of a table, and leaves out what another instance has locked. */
export const skipLocked = (table: string): string => `FOR NO KEY UPDATE OF ${table} SKIP LOCKED`;

/** Rows that wait for work, as SQL. */
interface Claim {
  table: string;
  /** The columns that identify a row. */
  key: readonly string[];
  /** More columns that `returning` needs of `from`. */
  columns?: string;
  /** The table, and what it is joined with. */
  from?: string;
  /** A query before, for `from`. */
  with?: string;
  where: string;
  order: string;
  limit: number | string;
  /** Marks a row as taken until the lease ends. If this instance is killed, another one claims the row then. */
  set: string;
  returning: string;
}

/** Makes a statement that takes rows for this instance alone. Other instances take other rows, and none waits for another. */
export function claim<Row extends pg.QueryResultRow>({ table, key, from = table, ...parts }: Claim): Statement<Row> {
  const chosen = [...key.map((column) => `${table}.${column}`), ...(parts.columns ? [parts.columns] : [])].join(', ');
  const isChosen = key.map((column) => `${table}.${column} = chosen.${column}`).join(' AND ');
  return sql<Row>`WITH ${parts.with ? `${parts.with}, ` : ''}chosen AS (
      SELECT ${chosen} FROM ${from} WHERE ${parts.where} ORDER BY ${parts.order} LIMIT ${parts.limit} ${skipLocked(table)}
    )
    UPDATE ${table} SET ${parts.set} FROM chosen WHERE ${isChosen} RETURNING ${parts.returning}`;
}

/** The end of a lease that begins now, as SQL. */
export const leaseOf = (seconds: number): string => `clock_timestamp() + interval '${seconds} seconds'`;
