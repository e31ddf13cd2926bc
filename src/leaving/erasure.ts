import type pg from 'pg';
import { audit, deleteAccount } from '../accounts/index.ts';
import { type Closing, customersOf, forgetCustomers, lockCustomer } from '../billing/index.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import { eraseUsage, type Metering, type PeriodUse } from '../metering/index.ts';

export interface ErasureParts {
  pool: pg.Pool;
  closing: Closing;
  metering: Pick<Metering, 'usageOf'>;
  /** Looks which accounts changed, for what this instance keeps of them. */
  notice(): Promise<void>;
}

const lockAccount = sql`SELECT FROM account WHERE id = $1 FOR UPDATE`;

const attempts = 3;
/** A customer was tied to the account after its customers were asked for. */
class CustomersChanged extends Error {}

/** Erases accounts. What is paid for ends at the payment provider first: where that fails, nothing is erased. */
export class Erasure {
  readonly #parts: ErasureParts;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** The account's own id confirms that it is meant. */
  async erase(accountId: string, confirm: string): Promise<void> {
    const { closing, notice } = this.#parts;
    if (confirm.toLowerCase() !== accountId) throw new Failure('invalid_request', 'confirm: must be the id of your account.');
    const customers = await this.#end(accountId);
    await notice().catch(() => {});
    await closing.remove(customers);
  }

  /** Tells which customers were the account's. */
  async #end(accountId: string): Promise<string[]> {
    const { pool, closing, metering } = this.#parts;
    for (let attempt = 1; ; attempt++) {
      const customers = await customersOf(pool, accountId);
      await closing.end(customers);
      try {
        const use = await metering.usageOf(accountId);
        await inTransaction(pool, (client) => remove(client, accountId, customers, use));
        return customers;
      } catch (error) {
        if (attempt === attempts || !canBeTriedAgain(error)) throw error;
      }
    }
  }
}

const canBeTriedAgain = (error: unknown): boolean =>
  error instanceof CustomersChanged || (error as { code?: unknown }).code === '40P01';

/** People, keys, usage and the history of the plan go with the account. The audit log stays: it names nobody. */
async function remove(
  client: pg.ClientBase,
  accountId: string,
  customers: readonly string[],
  use: Pick<PeriodUse, 'periodStart' | 'used'>,
): Promise<void> {
  // Payment events lock in this order too: the customer, then the account.
  for (const customer of customers) await lockCustomer(client, customer);
  // Usage is written by statements that hold its rows and then ask for the account: so its rows come first here too.
  await eraseUsage(client, accountId, use);
  const { rowCount } = await client.query(lockAccount, [accountId]);
  if (rowCount !== 1) throw new Failure('invalid_session');
  if ((await customersOf(client, accountId)).join() !== customers.join()) throw new CustomersChanged();
  await forgetCustomers(client, accountId, customers);
  await deleteAccount(client, accountId);
  await audit(client, { accountId, action: 'account.erased', details: { customers: customers.length } });
}
