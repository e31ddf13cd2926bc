import type pg from 'pg';
import type { ImportFailure, ImportRun } from '../database/client.ts';
import type { Queries } from '../database/pool.ts';
import { sql } from '../database/sql.ts';
import { cut } from '../kernel/log/bounded.ts';
import { ImportRunning, recordKilledImports } from './lock.ts';

/** A reason may name many files. */
const maxReasonLength = 1_000;

/** An import that was interrupted could not note its end. */
const insertFailure = sql`
  WITH ended AS (DELETE FROM running_import WHERE register_id = $1 AND file = $3)
  INSERT INTO import_failure (register_id, number, at, file, reason)
  SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4 FROM import_failure WHERE register_id = $1`;
const listSources = sql<Pick<ImportRun, 'registerId' | 'sourceUrl'>>`
  SELECT DISTINCT register_id AS "registerId", source_url AS "sourceUrl" FROM import_run`;

export interface FailedImport extends Pick<ImportFailure, 'registerId' | 'at' | 'reason'> {
  /** Null: the file was not downloaded. */
  file: string | null;
}

/** What commands read and write about imports besides the data itself. */
export const importLog = {
  /** The URLs that each register was imported from. */
  sources: async (client: pg.Client) => (await client.query(listSources)).rows,
  addFailure: async (client: pg.ClientBase, { registerId, at, file, reason }: FailedImport): Promise<void> =>
    void (await client.query(insertFailure, [registerId, at, file, cut(reason, maxReasonLength)])),
  /** Whether an import was refused because another one of the same register is running. */
  isRefusedAsSecond: (error: unknown): boolean => error instanceof ImportRunning,
};

const countFailures = sql<{ register: string; failed: number }>`
  SELECT register_id AS register, max(number) AS failed FROM import_failure GROUP BY register_id`;

/** How many imports of each register have failed, 0 included. */
export async function failedImports(pool: Queries, ids: readonly string[]): Promise<{ register: string; failed: number }[]> {
  await recordKilledImports(pool);
  const { rows } = await pool.query(countFailures);
  return ids.map((register) => ({ register, failed: rows.find((row) => row.register === register)?.failed ?? 0 }));
}
