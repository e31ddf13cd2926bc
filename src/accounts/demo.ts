import type { Database } from '../database/client.ts';
import { ApiKeys } from './api-keys.ts';
import { IdempotentAnswers } from './idempotent-answers.ts';
import { People } from './people.ts';

/** Nobody can sign in as this person: an issuer is an address. */
const demo = { issuer: 'demo', subject: 'demo', email: 'demo@example.com', name: 'Demo' };

/** A newcomer has a key: a database without any account gets a demo account with one. Its secret is told here and never again. */
export async function offerDemoKey(database: Database): Promise<string | undefined> {
  const account = await database.prisma.account.findFirst({ select: { id: true } });
  return account ? undefined : newDemoKey(database);
}

/** Another key of the demo account, in place of those that it has. An account that was deleted is made anew. */
export async function newDemoKey({ pool }: Database): Promise<string> {
  const principal = await new People(pool).principalOf(demo);
  // Whoever serves this database hears of the revoked ones as of any.
  const keys = new ApiKeys({ pool, ring: { forget: () => {} }, answers: new IdempotentAnswers() });
  for (const { id } of await keys.active(principal.accountId)) await keys.revoke(principal, id);
  return (await keys.create(principal, { name: 'Demo' })).secret;
}
