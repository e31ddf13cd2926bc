import type { Database } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { ApiKeys } from './api-keys.ts';
import { IdempotentAnswers } from './idempotent-answers.ts';
import { People } from './people.ts';

/** Nobody can sign in as this person, because a real issuer is an address. */
const demo = { issuer: 'demo', subject: 'demo', email: 'demo@example.com', name: 'Demo' };

const findAnyAccount = sql`SELECT FROM account LIMIT 1`;

/** Gives a database without any account a demo account, and returns its key. The secret is shown this once. */
export async function offerDemoKey(database: Database): Promise<string | undefined> {
  const { rowCount } = await database.pool.query(findAnyAccount);
  return rowCount === 0 ? newDemoKey(database) : undefined;
}

/** Makes another key of the demo account and revokes those that it has. A deleted demo account is made anew. */
export async function newDemoKey({ pool }: Database): Promise<string> {
  const principal = await new People(pool).principalOf(demo);
  // Running instances see the revoked keys through their account's change.
  const keys = new ApiKeys({ pool, ring: { forget: () => {} }, answers: new IdempotentAnswers() });
  for (const { id } of await keys.active(principal.accountId)) await keys.revoke(principal, id);
  return (await keys.create(principal, { name: 'Demo' }, async () => {})).secret;
}
