import type pg from 'pg';
import { type Content, type FieldChange, isSame } from '../company/content/content.ts';
import type { Change, ChangeSet } from '../database/client.ts';
import type { StoredLei } from '../identifiers/index.ts';
import type { DerivedFields } from './derived-fields.ts';
import { type Provenance, runsOf } from './provenance.ts';

/** A change as the log has it: its row of "change" and of "change_set". */
interface LoggedChange extends Pick<Change, 'entityId' | 'previousRun' | 'type'>, Pick<ChangeSet, 'countryCode' | 'importRunId'> {
  fields: unknown;
}

/** A change as the API returns it: fields of the record by JSON pointer. The empty pointer is the whole record. */
interface PublishedChange {
  changes: { path: string; old: unknown; new: unknown }[];
  /** The provenance of the record after the change. */
  provenance: Provenance;
}

/** Completes logged changes by what their imports add to records. The order stays the same. */
export async function publishedChanges(
  pool: pg.Pool,
  changes: readonly LoggedChange[],
  derived: DerivedFields,
): Promise<PublishedChange[]> {
  const ids = new Set(changes.flatMap(({ importRunId, previousRun }) => [importRunId, ...(previousRun ? [previousRun] : [])]));
  const runs = await runsOf(pool, [...ids]);
  const of = (run: string | null) => runs.get(run ?? '')?.provenance ?? noProvenance;
  return changes.map((change) => ({
    changes: fieldChanges(change, of(change.previousRun), of(change.importRunId), derived),
    provenance: of(change.importRunId),
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
function fieldChanges(
  { fields, entityId, countryCode, type }: LoggedChange,
  before: Provenance,
  after: Provenance,
  derived: DerivedFields,
): PublishedChange['changes'] {
  if (entityId === null) return [];
  const logged = fields as FieldChange[];
  const [first] = logged;
  if (first?.[0] === '') {
    const [, old, now] = first as FieldChange & [string, Content | null, Content | null];
    // What its identifiers add is logged beside the content.
    const [added, gone] = [2, 1].map((side) => Object.fromEntries(logged.slice(1).map((one) => [one[0].slice(1), one[side]])));
    const record = (content: Content, provenance: Provenance) => recordOf(entityId, content, provenance, derived);
    return [{ path: '', old: old && { ...record(old, before), ...gone }, new: now && { ...record(now, after), ...added } }];
  }
  // They come from a source of their own, so the provenance of the record stays.
  if (type === 'identifiers') return logged.map(([path, old, now]) => ({ path, old, new: now }));
  const moved = (Object.keys(after) as (keyof Provenance)[]).filter((name) => !isSame(after[name], before[name]));
  return [
    ...logged.map(([path, old, now]) => ({ path, old: derived.published(path, old), new: derived.published(path, now) })),
    ...numberChanges(logged, countryCode, derived),
    { path: '/updatedAt', old: before.importedAt, new: after.importedAt },
    ...moved.map((name) => ({ path: `/provenance/${name}`, old: before[name], new: after[name] })),
  ];
}

/** The national number is one of the registrations, so it changes with them. */
function numberChanges(logged: readonly FieldChange[], countryCode: string, derived: DerivedFields) {
  const registrations = logged.find(([path]) => path === '/registrations');
  if (!registrations) return [];
  const [old, now] = registrations.slice(1).map((list) => derived.numberOf({ countryCode, registrations: list }));
  return (['number', 'numberScheme'] as const)
    .filter((name) => old?.[name] !== now?.[name])
    .map((name) => ({ path: `/${name}`, old: old?.[name], new: now?.[name] }));
}

/** A whole record as it is served, in the order of its fields. */
export function recordOf(
  id: string,
  content: Content,
  provenance: Provenance,
  derived: DerivedFields,
  { leis, isErased }: { leis: readonly StoredLei[]; isErased: boolean } = { leis: [], isErased: false },
) {
  const { registry, sourceData, registrations, ...summary } = content;
  const number = derived.numberOf(content);
  return {
    id,
    ...summary,
    ...derived.legalForm(content),
    updatedAt: provenance.importedAt,
    ...number,
    ...derived.identified({ ...content, ...number }, leis, isErased),
    address: derived.address(content),
    registry: derived.registry(registry),
    sourceData,
    registrations,
    provenance,
  };
}
