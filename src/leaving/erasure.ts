import type pg from 'pg';
import { type Accounts, audit, closeAccount, deleteAccount } from '../accounts/index.ts';
import { type Closing, customersOf, lockCustomer } from '../billing/index.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import { tables } from '../tables/index.ts';

/** The statements that the tables declare for an erasure. Rows that a foreign key deletes need no statement. */
const statements = tables.flatMap(({ account }) => {
  const erased = account?.erased;
  return typeof erased === 'object' && 'by' in erased ? [erased] : [];
});
const beforeAccount = statements.filter(({ isBeforeAccount }) => isBeforeAccount);
const underLock = statements.filter(({ isBeforeAccount }) => !isBeforeAccount);

const findAccount = sql`SELECT FROM account WHERE id = $1`;
const lockAccount = sql`SELECT FROM account WHERE id = $1 FOR UPDATE`;

const maxAttempts = 3;
/** Another customer was linked to the account after its customers were read. */
class CustomersChanged extends Error {}

export interface ErasureDependencies {
  pool: pg.Pool;
  closing: Closing;
  accounts: Pick<Accounts, 'changes' | 'deletions' | 'members'>;
}

/**
 * Erases accounts. Subscriptions end at the payment provider first. If that fails, nothing is erased. Then the account is closed:
 * every instance refuses it before it is deleted.
 */
export function accountErasure({ pool, closing, accounts }: ErasureDependencies) {
  const { changes, deletions, members } = accounts;

  /** Erases the account's rows in the tables of the features, and then the account itself. */
  const remove = async (client: pg.ClientBase, owner: SessionPrincipal, customers: readonly string[]) => {
    const { accountId } = owner;
    // Payment events lock in the same order: the customer, then the account.
    for (const customer of customers) await lockCustomer(client, customer);
    // The ledger locks rows of usage before the account. The same order here prevents a deadlock.
    for (const { by } of beforeAccount) await client.query(by, [accountId]);
    const { rowCount } = await client.query(lockAccount, [accountId]);
    if (rowCount !== 1) throw new Failure('invalid_session');
    if ((await customersOf(client, accountId)).join() !== customers.join()) throw new CustomersChanged();
    await members.beforeErasure(client, owner);
    await deletions.record(client, accountId);
    for (const { by } of underLock) await client.query(by, [accountId]);
    await deleteAccount(client, accountId);
    await audit(client, { accountId, action: 'account.erased', details: { customers: customers.length } });
  };

  /** Ends the subscriptions and erases the account. Returns the customers that it had. */
  const end = async (owner: SessionPrincipal): Promise<string[]> => {
    const { accountId } = owner;
    for (let attempt = 1; ; attempt++) {
      const customers = await customersOf(pool, accountId);
      await closing.end(customers).catch(async (error) => {
        // Another request may have erased it a moment ago, and deleted its customers at the provider.
        const { rowCount } = await pool.query(findAccount, [accountId]);
        throw rowCount === 1 ? error : new Failure('invalid_session');
      });
      await closeAccount(pool, changes, accountId);
      try {
        await inTransaction(pool, (client) => remove(client, owner, customers));
        return customers;
      } catch (error) {
        if (attempt === maxAttempts || !canBeTriedAgain(error)) throw error;
      }
    }
  };

  return {
    /** `confirm` must be the account's own id, so that no account is erased by mistake. Returns this id. */
    erase: async (owner: SessionPrincipal, confirm: string): Promise<string> => {
      const { accountId } = owner;
      if (confirm.toLowerCase() !== accountId) throw new Failure('invalid_request', 'confirm: must be the id of your account.');
      await members.checkErasure(owner);
      const customers = await end(owner);
      await changes.poll().catch(() => {});
      await closing.remove(customers);
      return accountId;
    },
  };
}

const canBeTriedAgain = (error: unknown): boolean =>
  error instanceof CustomersChanged || (error as { code?: unknown }).code === '40P01';
