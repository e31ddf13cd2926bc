import {
  before,
  type Content,
  type FieldChange,
  partialContent,
  type Stored,
  storedColumns,
  storedValue,
} from '../../company/content/content.ts';
import type { RecordIdentifier } from '../../company/identifiers.ts';
import type { OtherName } from '../../company/other-names.ts';
import type { Change, Entity, ImportRun } from '../../database/client.ts';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import type { SourceTerms } from '../../records/index.ts';

/** Changes of one version of the data: those after a position, up to another one. */
export interface Span {
  version: number;
  after: number;
  upTo: number;
}

/** A record as it was before a change, or as it was after it. */
export interface State {
  content: Content;
  /** If the log of changes has them; otherwise they follow from the content and its LEIs. */
  otherNames: readonly OtherName[] | undefined;
  /** The number of the import that had changed it last. */
  run: number;
}

/** A change of a record. */
export interface ChangedRecord extends Pick<Change, 'position' | 'at'> {
  entityId: string;
  /** Before and after. A record that is new or removed has one of them. */
  states: State[];
  /** The LEIs that it got, lost or kept, if its identifiers changed. */
  leis: ReadonlySet<string>;
}

type Searched = Omit<Stored, 'layoutId' | 'sourceCells'>;
/** No filter reads the source. */
const searchedColumns = (Object.keys(storedColumns) as (keyof Stored)[])
  .filter((name) => name !== 'layoutId' && name !== 'sourceCells')
  .map((name) => `${storedValue('entity', name)} AS "${name}"`)
  .join(', ');
const isOfSource = ([path]: FieldChange) => path.startsWith('/sourceData');

type ChangedRow = Pick<Change, 'position' | 'at' | 'type'> &
  Partial<Searched & Pick<Entity, 'countryCode'>> & {
    entityId: string;
    fields: FieldChange[];
    run: ImportRun['ordinal'] | null;
    previousRun: ImportRun['ordinal'] | null;
    /** What later imports changed of it, the newest first. */
    later: FieldChange[][];
  };

/** One statement reads the record and all later changes, so no import comes in between. */
const listChanged = sql<ChangedRow>`SELECT change.position, change.at, change.type, change.entity_id AS "entityId",
    change.fields, own.ordinal AS run, previous.ordinal AS "previousRun", ${searchedColumns},
    entity.country_code AS "countryCode", coalesce((
      SELECT json_agg(later.fields ORDER BY later.version DESC, later.position DESC) FROM change AS later
      WHERE later.entity_id = change.entity_id AND later.version > $1 AND (SELECT max(version) FROM change_set) > $1
    ), '[]') AS later
  FROM change JOIN change_set USING (version) LEFT JOIN import_run AS own ON own.id = change_set.import_run_id
    LEFT JOIN import_run AS previous ON previous.id = change.previous_run LEFT JOIN entity ON entity.id = change.entity_id
  WHERE change.version = $1 AND change.position > $2 AND change.position <= $3
    AND change.entity_id IS NOT NULL
  ORDER BY change.position`;

/** The changed records of a span. */
export async function changedRecords(
  client: Queries,
  terms: SourceTerms,
  { version, after, upTo }: Span,
): Promise<ChangedRecord[]> {
  const { rows } = await client.query(listChanged, [version, after, upTo]);
  await terms.learn({ activities: rows.flatMap(({ unlicensed, licensed }) => [...(unlicensed ?? []), ...(licensed ?? [])]) });
  return rows.map((row) => changedRecord(row, terms));
}

/** What is served now, without what was changed after the version; and that without what the version changed. */
function changedRecord(row: ChangedRow, terms: SourceTerms): ChangedRecord {
  const { position, at, type, entityId, fields, later, countryCode } = row;
  let content = countryCode ? ({ countryCode, ...partialContent(row, terms) } as Content) : undefined;
  let names: State['otherNames'];
  for (const step of later) {
    content = undone(content, step);
    names = namesIn(step, 'old') ?? names;
  }
  const run = (type === 'identifiers' ? row.previousRun : row.run) ?? 0;
  const states = [
    { content: undone(content, fields), otherNames: namesIn(fields, 'old') ?? names, run: row.previousRun ?? 0 },
    { content, otherNames: namesIn(fields, 'new') ?? names, run },
  ];
  return {
    position,
    at,
    entityId,
    states: states.filter((one): one is State => one.content !== undefined),
    leis: leisIn(fields),
  };
}

const undone = (content: Content | undefined, fields: readonly FieldChange[]): Content | undefined =>
  before(
    content,
    fields.filter((change) => !isOfSource(change)),
  );

function namesIn(fields: readonly FieldChange[], side: 'old' | 'new'): OtherName[] | undefined {
  const [, old, now] = fields.find(([path]) => path === '/otherNames') ?? [];
  return ((side === 'old' ? old : now) ?? undefined) as OtherName[] | undefined;
}

function leisIn(fields: readonly FieldChange[]): Set<string> {
  const [, old, now] = fields.find(([path]) => path === '/identifiers') ?? [];
  const all = [old, now].flatMap((some) => (some ?? []) as RecordIdentifier[]);
  return new Set(all.flatMap(({ scheme, value }) => (scheme === 'LEI' ? value : [])));
}
