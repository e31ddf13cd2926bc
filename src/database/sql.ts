import type pg from 'pg';

declare const row: unique symbol;

/** The text of a statement with the type of its rows, from which `query` infers its result. */
export type Statement<Row> = string & { readonly [row]: Row };

/** Every statement of the files that are loaded. A test prepares each of them against the migrated schema. */
export const statements = new Set<string>();

/**
 * Makes a statement, once, when its file is loaded. `${}` inserts SQL, never a value: values are parameters. The rows of a
 * statement without a row type cannot be read.
 */
export function sql<Row extends pg.QueryResultRow = Record<never, never>>(
  strings: TemplateStringsArray,
  ...parts: readonly (string | number)[]
): Statement<Row> {
  const statement = String.raw({ raw: strings }, ...parts) as Statement<Row>;
  statements.add(statement);
  return statement;
}

/** A prepared statement. PostgreSQL keeps it by name for the connection. */
interface Named<Row> {
  name: string;
  text: Statement<Row>;
  values?: readonly unknown[];
}

declare module 'pg' {
  interface ClientBase {
    query<Row extends pg.QueryResultRow>(text: Statement<Row>, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>;
    query<Row extends pg.QueryResultRow>(named: Named<Row>): Promise<pg.QueryResult<Row>>;
  }
  interface Pool {
    query<Row extends pg.QueryResultRow>(text: Statement<Row>, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>;
    query<Row extends pg.QueryResultRow>(named: Named<Row>): Promise<pg.QueryResult<Row>>;
  }
}
