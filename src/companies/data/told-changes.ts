import type pg from 'pg';
import type { Change, ChangeSet } from '../../database/client.ts';
import { type Content, type FieldChange, isSame } from './content.ts';
import { type Provenance, runsOf } from './provenance.ts';

/** What a row of "change" and its set have of one change. */
interface LoggedChange extends Pick<Change, 'entityId' | 'previousRun'>, Pick<ChangeSet, 'importRunId'> {
  fields: unknown;
}

/** One change as it is published: fields of the record by JSON pointer. The empty pointer is the whole record. */
interface Told {
  changes: { path: string; old: unknown; new: unknown }[];
  /** Of the record after the change. */
  provenance: Provenance;
}

/** Reads what the imports of some changes add to them. The answers are in the order of the changes. */
export async function tellChanges(pool: pg.Pool, changes: readonly LoggedChange[]): Promise<Told[]> {
  const ids = new Set(changes.flatMap(({ importRunId, previousRun }) => [importRunId, ...(previousRun ? [previousRun] : [])]));
  const runs = await runsOf(pool, [...ids]);
  const of = (run: string | null) => runs.get(run ?? '')?.provenance ?? lost;
  return changes.map((change) => ({
    changes: told(change, of(change.previousRun), of(change.importRunId)),
    provenance: of(change.importRunId),
  }));
}

/** Imports are kept for good; this is for the types. */
const lost: Provenance = { register: '', file: '', sha256: '', files: null, importedAt: new Date(0), sourceUrl: '', licence: '' };

/** The log has what the source says. What an import adds to a record (updatedAt, provenance) follows from the two imports. */
function told({ fields, entityId }: LoggedChange, before: Provenance, after: Provenance): Told['changes'] {
  if (entityId === null) return [];
  const logged = fields as FieldChange[];
  const [first] = logged;
  if (first?.[0] === '') {
    const [, old, now] = first as FieldChange & [string, Content | null, Content | null];
    return [{ path: '', old: old && recordOf(entityId, old, before), new: now && recordOf(entityId, now, after) }];
  }
  const moved = (Object.keys(after) as (keyof Provenance)[]).filter((name) => !isSame(after[name], before[name]));
  return [
    ...logged.map(([path, old, now]) => ({ path, old, new: now })),
    { path: '/updatedAt', old: before.importedAt, new: after.importedAt },
    ...moved.map((name) => ({ path: `/provenance/${name}`, old: before[name], new: after[name] })),
  ];
}

/** A whole record as it is served, in the order of its fields. */
export function recordOf(id: string, content: Content, provenance: Provenance) {
  const { registry, sourceData, registrations, ...summary } = content;
  return { id, ...summary, updatedAt: provenance.importedAt, registry, sourceData, registrations, provenance };
}
