import type pg from 'pg';
import { audit } from '../accounts/index.ts';
import type { ExportedList } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import { KeyedQueue } from '../kernel/running/keyed-queue.ts';
import { tables } from '../tables/index.ts';

/** A list has at most so many rows, the newest ones. An export is made in memory, so its size is limited. */
export const longestList = 10_000;

/** The lists that the tables declare for an export. */
const exported = tables.flatMap(({ account }) => account?.exported ?? []);
const objects = exported.filter((one) => 'object' in one);
export const exportedLists: readonly ExportedList[] = exported.filter((one) => 'list' in one);

/** All data of an account, as it was at one moment. */
export type AccountExport = Record<string, unknown> & {
  /** The names of the lists that were cut. */
  incomplete: string[];
};

/** Makes exports, one at a time for each account, so that one account cannot take all connections. */
export class AccountExports {
  readonly #pool: pg.Pool;
  readonly #queue = new KeyedQueue();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  of(session: SessionPrincipal): Promise<AccountExport> {
    return this.#queue.run(session.accountId, () => exportAccount(this.#pool, session));
  }
}

function exportAccount(pool: pg.Pool, { accountId, userId }: SessionPrincipal): Promise<AccountExport> {
  return inTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const data: AccountExport = { incomplete: [] };
    for (const { object, row } of objects) {
      const { rows } = await client.query(row, [accountId]);
      if (!rows[0]) throw new Failure('invalid_session');
      data[object] = rows[0];
    }
    for (const { list, rows: text, maxRows = longestList } of exportedLists) {
      const { rows } = await client.query(text, [accountId, maxRows + 1]);
      data[list] = rows.slice(0, maxRows);
      if (rows.length > maxRows) data.incomplete.push(list);
    }
    await audit(client, { accountId, action: 'account.exported', userId });
    return data;
  });
}
