import type pg from 'pg';
import type { Change, ChangeSet } from '../database/client.ts';
import { publishedChanges } from '../records/index.ts';
import { cursorOf } from './cursor.ts';

export type DerivedFields = Parameters<typeof publishedChanges>[2];
type PublishedChange = Awaited<ReturnType<typeof publishedChanges>>[number];

/** One change, as the API returns it. */
export interface Entry extends PublishedChange {
  cursor: string;
  type: string;
  entityId: string | null;
  countryCode: string;
  number: string | null;
  numberScheme: string | null;
  canonicalName: string | null;
  at: Date;
  dataVersion: number;
  importRunId: string;
  reason: string;
}

/** A row of "change" with its set. */
export type EntryRow = Change & Pick<ChangeSet, 'epoch' | 'countryCode' | 'importRunId' | 'reason'>;

export const entryColumns = `change.version, change.position, change_set.at, change.entity_id AS "entityId", change.type,
  change.number, change.canonical_name AS "canonicalName", change.previous_run AS "previousRun", change.fields,
  change_set.epoch, change_set.country_code AS "countryCode", change_set.import_run_id AS "importRunId", change_set.reason`;

export async function entriesOf(pool: pg.Pool, rows: readonly EntryRow[], derived: DerivedFields): Promise<Entry[]> {
  const published = await publishedChanges(pool, rows, derived);
  return rows.map((row, place) => ({
    cursor: cursorOf(row),
    type: row.type,
    entityId: row.entityId,
    countryCode: row.countryCode,
    number: row.number,
    numberScheme: derived.schemeOf(row.countryCode, row.number),
    canonicalName: row.canonicalName,
    at: row.at,
    dataVersion: row.version,
    importRunId: row.importRunId,
    reason: row.reason,
    ...(published[place] as PublishedChange),
  }));
}
