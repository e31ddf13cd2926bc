import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { addressKey } from '../../company/address-key.ts';
import type { Registration } from '../../company/company.ts';
import { contentColumns, contentOf, differencesOf, type FieldChange, type Stored } from '../../company/content/content.ts';
import type { LayoutColumn } from '../../company/content/layout.ts';
import { numberKey } from '../../company/identifiers.ts';
import { indexedNames, otherNamesOf } from '../../company/other-names.ts';
import { textsOf } from '../../company/personal/erased-texts.ts';
import { type Cells, Personal } from '../../company/personal/personal.ts';
import type { RegisterRules } from '../../company/register.ts';
import { numbersOfText, searchText } from '../../company/search-text.ts';
import type { Entity, Erasure } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { type CompanyKey, forgetNames } from '../../identifiers/index.ts';
import { DerivedFields, SourceTerms } from '../../records/index.ts';
import { type Editions, type IndexCopy, indexing } from '../../search/index.ts';
import { noteChange, publishing, raisedVersion } from '../change-log.ts';
import { repeatRun } from '../runs.ts';
import { scrubHistory } from './scrubbing.ts';

interface ErasableRecord extends Pick<Entity, 'id' | 'number' | 'canonicalName' | 'legalForm'> {
  registry: Record<string, unknown>;
  sourceCells: Cells;
  registrations: Registration[];
}
const rowColumns = `id, number, canonical_name AS "canonicalName", legal_form AS "legalForm", registry,
  source_cells AS "sourceCells", registrations`;

const listErased = sql<Pick<Erasure, 'entityId' | 'fields' | 'named'>>`
  SELECT entity_id AS "entityId", coalesce(array_agg(DISTINCT place) FILTER (WHERE NOT is_named), '{}') AS fields,
    coalesce(array_agg(DISTINCT place) FILTER (WHERE is_named), '{}') AS named
  FROM erasure CROSS JOIN LATERAL (SELECT unnest(fields), false UNION ALL SELECT unnest(named), true) AS erased (place, is_named)
  WHERE register_id = $1 GROUP BY entity_id`;

/** The records of a register from which something was erased. */
export async function erasedIds(client: pg.Client, registerId: string): Promise<string[]> {
  return (await client.query(listErased, [registerId])).rows.map(({ entityId }) => entityId);
}

const listErasedServed = sql<CompanyKey>`SELECT DISTINCT register_id AS "registerId", unnest(${numbersOfText}) AS number
  FROM entity WHERE id IN (SELECT entity_id FROM erasure) AND ($1::uuid IS NULL OR id = $1)`;
const listErasedRemoved = sql<CompanyKey>`SELECT DISTINCT register_id AS "registerId", number FROM tombstone
  WHERE id IN (SELECT entity_id FROM erasure) AND ($1::uuid IS NULL OR id = $1)`;

/** The companies from whose records something was erased, or one of them, as identifiers name them. */
export async function erasedCompanies(
  client: pg.Client,
  registers: readonly RegisterRules[],
  id: string | null = null,
): Promise<CompanyKey[]> {
  const { rows: served } = await client.query(listErasedServed, [id]);
  const { rows: removed } = await client.query(listErasedRemoved, [id]);
  const former = removed.flatMap(({ registerId, number }) => {
    const register = registers.find((one) => one.id === registerId);
    return register ? [{ registerId, number: numberKey(register, number) }] : [];
  });
  return [...served, ...former];
}

/** Rows of a first import are records already. */
const listImported = {
  staged: sql<ErasableRecord>`SELECT ${rowColumns} FROM staged WHERE id = ANY ($1)`,
  entity: sql<ErasableRecord>`SELECT ${rowColumns} FROM entity WHERE id = ANY ($1) AND import_run_id = $2`,
};

/** Erases again what was erased from these records before an import. The hashes of the rows stay those of the source. */
export async function keepErased(
  client: pg.Client,
  register: RegisterRules,
  { runId, columns }: { runId: string; columns: readonly LayoutColumn[] },
): Promise<void> {
  const { rows: erased } = await client.query(listErased, [register.id]);
  if (erased.length === 0) return;
  const ids = erased.map(({ entityId }) => entityId);
  const all = new Personal(register);
  for (const table of ['staged', 'entity'] as const) {
    const { rows } = await client.query(listImported[table], table === 'staged' ? [ids] : [ids, runId]);
    for (const row of rows) {
      const { fields = [], named = [] } = erased.find(({ entityId }) => entityId === row.id) ?? {};
      await empty(client, table, row, { register, columns, personal: all.among(fields).declared.with(named) });
    }
  }
}

interface ErasureRequest {
  entityId: string;
  register: RegisterRules;
  personal: Personal;
  now(): Date;
  /** A second connection, for what must not wait for the transaction. */
  side: pg.Client;
  indexCopy?: Pick<IndexCopy, 'write'> | undefined;
}

const insertErasure = sql`INSERT INTO erasure (entity_id, register_id, fields, named, at)
  VALUES ($1, $2, $3, $4, $5)`;

type Served = ErasableRecord &
  Stored &
  Pick<Entity, 'countryCode' | 'importRunId' | 'searchText' | 'otherNamesText'> & { columns: readonly LayoutColumn[] };

const lockEntity = sql<Served>`SELECT entity.id, entity.number, ${contentColumns}, country_code AS "countryCode",
    import_run_id AS "importRunId", search_text AS "searchText", other_names_text AS "otherNamesText", columns
  FROM entity JOIN source_layout ON source_layout.id = layout_id WHERE entity.id = $1 FOR UPDATE OF entity`;

