import type pg from 'pg';
import { audit } from '../accounts/index.ts';
import type { ExportedList } from '../database/table.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import { KeyedQueue } from '../kernel/running/keyed-queue.ts';
import { tables } from '../tables/index.ts';

/** A list has its newest rows. An export is made in memory, so its size is limited. */
export const maxExportedRows = 10_000;

/** The lists that the tables declare for an export. */
const exported = tables.flatMap(({ account }) => account?.exported ?? []);
const objects = exported.filter((one) => 'object' in one);
export const exportedLists: readonly ExportedList[] = exported.filter((one) => 'list' in one);

/** Makes exports, one at a time for each account, so that one account cannot take all connections. */
export function accountExports(pool: pg.Pool) {
  const queue = new KeyedQueue();
  return {
    /** All data of an account, as it was at one moment. `incomplete` names the lists that were cut. */
    of: ({ accountId, userId }: SessionPrincipal): Promise<Record<string, unknown>> =>
      queue.run(accountId, () =>
        inTransaction(pool, async (client) => {
          await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          const data: Record<string, unknown> = {};
          for (const { object, row } of objects) {
            const { rows } = await client.query(row, [accountId]);
            if (!rows[0]) throw new Failure('invalid_session');
            data[object] = rows[0];
          }
          const incomplete: string[] = [];
          for (const { list, rows: text, maxRows = maxExportedRows } of exportedLists) {
            const { rows } = await client.query(text, [accountId, maxRows + 1]);
            data[list] = rows.slice(0, maxRows);
            if (rows.length > maxRows) incomplete.push(list);
          }
          await audit(client, { accountId, action: 'account.exported', userId });
          return { incomplete, ...data };
        }),
      ),
  };
}
