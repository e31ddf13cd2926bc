import type { Command } from '../command-line/command.ts';
import { type Database, openDatabase } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { roles } from '../kernel/access/powers.ts';
import { Refusal } from '../kernel/errors.ts';
import { accountLock } from './account-lock.ts';
import { apiKeys } from './keys/api-keys.ts';
import { idempotentAnswers } from './keys/idempotent-answers.ts';
import { accountPeople } from './people.ts';

export const command: Command = {
  name: 'demo-key',
  summary: 'Makes a new key for the demo account and prints it, for development.',
  usage: 'npm run demo-key',
  needs: { migratedDatabaseTo: 'make a demo key' },
  run: async ({ config, database, print, teardown }) => {
    if (config.production) throw new Refusal('There is a demo account outside production alone.');
    const opened = openDatabase(await database(), 1);
    teardown.push(opened.close);
    print(await newDemoKey(opened));
  },
};

/** No one can sign in as this person, because a real issuer is a URL. */
const demo = { issuer: 'demo', subject: 'demo', email: 'demo@example.com', name: 'Demo' };

const findAnyAccount = sql`SELECT FROM account LIMIT 1`;

/** Makes a demo account in a database without accounts, and returns its key. The secret cannot be shown again. */
export async function ensureDemoKey(database: Database): Promise<string | undefined> {
  const { rowCount } = await database.pool.query(findAnyAccount);
  return rowCount === 0 ? newDemoKey(database) : undefined;
}

/** Makes a new key for the demo account and revokes its other keys. Makes the account again if it was deleted. */
export async function newDemoKey({ pool }: Database): Promise<string> {
  const principal = { ...(await accountPeople(pool).principalOf(demo)), role: roles.owner };
  // Running instances notice the revoked keys by polling for changed accounts.
  const keys = apiKeys(pool, accountLock(pool), idempotentAnswers());
  for (const { id } of await keys.active(principal)) await keys.revoke(principal, id);
  return (await keys.create(principal, { name: 'Demo' }, async () => {})).secret;
}