/**
 * Permanently erases the data about persons from a record and its logged changes, and adds a row to the table "erasure". A served
 * record gets an import run of its own: its updatedAt moves, and the feed of changes has an entry.
 *
 * Returns pointers to the values of the served record that were erased, and to those that still have a part of what was named
 * (`remaining`), the erased texts, of former states too, and whether published changes and so snapshots had any of it.
 */
export async function eraseFields(client: pg.Client, request: ErasureRequest) {
  const { entityId, register, personal, now } = request;
  await client.query(insertErasure, [entityId, register.id, personal.places, personal.named, now()]);
  const [served] = (await client.query(lockEntity, [entityId])).rows;
  await forgetNames(client, 'lei', await erasedCompanies(client, [register], entityId));
  const terms = new SourceTerms(client);
  const all = new Personal(register);
  const contentAs = async (values: Served) => all.without(await contentOf(values.countryCode, values, terms));
  const before = served && (await contentAs(served));
  const derived = new DerivedFields([register]);
  const texts = new Set<string>();
  const onErased = (old: object, now: object) => {
    for (const text of erasedTexts(old, now)) texts.add(text);
  };
  const isScrubbed = await scrubHistory(client, entityId, { personal, derived, served: before, onErased });
  const changed = served && (await empty(client, 'entity', served, { register, columns: served.columns, personal }));
  const isChanged = changed && !isDeepStrictEqual({ ...served, ...changed }, served);
  if (!isChanged) {
    await raisedVersion(client);
    await indexing.forgetLocalities(client, texts);
    return { erased: [], texts, remaining: [], isServed: served !== undefined, wasPublished: isScrubbed, editions: undefined };
  }
  const emptied = { ...served, ...changed };
  const after = await contentAs(emptied);
  // The logged change has the new value on both sides, so that neither the feed nor a record of the past shows the old one.
  const following = before ? derived.differences(before, after) : [];
  const isRenamed = changed.otherNamesText !== served.otherNamesText && !following.some(([path]) => path === '/otherNames');
  const names = isRenamed ? [['/otherNames', null, derived.otherNames(after)] as const] : [];
  const differences = before ? [...differencesOf(before, after), ...following, ...names] : [];
  const fields = differences.map(([path, , value]): FieldChange => [path, value, value]);
  const editions = await publish(client, request, served, { canonicalName: after.canonicalName, fields });
  const wholeOf = (values: Served) => contentOf(values.countryCode, values, terms);
  const [whole, kept] = [await wholeOf(served), await wholeOf(emptied)];
  // An empty text was nothing to erase.
  const erased = differencesOf(whole, kept).flatMap(([path, old]) => (old === '' ? [] : [path]));
  onErased(whole, kept);
  const { texts: named } = personal.erasedWith(whole, served);
  const remaining = [...textsOf(kept)].flatMap(([path, text]) => (named.touches(text) ? [path] : []));
  await indexing.forgetLocalities(client, texts);
  return { erased, texts, remaining, isServed: true, wasPublished: isScrubbed || fields.length > 0, editions };
}

/** The texts that a record had and has no more, at the same place. */
function erasedTexts(before: object, after: object): string[] {
  const kept = new Map(textsOf(after));
  return [...textsOf(before)].filter(([path, text]) => kept.get(path) !== text).map(([, text]) => text);
}

const countRecords = sql<{ records: number }>`
  SELECT records FROM change_set WHERE register_id = $1 ORDER BY version DESC LIMIT 1`;
const moveToRun = sql`UPDATE entity SET import_run_id = $2 WHERE id = $1`;

const insertOldText = sql`INSERT INTO reindexed (id, old_text) VALUES ($1, $2)`;

/** Gives the record an import run of its own, indexes it again and publishes its change. */
async function publish(
  client: pg.Client,
  { register, now, side, indexCopy }: ErasureRequest,
  { id, number, countryCode, importRunId: previousRun, searchText }: Served,
  change: { canonicalName: string; fields: FieldChange[] },
): Promise<Editions | undefined> {
  const runId = await repeatRun(client, previousRun, now());
  const { rows } = await client.query(countRecords, [register.id]);
  await client.query(moveToRun, [id, runId]);
  await noteChange(client, { entityId: id, type: 'updated', number, previousRun, ...change });
  await client.query(indexing.createReindexed);
  await client.query(insertOldText, [id, searchText]);
  await indexing.reindex(client);
  const editions = await indexCopy?.write(client, side);
  const about = { registerId: register.id, countryCode, runId };
  const records = rows[0]?.records ?? 0;
  await publishing({ client, side, now }).finish(about, { reason: 'erasure', records, isBaseline: false });
  return editions;
}

const update = (table: string) => sql`UPDATE ${table} SET registry = $2, source_cells = $3, canonical_name = $4,
    search_text = $5, other_names_text = $6, words_text = $7, address_key = decode($8, 'hex') WHERE id = $1`;
const updateRow = { staged: update('staged'), entity: update('entity') };

/** Writes a row without the data about persons, and returns its new values. */
async function empty(
  client: pg.Client,
  table: keyof typeof updateRow,
  row: ErasableRecord,
  { register, columns, personal }: Pick<ErasureRequest, 'register' | 'personal'> & { columns: readonly LayoutColumn[] },
) {
  const { canonicalName, registry, sourceCells } = personal.erasedRow(columns, row, row);
  const text = searchText({ ...row, name: canonicalName }, register);
  const names = indexedNames(text, otherNamesOf(register, { canonicalName, registry }));
  const json = [JSON.stringify(registry), JSON.stringify(sourceCells)];
  const address = addressKey(register.address?.(registry));
  await client.query(updateRow[table], [row.id, ...json, canonicalName, text, names.otherNames, names.words, address]);
  // The index may have had names of other sources.
  return { canonicalName, registry, sourceCells, otherNamesText: names.otherNames };
}
