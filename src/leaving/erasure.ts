import type pg from 'pg';
import { audit } from '../accounts/audit.ts';
import { lockCustomer } from '../billing/account-state.ts';
import type { Closing } from '../billing/closing.ts';
import { customersOf, forgetCustomers } from '../billing/erasure.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { Metering, PeriodUse } from '../metering/metering.ts';

export interface ErasureParts {
  pool: pg.Pool;
  closing: Closing;
  metering: Pick<Metering, 'usageOf'>;
  /** Looks which accounts changed, for what this instance keeps of them. */
  notice(): Promise<void>;
}

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

/**
 * What was used of the newest calendar month is kept by a hash of the person: leaving and coming back gives no new month. The counters know what is
 * not in the database yet.
 */
const keepUse = `INSERT INTO erased_usage (person, period_start, used)
  SELECT DISTINCT ON (person) person_hash(issuer, subject) AS person, period_start, used
  FROM user_profile, (SELECT period_start, used FROM period_usage WHERE account_id = $1 UNION ALL SELECT $2, $3) AS usage
  WHERE account_id = $1 AND period_start = date_trunc('month', period_start, 'UTC')
  ORDER BY person, period_start DESC, used DESC
  ON CONFLICT (person) DO UPDATE SET period_start = excluded.period_start, used = excluded.used`;

/** People, keys, usage and the history of the plan go with the account. The audit log stays: it names nobody. */
async function remove(
  client: pg.ClientBase,
  accountId: string,
  customers: readonly string[],
  use: Pick<PeriodUse, 'periodStart' | 'used'>,
): Promise<void> {
  // Payment events lock in this order too: the customer, then the account.
  for (const customer of customers) await lockCustomer(client, customer);
  await client.query(keepUse, [accountId, use.periodStart, use.used]);
  // Usage is written by statements that hold its rows and then ask for the account: so its rows come first here too.
  for (const table of ['daily_usage', 'period_usage'])
    await client.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
  const { rowCount } = await client.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]);
  if (rowCount !== 1) throw new Failure('invalid_session');
  if ((await customersOf(client, accountId)).join() !== customers.join()) throw new CustomersChanged();
  await forgetCustomers(client, accountId, customers);
  await client.query('DELETE FROM account WHERE id = $1', [accountId]);
  await audit(client, { accountId, action: 'account.erased', details: { customers: customers.length } });
}
