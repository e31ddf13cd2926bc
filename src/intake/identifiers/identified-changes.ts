import type pg from 'pg';
import { before, type Content, type FieldChange } from '../../company/content/content.ts';
import { Personal } from '../../company/personal/personal.ts';
import type { RegisterRules } from '../../company/register.ts';
import { numbersOfText } from '../../company/search-text.ts';
import type { Change, Entity } from '../../database/client.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { sql } from '../../database/sql.ts';
import type { StoredLei } from '../../identifiers/index.ts';
import { parseLossless } from '../../kernel/lossless-json.ts';
import { DerivedFields, identifiedChanges } from '../../records/index.ts';
import { listedLeis } from './further-names.ts';

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

const batchSize = 1_000;

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
