import type pg from 'pg';
import { z } from 'zod';
import { type Accounts, audit, planOf } from '../accounts/index.ts';
import type { Companies } from '../companies/index.ts';
import type { WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type AccountPrincipal, actorOf } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';
import { withdraw } from '../webhooks/index.ts';
import { watchRules } from './limits.ts';

/** Who watches. */
export type Watcher = AccountPrincipal;

/** A filter as a search has it. */
export type WatchedFilter = Parameters<Companies['changedMatches']['checked']>[0];

export type WatchListRow = Pick<WatchList, 'id' | 'name' | 'createdAt'> & { companies: number; filter: WatchedFilter | null };

/** What a list is made with, or what is changed of it. */
interface WatchListChange {
  name?: string | null | undefined;
  filter?: WatchedFilter | null | undefined;
}

const columns = `id, name, created_at AS "createdAt", filter,
  (SELECT count(*)::int FROM watched_company WHERE list_id = watch_list.id) AS companies`;

const listAll = sql<WatchListRow>`SELECT ${columns} FROM watch_list WHERE account_id = $1 ORDER BY created_at, id`;
const findOne = sql<WatchListRow>`SELECT ${columns} FROM watch_list WHERE account_id = $1 AND id = $2`;
const countLists = sql<{ count: number }>`SELECT count(*)::int AS count FROM watch_list WHERE account_id = $1`;
const insertList = sql<Pick<WatchList, 'id'>>`INSERT INTO watch_list (account_id, name, filter) VALUES ($1, $2, $3) RETURNING id`;
const changeList = sql<WatchListRow>`UPDATE watch_list SET name = coalesce($3, name), filter = coalesce($4::json, filter)
  WHERE account_id = $1 AND id = $2 RETURNING ${columns}`;
const deleteList = sql`DELETE FROM watch_list WHERE account_id = $1 AND id = $2 RETURNING id`;

const listOwn = sql<Pick<WatchList, 'id'>>`SELECT id FROM watch_list WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** What is kept of a new list, to give the same answer again. */
const KeptList = z.object({ id: z.string() });

/** The watch lists of accounts. A list of another account is not there. */
export function watchLists(
  pool: pg.Pool,
  { changeFor, answers }: Pick<Accounts, 'changeFor' | 'answers'>,
  changedMatches: Pick<Companies['changedMatches'], 'checked'>,
) {
  /** The name, and the filter as JSON. Null: not given. */
  async function checked({ name: given, filter }: WatchListChange): Promise<{ name: string | null; filter: string | null }> {
    const name = given?.trim() ?? null;
    check(watchRules, { name });
    if (!filter) return { name, filter: null };
    return { name, filter: JSON.stringify(await changedMatches.checked(filter)) };
  }

  return {
    /** All lists of the account, oldest first. */
    all: async ({ accountId }: Watcher): Promise<WatchListRow[]> => (await pool.query(listAll, [accountId])).rows,

    one: async ({ accountId }: Watcher, id: string): Promise<WatchListRow> =>
      found(isUuid(id) ? (await pool.query(findOne, [accountId, id])).rows : []),

    /** Which of these lists the account has. */
    own: async (client: pg.ClientBase, accountId: string, ids: readonly string[]): Promise<string[]> =>
      (await client.query(listOwn, [accountId, ids])).rows.map(({ id }) => id),

    /** Makes a list. The same request with the same Idempotency-Key gets the list that it made, as it is now. */
    create: async (
      watcher: Watcher,
      { idempotencyKey: key, ...given }: WatchListChange & { name: string; idempotencyKey?: string | null | undefined },
    ): Promise<{ watchList: WatchListRow; replayed: boolean }> => {
      const { accountId } = watcher;
      const { name, filter } = await checked(given);
      const repeatable = { key, request: ['createWatchList', name, filter], kept: KeptList };
      return changeFor(watcher, async (client, account) => {
        const { made, replayed } = await answers.once(client, accountId, repeatable, async () => {
          const plan = planOf(account.plan);
          const { rows: counted } = await client.query(countLists, [accountId]);
          if ((counted[0]?.count ?? 0) >= plan.maxWatchLists) throw listsUsedUp(plan);
          const list = found((await client.query(insertList, [accountId, name, filter])).rows);
          await audit(client, { ...actorOf(watcher), action: 'watch_list.created', subject: list.id });
          return list;
        });
        const [watchList] = (await client.query(findOne, [accountId, made.id])).rows;
        if (!watchList) throw answers.ended('The list that was made with this Idempotency-Key is deleted.');
        return { watchList, replayed };
      });
    },

    /** Gives a list another name, or another filter. The hits of an import that is being looked at are those of one filter. */
    change: async (watcher: Watcher, id: string, given: WatchListChange): Promise<WatchListRow> => {
      const { accountId } = watcher;
      checkId(id);
      const { name, filter } = await checked(given);
      if (name === null && filter === null) throw new Failure('invalid_request', 'There must be a name or a filter.');
      return changeFor(watcher, async (client) => {
        const before = found((await client.query(findOne, [accountId, id])).rows);
        if (filter && !before.filter) throw new Failure('invalid_request', 'filter: the list has companies, and no filter.');
        const list = found((await client.query(changeList, [accountId, id, name, filter])).rows);
        const action = filter === null ? 'watch_list.renamed' : 'watch_list.changed';
        await audit(client, { ...actorOf(watcher), action, subject: id });
        return list;
      });
    },

    /** Deletes a list with its companies and what happened to them. */
    delete: async (watcher: Watcher, id: string): Promise<void> => {
      checkId(id);
      await changeFor(watcher, async (client) => {
        found((await client.query(deleteList, [watcher.accountId, id])).rows);
        await withdraw(client, watcher.accountId, id);
        await audit(client, { ...actorOf(watcher), action: 'watch_list.deleted', subject: id });
      });
    },
  };
}

/** The first row, which is the list. */
export function found<Row>([list]: readonly Row[]): Row {
  if (!list) throw new Failure('watch_list_not_found');
  return list;
}

export function checkId(id: string): void {
  if (!isUuid(id)) throw new Failure('watch_list_not_found');
}

const listsUsedUp = ({ name, maxWatchLists: max }: ReturnType<typeof planOf>): Failure => {
  const lists = max === 1 ? '1 watch list' : `${max} watch lists`;
  return new Failure('watch_limit_reached', `The plan ${name} allows ${lists}: delete one, or change the plan.`);
};
