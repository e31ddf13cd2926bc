import type pg from 'pg';
import { sql } from '../../database/sql.ts';

/** What operators see of the people of an account: numbers and ids. */
interface AccountPeople {
  members: number;
  /** The ids of the accounts that seem to be of one person, this one included. */
  alike: string[];
}

/** The mailbox of an address: many providers deliver plus-addresses and addresses with other dots to the same one. */
const mailbox = `lower(regexp_replace(split_part(email, '@', 1), '[+].*$|[.]', '', 'g') || '@' || split_part(email, '@', 2))`;

const findPeople = sql<AccountPeople & { id: string }>`
  WITH maker AS MATERIALIZED (SELECT account_id, ${mailbox} AS mailbox FROM user_profile WHERE email LIKE '%@%'), pair AS (
    SELECT asked.id, other.id AS other FROM account AS asked JOIN account AS other
      ON other.id = coalesce(asked.meter_id, asked.id) OR other.meter_id = coalesce(asked.meter_id, asked.id)
    WHERE asked.id = ANY ($1)
    UNION SELECT asked.id, asked.id FROM account AS asked WHERE asked.id = ANY ($1)
    UNION SELECT asked.account_id, other.account_id FROM maker AS asked JOIN maker AS other USING (mailbox)
    WHERE asked.account_id = ANY ($1)
  )
  SELECT id, array_agg(DISTINCT other) AS alike, (SELECT count(*)::int FROM membership WHERE account_id = id) AS members
  FROM pair GROUP BY id`;

/** The people of some accounts, for operators: clusters share a meter, or the mailbox of the person who made them. */
export async function peopleOf(pool: pg.Pool, accountIds: readonly string[]): Promise<Map<string, AccountPeople>> {
  const { rows } = await pool.query(findPeople, [accountIds]);
  return new Map(rows.map(({ id, ...people }) => [id, people]));
}
