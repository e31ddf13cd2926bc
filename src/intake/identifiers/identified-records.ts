import type pg from 'pg';
import { before, type Content, type FieldChange } from '../../company/content/content.ts';
import { indexedNames } from '../../company/other-names.ts';
import { Personal } from '../../company/personal/personal.ts';
import type { RegisterRules } from '../../company/register.ts';
import { numbersOfText } from '../../company/search-text.ts';
import type { Change, Entity } from '../../database/client.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { type Statement, sql } from '../../database/sql.ts';
import type { StoredLei } from '../../identifiers/index.ts';
import { parseLossless } from '../../kernel/lossless-json.ts';
import { DerivedFields, identifiedChanges } from '../../records/index.ts';
import { indexing } from '../../search/index.ts';

/*
 * Records and their identifiers are joined when they are read, by register and number. But the search index has the names of
 * both, so a record is indexed again when one of them changes.
 */

export type IdentifiedRow = Pick<
  Entity,
  'id' | 'registerId' | 'countryCode' | 'number' | 'canonicalName' | 'importRunId' | 'searchText' | 'otherNamesText' | 'wordsText'
> & { registry: Record<string, unknown>; isErased: boolean; before: StoredLei[] | null; after: StoredLei[] | null };

/** The LEIs of a record as JSON, in SQL that aggregates rows of a table like "lei". */
const listedLeis = `json_agg(json_build_object('lei', lei, 'name', name, 'names', names, 'status', status, 'since', since)
    ORDER BY lei)`;

/** The LEIs in a table, by record. Each record is joined once by hashes: looking up each by itself would take far longer. */
const leisIn = (table: string) =>
  `(SELECT id, ${listedLeis} AS leis FROM keyed JOIN ${table} USING (register_id, number) GROUP BY id)`;

/** The records that match rows of a table by register and number. */
const listMatching = (matching: string, before: string): Statement<IdentifiedRow> => sql<IdentifiedRow>`
  WITH matched AS (
    SELECT DISTINCT entity.id FROM entity CROSS JOIN LATERAL unnest(${numbersOfText}) AS own (number) JOIN ${matching}
  ), keyed AS MATERIALIZED (
    SELECT DISTINCT id, register_id, unnest(${numbersOfText}) AS number FROM matched JOIN entity USING (id)
  ), earlier AS ${before}, later AS ${leisIn('lei')}
  SELECT id, register_id AS "registerId", country_code AS "countryCode", number, canonical_name AS "canonicalName", registry,
    import_run_id AS "importRunId", search_text AS "searchText", other_names_text AS "otherNamesText", words_text AS "wordsText",
    EXISTS (SELECT FROM erasure WHERE entity_id = entity.id) AS "isErased", earlier.leis AS before, later.leis AS after
  FROM matched JOIN entity USING (id) LEFT JOIN earlier USING (id) LEFT JOIN later USING (id)`;

/** The records whose identifiers an import of identifiers changed. The temporary tables are those of that import. */
export const listIdentified = listMatching(
  'identified ON (identified.register_id, identified.number) = (entity.register_id, own.number)',
  leisIn('lei_before'),
);

/** Of the register $1: what its import $2 wrote. */
const listImported = listMatching(
  `lei ON (lei.register_id, lei.number) = (entity.register_id, own.number) AND names IS NOT NULL
    WHERE entity.register_id = $1 AND import_run_id = $2`,
  '(SELECT id, NULL::json AS leis FROM keyed WHERE false)',
);
const findNamed = sql`SELECT FROM lei WHERE register_id = $1 AND names IS NOT NULL LIMIT 1`;

const batchSize = 1_000;

const insertReindexed = sql`INSERT INTO reindexed
  SELECT * FROM unnest($1::uuid[], $2::text[], $2::text[], $3::text[], $4::text[])`;
const updateNames = sql`UPDATE entity SET other_names_text = new_other_names, words_text = new_words
  FROM reindexed WHERE entity.id = reindexed.id`;

/** Indexes the further names of the records that an import of a register wrote. Needs the transaction of the import. */
export async function indexImportedNames(client: pg.Client, register: RegisterRules, runId: string): Promise<void> {
  const { rowCount } = await client.query(findNamed, [register.id]);
  if (rowCount === 0) return;
  const query = { name: 'imported_names', text: listImported, values: [register.id, runId] };
  await indexNames(client, { registers: [register], query });
}

interface Naming {
  registers: readonly RegisterRules[];
  query: Parameters<typeof fetchBatches<IdentifiedRow>>[1];
  onBatch?: ((rows: readonly IdentifiedRow[]) => Promise<void>) | undefined;
}

