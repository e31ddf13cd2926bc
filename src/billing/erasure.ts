import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { listCustomers } from './tables.ts';

const findErased = sql`SELECT FROM erased_customer WHERE id = $1`;

/**
 * Whether the account of a customer was erased. Then its events have no effect. The answer stays true while the customer is
 * locked.
 */
export async function isErased(client: pg.Pool | pg.ClientBase, customerId: string): Promise<boolean> {
  const { rowCount } = await client.query(findErased, [customerId]);
  return rowCount === 1;
}

/** All customers of an account, in the order in which they have to be locked. */
export async function customersOf(database: pg.Pool | pg.ClientBase, accountId: string): Promise<string[]> {
  const { rows } = await database.query(listCustomers, [accountId]);
  return rows.map(({ id }) => id);
}
