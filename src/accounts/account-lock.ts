import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Role } from '../kernel/access/powers.ts';
import { Failure } from '../kernel/errors.ts';
import type { AccountPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { KeyedQueue } from '../kernel/running/keyed-queue.ts';

interface LockedAccount extends Pick<Account, 'plan'> {
  /** By the clock of the database. */
  now: Date;
}

/** A locked account, and the member who changes it. */
interface ChangedAccount extends LockedAccount {
  actor: SessionPrincipal;
}

type Change<Locked, Result> = (client: pg.ClientBase, account: Locked) => Promise<Result>;

const selectForUpdate = sql<LockedAccount>`SELECT plan, clock_timestamp() AS now FROM account WHERE id = $1 FOR NO KEY UPDATE`;
const findRole = sql<{ role: Role }>`SELECT role FROM membership WHERE account_id = $1 AND user_id = $2 AND barred IS NULL`;

/**
 * Locks the row of an account until the end of the transaction. Other changes of its keys wait here. If the account was erased
 * meanwhile, the failure says what the credential of the caller has become.
 */
export async function lockAccount(
  client: pg.ClientBase,
  accountId: string,
  failure: 'invalid_session' | 'invalid_api_key' = 'invalid_session',
): Promise<LockedAccount> {
  const { rows } = await client.query(selectForUpdate, [accountId]);
  if (!rows[0]) throw new Failure(failure);
  return rows[0];
}

/** The role of a person in an account, or undefined if they are not a member or cannot get in. */
export async function roleOf(client: pg.ClientBase, accountId: string, userId: string): Promise<Role | undefined> {
  return (await client.query(findRole, [accountId, userId])).rows[0]?.role;
}

/**
 * Changes accounts under the lock of their row. After a change this instance drops the cached keys of the account, and after one
 * of its members it polls for changes too, so that it acts on a change before it answers.
 */
export function accountLock(pool: pg.Pool, forgetKeys = (_accountId: string) => {}, pollChanges = async () => {}) {
  const queue = new KeyedQueue();

  /**
   * Runs a transaction that locks the account's row. Transactions of one account run one after another, so that they do not use
   * all connections.
   */
  const change = <Result>(
    accountId: string,
    work: Change<LockedAccount, Result>,
    failure?: Parameters<typeof lockAccount>[2],
  ): Promise<Result> =>
    queue.run(accountId, () =>
      inTransaction(pool, async (client) => work(client, await lockAccount(client, accountId, failure))),
    );

  /** The same for a member. Their role is read under the lock: somebody may have removed them while the request waited. */
  const changeAs = async <Result>(principal: SessionPrincipal, work: Change<ChangedAccount, Result>): Promise<Result> => {
    const { accountId, userId } = principal;
    const result = await change(accountId, async (client, account) => {
      const role = await roleOf(client, accountId, userId);
      if (!role) throw new Failure('account_not_found');
      return work(client, { ...account, actor: { ...principal, role } });
    });
    forgetKeys(accountId);
    return result;
  };

  return {
    change,
    changeAs,
    /** The same for a change of members and of the rules for them. */
    changeMembersAs: async <Result>(principal: SessionPrincipal, work: Change<ChangedAccount, Result>): Promise<Result> => {
      const result = await changeAs(principal, work);
      await pollChanges().catch(() => {});
      return result;
    },
    /** The same for any caller, by the account alone. */
    changeFor: <Result>({ accountId, kind }: AccountPrincipal, work: Change<LockedAccount, Result>): Promise<Result> =>
      change(accountId, work, kind === 'apiKey' ? 'invalid_api_key' : 'invalid_session'),
    forgetKeys,
    pollChanges,
  };
}

export type AccountLock = ReturnType<typeof accountLock>;
