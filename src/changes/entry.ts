import type pg from 'pg';
import type { Change, ChangeSet } from '../database/client.ts';
import { publishedChanges } from '../records/index.ts';
import { cursorOf } from './cursor.ts';

export type DerivedFields = Parameters<typeof publishedChanges>[2];

/** A row of "change" with its set. */
export type EntryRow = Change & Pick<ChangeSet, 'epoch' | 'countryCode' | 'importRunId' | 'reason'>;

/** One change, as the API returns it. */
export type Entry = Omit<EntryRow, 'version' | 'position' | 'epoch' | 'previousRun' | 'fields'> & {
  cursor: string;
  numberScheme: string | null;
  dataVersion: number;
} & Awaited<ReturnType<typeof publishedChanges>>[number];

export const entryColumns = `change.version, change.position, change_set.at, change.entity_id AS "entityId", change.type,
  change.number, change.canonical_name AS "canonicalName", change.previous_run AS "previousRun", change.fields,
  change_set.epoch, change_set.country_code AS "countryCode", change_set.import_run_id AS "importRunId", change_set.reason`;

export async function entriesOf(pool: pg.Pool, rows: readonly EntryRow[], derived: DerivedFields): Promise<Entry[]> {
  const published = await publishedChanges(pool, rows, derived);
  return published.map((change, place) => {
    const { version, position, epoch, previousRun: _run, fields: _fields, ...row } = rows[place] as EntryRow;
    const numberScheme = derived.schemeOf(row.countryCode, row.number);
    return { ...row, cursor: cursorOf({ version, position, epoch }), dataVersion: version, numberScheme, ...change };
  });
}
