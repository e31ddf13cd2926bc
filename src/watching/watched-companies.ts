import type pg from 'pg';
import { type Accounts, planOf } from '../accounts/index.ts';
import type { Companies } from '../companies/index.ts';
import { pageRules } from '../company/limits.ts';
import type { WatchedCompany, WatchList } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { check } from '../kernel/rules.ts';
import { checkIds } from './limits.ts';
import { checkId, found, type Watcher } from './watch-lists.ts';

export type WatchedRow = Pick<WatchedCompany, 'entityId' | 'addedAt'>;

/** What a change of a list did. */
export interface WatchedChange {
  added: number;
  removed: number;
  /** The ids that are no records. */
  unknown: string[];
  /** How many companies the list has now. */
  companies: number;
  /** What was found for each company that was to be looked up; null if there was none. */
  lookup: LookedUp[] | null;
}

/** A company that was looked up. Only one that was found has an id. */
export interface LookedUp {
  input: Parameters<Companies['services']['lookup']['findItems']>[0][number];
  status: string;
  entityId: string | null;
}

const ownList = 'watch_list WHERE account_id = $1 AND id = $2';
const lockList = sql<Pick<WatchList, 'filter'>>`SELECT filter FROM ${ownList} FOR UPDATE`;
/** There is always a row for a list of the account, so that an empty page has its total. */
const listPage = sql<{ total: number } & { [Name in keyof WatchedRow]: WatchedRow[Name] | null }>`
  SELECT (SELECT count(*)::int FROM watched_company WHERE list_id = $2) AS total, page.*
  FROM (SELECT FROM ${ownList}) AS own LEFT JOIN (
    SELECT entity_id AS "entityId", added_at AS "addedAt" FROM watched_company WHERE list_id = $2
    ORDER BY added_at, entity_id LIMIT $3 OFFSET $4
  ) AS page ON true`;
const removeCompanies = sql`DELETE FROM watched_company WHERE list_id = $1 AND entity_id = ANY ($2::uuid[])`;
const addCompanies = sql`INSERT INTO watched_company (list_id, entity_id)
  SELECT $1, id FROM entity WHERE id = ANY ($2::uuid[]) ON CONFLICT DO NOTHING`;
const listUnknown = sql<{ id: string }>`SELECT DISTINCT wanted.id FROM unnest($1::uuid[]) AS wanted (id)
  WHERE NOT EXISTS (SELECT FROM entity WHERE entity.id = wanted.id)`;
const countCompanies = sql<{ own: number; all: number }>`
  SELECT count(*) FILTER (WHERE list_id = $2)::int AS own, count(*)::int AS all
  FROM watched_company WHERE list_id IN (SELECT id FROM watch_list WHERE account_id = $1)`;

/** The companies of watch lists. */
export const watchedCompanies = (pool: pg.Pool, changeFor: Accounts['changeFor']) => ({
  /** A page of a list, in the order in which companies were added. */
  page: async (
    { accountId }: Watcher,
    listId: string,
    page: number,
    pageSize: number,
  ): Promise<{ items: WatchedRow[]; total: number }> => {
    check(pageRules, { page, pageSize });
    checkId(listId);
    const { rows } = await pool.query(listPage, [accountId, listId, pageSize, (page - 1) * pageSize]);
    const { total } = found(rows);
    const items = rows.flatMap(({ entityId, addedAt }) => (entityId && addedAt ? [{ entityId, addedAt }] : []));
    return { items, total };
  },

  /** Removes companies, and then adds some. If the plan does not allow so many, nothing is changed. */
  alter: async (
    watcher: Watcher,
    listId: string,
    { add: ids, remove, lookup }: Record<'add' | 'remove', readonly string[]> & Pick<WatchedChange, 'lookup'>,
  ): Promise<WatchedChange> => {
    const { accountId } = watcher;
    checkIds('add', ids);
    checkIds('remove', remove);
    checkId(listId);
    const add = [...ids, ...(lookup ?? []).flatMap(({ entityId }) => entityId ?? [])];
    return changeFor(watcher, async (client, account) => {
      const { filter } = found((await client.query(lockList, [accountId, listId])).rows);
      if (filter) throw new Failure('invalid_request', 'The list has a filter, and no companies: make another list for them.');
      const { rowCount: removed } = await client.query(removeCompanies, [listId, remove]);
      const { rowCount: added } = await client.query(addCompanies, [listId, add]);
      const { rows: unknown } = await client.query(listUnknown, [add]);
      const { own = 0, all = 0 } = (await client.query(countCompanies, [accountId, listId])).rows[0] ?? {};
      const { name, maxWatchedCompanies } = planOf(account.plan);
      if (added && all > maxWatchedCompanies)
        throw new Failure(
          'watch_limit_reached',
          `The plan ${name} allows ${maxWatchedCompanies} watched companies in all lists, and these would be ${all}: ` +
            'remove some, or change the plan.',
        );
      return { added: added ?? 0, removed: removed ?? 0, unknown: unknown.map(({ id }) => id), companies: own, lookup };
    });
  },
});
