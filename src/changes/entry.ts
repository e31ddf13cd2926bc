import type pg from 'pg';
import { type Content, type FieldChange, filesColumn, isSame, type Provenance } from '../companies/index.ts';
import type { Change, ChangeSet, ImportRun } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { cursorOf } from './cursor.ts';

/** One change, as the API returns it. */
export interface Entry {
  cursor: string;
  type: string;
  entityId: string | null;
  countryCode: string;
  number: string | null;
  canonicalName: string | null;
  at: Date;
  dataVersion: number;
  importRunId: string;
  reason: string;
  changes: { path: string; old: unknown; new: unknown }[];
  provenance: Provenance;
}

/** A row of "change" with its set. */
export type EntryRow = Omit<Change, 'fields'> &
  Pick<ChangeSet, 'epoch' | 'countryCode' | 'importRunId' | 'reason'> & { fields: FieldChange[] };

export const entryColumns = `change.version, change.position, change_set.at, change.entity_id AS "entityId", change.type,
  change.number, change.canonical_name AS "canonicalName", change.previous_run AS "previousRun", change.fields,
  change_set.epoch, change_set.country_code AS "countryCode", change_set.import_run_id AS "importRunId", change_set.reason`;

type RunRow = Pick<ImportRun, 'id'> & Provenance & { servedSince: ChangeSet['at'] };

/** Imports that are older than the log of changes have no moment in it. */
const listRuns = sql<RunRow>`SELECT import_run.id, register.name AS register, file, sha256, ${filesColumn},
    imported_at AS "importedAt", source_url AS "sourceUrl", licence,
    coalesce(change_set.at, imported_at) AS "servedSince"
  FROM import_run JOIN register ON register.id = register_id LEFT JOIN change_set ON import_run_id = import_run.id
  WHERE import_run.id = ANY ($1)`;

/** An import: where its records come from, and since when they are served. */
interface Run {
  provenance: Provenance;
  servedSince: Date;
}

export async function runsOf(database: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<Map<string, Run>> {
  const { rows } = await database.query({ name: 'runs', text: listRuns, values: [ids] });
  return new Map(rows.map(({ id, servedSince, ...provenance }) => [id, { provenance, servedSince }]));
}

export async function entriesOf(pool: pg.Pool, rows: readonly EntryRow[]): Promise<Entry[]> {
  const runs = new Set(
    rows.flatMap(({ importRunId, previousRun }) => (previousRun ? [importRunId, previousRun] : [importRunId])),
  );
  const known = runs.size > 0 ? await runsOf(pool, [...runs]) : new Map<string, Run>();
  const of = (run: string | null) => known.get(run ?? '')?.provenance ?? noProvenance;
  return rows.map((row) => ({
    cursor: cursorOf(row),
    type: row.type,
    entityId: row.entityId,
    countryCode: row.countryCode,
    number: row.number,
    canonicalName: row.canonicalName,
    at: row.at,
    dataVersion: row.version,
    importRunId: row.importRunId,
    reason: row.reason,
    changes: fieldChanges(row, of(row.previousRun), of(row.importRunId)),
    provenance: of(row.importRunId),
  }));
}

/** Only the types need this: imports are never deleted. */
const noProvenance: Provenance = {
  register: '',
  file: '',
  sha256: '',
  files: null,
  importedAt: new Date(0),
  sourceUrl: '',
  licence: '',
};

/** The log has the changes of the source. The changes of updatedAt and provenance follow from the two imports. */
function fieldChanges({ fields, entityId }: EntryRow, before: Provenance, after: Provenance): Entry['changes'] {
  if (entityId === null) return [];
  const [first] = fields;
  if (first?.[0] === '') {
    const [, old, now] = first as FieldChange & [string, Content | null, Content | null];
    return [{ path: '', old: old && recordOf(entityId, old, before), new: now && recordOf(entityId, now, after) }];
  }
  const moved = (Object.keys(after) as (keyof Provenance)[]).filter((name) => !isSame(after[name], before[name]));
  return [
    ...fields.map(([path, old, now]) => ({ path, old, new: now })),
    { path: '/updatedAt', old: before.importedAt, new: after.importedAt },
    ...moved.map((name) => ({ path: `/provenance/${name}`, old: before[name], new: after[name] })),
  ];
}

/** A whole record as it is served, in the order of its fields. */
export function recordOf(id: string, content: Content, provenance: Provenance) {
  const { registry, sourceData, registrations, ...summary } = content;
  return { id, ...summary, updatedAt: provenance.importedAt, registry, sourceData, registrations, provenance };
}
