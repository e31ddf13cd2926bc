import type { Database } from '../database/client.ts';
import { ApiKeys } from './api-keys.ts';
import { People } from './people.ts';

/** Nobody can sign in as this person: an issuer is an address. */
const demo = { issuer: 'demo', subject: 'demo', email: 'demo@example.com', name: 'Demo' };

/** A newcomer has a key: a database without any account gets a demo account with one. Its secret is told here and never again. */
export async function offerDemoKey(database: Database): Promise<string | undefined> {
  const account = await database.prisma.account.findFirst({ select: { id: true } });
  return account ? undefined : newDemoKey(database);
}

/** Another key of the demo account, in place of those that it has. */
export async function newDemoKey({ pool, prisma }: Database): Promise<string> {
  const { accountId } = await new People(pool).principalOf(demo);
  // Whoever serves this database hears of the revoked ones as of any.
  const keys = new ApiKeys(prisma, { forget: () => {} });
  const active = await prisma.apiKey.findMany({ where: { accountId, revokedAt: null }, select: { id: true } });
  for (const { id } of active) await keys.revoke(accountId, id);
  return (await keys.create(accountId, 'Demo')).secret;
}
