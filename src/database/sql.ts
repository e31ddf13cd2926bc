import type pg from 'pg';

declare const row: unique symbol;

/** The text of a statement. It knows the type of its rows, so `query` needs to be told no other. */
export type Statement<Row> = string & { readonly [row]: Row };

/** Every statement of the files that are loaded. A test prepares each of them against the migrated schema. */
export const statements = new Set<string>();

/**
 * Makes a statement, once, when its file is loaded. What stands in `${}` is SQL and never a value: values are parameters.
 * The rows of a statement without a row type cannot be read.
 */
export function sql<Row extends pg.QueryResultRow = Record<never, never>>(
  strings: TemplateStringsArray,
  ...parts: readonly (string | number)[]
): Statement<Row> {
  const statement = String.raw({ raw: strings }, ...parts) as Statement<Row>;
  statements.add(statement);
  return statement;
}

/** A statement that PostgreSQL keeps prepared for the connection, under its name. */
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
