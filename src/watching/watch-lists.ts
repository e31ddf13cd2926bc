import type pg from 'pg';
import { type Accounts, audit, planOf } from '../accounts/index.ts';
import type { WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { KeyPrincipal, SessionPrincipal } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { watchRules } from './limits.ts';

/** Whoever watches: a person, or a program with a key. */
export type Watcher = KeyPrincipal | SessionPrincipal;

export type WatchListRow = Pick<WatchList, 'id' | 'name' | 'createdAt'> & { companies: number };

const columns = `id, name, created_at AS "createdAt",
  (SELECT count(*)::int FROM watched_company WHERE list_id = watch_list.id) AS companies`;

const listAll = sql<WatchListRow>`SELECT ${columns} FROM watch_list WHERE account_id = $1 ORDER BY created_at, id`;
const findOne = sql<WatchListRow>`SELECT ${columns} FROM watch_list WHERE account_id = $1 AND id = $2`;
const countLists = sql<{ count: number }>`SELECT count(*)::int AS count FROM watch_list WHERE account_id = $1`;
const insertList = sql<WatchListRow>`INSERT INTO watch_list (account_id, name) VALUES ($1, $2) RETURNING ${columns}`;
const renameList = sql<WatchListRow>`UPDATE watch_list SET name = $3 WHERE account_id = $1 AND id = $2 RETURNING ${columns}`;
const deleteList = sql`DELETE FROM watch_list WHERE account_id = $1 AND id = $2`;

interface WatchListsParts {
  pool: pg.Pool;
  /** Runs a transaction that locks the account. */
  change: Accounts['apiKeys']['change'];
}

/** The watch lists of accounts. A list of another account is not there. */
export class WatchLists {
  readonly #pool: pg.Pool;
  readonly #change: WatchListsParts['change'];

  constructor({ pool, change }: WatchListsParts) {
    this.#pool = pool;
    this.#change = change;
  }

  /** All lists of the account, oldest first. */
  async all({ accountId }: Watcher): Promise<WatchListRow[]> {
    return (await this.#pool.query(listAll, [accountId])).rows;
  }

  async one({ accountId }: Watcher, id: string): Promise<WatchListRow> {
    return found(isUuid(id) ? (await this.#pool.query(findOne, [accountId, id])).rows : []);
  }

  async create(watcher: Watcher, given: string): Promise<WatchListRow> {
    const { accountId } = watcher;
    const name = checkedName(given);
    return this.#change(accountId, async (client, account) => {
      const plan = planOf(account.plan);
      const { rows: counted } = await client.query(countLists, [accountId]);
      if ((counted[0]?.count ?? 0) >= plan.maxWatchLists) throw listsUsedUp(plan.name, plan.maxWatchLists);
      const list = found((await client.query(insertList, [accountId, name])).rows);
      await audit(client, { ...actor(watcher), action: 'watch_list.created', subject: list.id });
      return list;
    });
  }

  async rename(watcher: Watcher, id: string, given: string): Promise<WatchListRow> {
    const { accountId } = watcher;
    const name = checkedName(given);
    checkId(id);
    return this.#change(accountId, async (client) => {
      const list = found((await client.query(renameList, [accountId, id, name])).rows);
      await audit(client, { ...actor(watcher), action: 'watch_list.renamed', subject: id });
      return list;
    });
  }

  /** Deletes a list with its companies and what happened to them. */
  async delete(watcher: Watcher, id: string): Promise<void> {
    checkId(id);
    await this.#change(watcher.accountId, async (client) => {
      const { rowCount } = await client.query(deleteList, [watcher.accountId, id]);
      if (rowCount !== 1) throw new Failure('watch_list_not_found');
      await audit(client, { ...actor(watcher), action: 'watch_list.deleted', subject: id });
    });
  }
}

function found([list]: readonly WatchListRow[]): WatchListRow {
  if (!list) throw new Failure('watch_list_not_found');
  return list;
}

export function checkId(id: string): void {
  if (!isUuid(id)) throw new Failure('watch_list_not_found');
}

function checkedName(given: string): string {
  const name = given.trim();
  check(watchRules, { name });
  return name;
}

const actor = (watcher: Watcher) =>
  watcher.kind === 'session'
    ? { accountId: watcher.accountId, userId: watcher.userId }
    : { accountId: watcher.accountId, details: { keyId: watcher.keyId } };

const listsUsedUp = (plan: string, most: number): Failure =>
  new Failure(
    'watch_limit_reached',
    `The plan ${plan} allows ${most === 1 ? '1 watch list' : `${most} watch lists`}: delete one, or change the plan.`,
  );
