import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { type DerivedFields, type Entry, type EntryRow, entriesOf, entryColumns } from './entry.ts';
import type { SettledClock } from './settled-clock.ts';

interface HistoryOptions {
  pool: pg.Pool;
  reads: Pick<Companies['reads'], 'newestVersion'>;
  settled: SettledClock;
  derived: DerivedFields;
  pastRecords: Companies['pastRecords'];
}

const countChanges = sql<{ total: number; known: boolean }>`
  SELECT (SELECT count(*)::int FROM change WHERE entity_id = $1 AND version <= $2) AS total,
    EXISTS (SELECT FROM entity WHERE id = $1) OR EXISTS (SELECT FROM tombstone WHERE id = $1) AS known`;

const listChanges = sql<EntryRow>`
  SELECT ${entryColumns} FROM change JOIN change_set USING (version) WHERE entity_id = $1 AND version <= $4
  ORDER BY change.version DESC, change.position DESC LIMIT $2 OFFSET $3`;

/** Records that were removed before the log of changes existed have the moment at which the import began. */
const findRemoved = sql<{ at: Date }>`SELECT coalesce(change_set.at, removed_at) AS at
  FROM tombstone LEFT JOIN change_set USING (import_run_id) WHERE tombstone.id = $1`;

/** The past of single records: all changes of a record, and its state at a moment. */
export const changeHistory = ({ pool, reads, settled, derived, pastRecords }: HistoryOptions) => ({
  /** Newest first. Undefined for an id that was never served. A removed record has a history too. */
  page: async (id: string, page: number, pageSize: number): Promise<{ items: Entry[]; total: number } | undefined> => {
    const newest = await reads.newestVersion();
    const { rows: counted } = await pool.query({ name: 'history total', text: countChanges, values: [id, newest] });
    const { total = 0, known = false } = counted[0] ?? {};
    if (total === 0 && !known) return undefined;
    const values = [id, pageSize, (page - 1) * pageSize, newest];
    const { rows } = await pool.query({ name: 'history', text: listChanges, values });
    return { items: await entriesOf(pool, rows, derived), total };
  },

  /** Until when a removed record was served; undefined for one that is served, or never was. */
  removedAt: async (id: string): Promise<Date | undefined> => {
    return (await pool.query({ name: 'removed', text: findRemoved, values: [id] })).rows[0]?.at;
  },

  /**
   * The record as it was served at a moment, without personal data; undefined if it was not served then. A moment that is not
   * over yet is refused, because the answer for a moment must never change.
   */
  at: async (id: string, moment: Date): ReturnType<Companies['pastRecords']['at']> => {
    const until = await settled.until(moment);
    if (moment > until)
      throw new Failure(
        'invalid_request',
        `asOf: must be over. It is ${until.toISOString()}; without asOf you get the record of now.`,
      );
    return pastRecords.at(id, moment);
  },
});