/** Gives the matching records the lines that the search index needs for all of their names. */
export async function indexNames(client: pg.Client, { registers, query, onBatch }: Naming): Promise<{ isIndexed: boolean }> {
  await client.query(indexing.createReindexed);
  const derived = new DerivedFields(registers);
  let isIndexed = false;
  for await (const rows of fetchBatches(client, query, batchSize)) {
    await onBatch?.(rows);
    const changed = rows.flatMap((row) => {
      const others = derived.otherNames(row);
      const further = row.isErased ? [] : derived.furtherNames(row, row.after ?? []);
      const { otherNames, words } = indexedNames(row.searchText, [...others, ...further]);
      return otherNames === row.otherNamesText && words === row.wordsText ? [] : [{ ...row, otherNames, words }];
    });
    if (changed.length === 0) continue;
    isIndexed = true;
    await client.query(insertReindexed, [
      changed.map(({ id }) => id),
      changed.map(({ searchText }) => searchText),
      changed.map(({ otherNames }) => otherNames),
      changed.map(({ words }) => words),
    ]);
  }
  if (!isIndexed) return { isIndexed };
  await client.query(updateNames);
  await indexing.reindex(client);
  return { isIndexed };
}

/*
 * The import of a register notes changes without identifiers. Here the noted changes of the few records that have LEIs are
 * completed: a new name may make an LEI doubtful, and a name of GLEIF a further one.
 */

type NotedRow = Pick<Change, 'position' | 'type'> & { text: string; isErased: boolean; leis: StoredLei[] } & {
  [Name in keyof Pick<Entity, 'canonicalName'>]: Entity[Name] | null;
} & Partial<Pick<Content, 'registry' | 'registrations'>>;

const hasLeis = sql`SELECT FROM lei WHERE register_id = $1 LIMIT 1`;

/** A removed record has its numbers in its tombstone. */
const listNoted = sql<NotedRow>`
  WITH numbered AS (
    SELECT position, unnest(${numbersOfText}) AS number FROM noted JOIN entity ON entity.id = entity_id WHERE type <> 'removed'
    UNION SELECT position, unnest(numbers) FROM noted JOIN tombstone ON tombstone.id = entity_id WHERE type = 'removed'
  ), matched AS (
    SELECT position, ${listedLeis} AS leis FROM numbered JOIN lei ON lei.register_id = $1 AND lei.number = numbered.number
    GROUP BY position
  )
  SELECT position, type, fields::text AS text, entity.canonical_name AS "canonicalName", registry, registrations,
    EXISTS (SELECT FROM erasure WHERE erasure.entity_id = noted.entity_id) AS "isErased", leis
  FROM matched JOIN noted USING (position) LEFT JOIN entity ON entity.id = noted.entity_id`;

const createCompleted = sql`CREATE TEMPORARY TABLE completed (position INTEGER, fields TEXT) ON COMMIT DROP`;
const insertCompleted = sql`INSERT INTO completed SELECT * FROM unnest($1::int[], $2::text[])`;
const completeNoted = sql`UPDATE noted SET fields = completed.fields::json FROM completed
  WHERE noted.position = completed.position`;

/** Completes the noted changes of an import by identifiers and further names. Needs the transaction of the import. */
export async function completeChanges(client: pg.Client, register: RegisterRules): Promise<void> {
  const { rowCount } = await client.query(hasLeis, [register.id]);
  if (rowCount === 0) return;
  const derived = new DerivedFields([register]);
  const personal = new Personal(register);
  const countryCode = register.country.code;
  const identified = (content: Content | undefined, { leis, isErased }: NotedRow) =>
    content && derived.identified({ ...content, ...derived.numberOf(content) }, leis, isErased);
  const completed = (row: NotedRow): string => {
    const fields = parseLossless(row.text) as FieldChange[];
    const { canonicalName, registry, registrations } = row;
    const [first] = fields as (FieldChange & [string, Content | null, Content | null])[];
    const served = { countryCode, canonicalName, registry, registrations, sourceData: {} } as Partial<Content> as Content;
    const now = first?.[0] === '' ? (first[2] ?? undefined) : personal.without(served);
    const others = fields.filter(([path]) => path !== '/identifiers' && path !== '/otherNames');
    return JSON.stringify([...others, ...identifiedChanges(identified(before(now, fields), row), identified(now, row))]);
  };
  await client.query(createCompleted);
  for await (const rows of fetchBatches(client, { name: 'noted', text: listNoted, values: [register.id] }, batchSize))
    await client.query(insertCompleted, [rows.map(({ position }) => position), rows.map(completed)]);
  await client.query(completeNoted);
}
