import { addressKeyBytes } from '../../company/address-key.ts';
import { activitiesShift, columns, factsBytes, licensedBit, manyActivities } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import { plainWords } from '../../company/words.ts';
import { PackedDocuments, type PackedParts } from '../segments/packed-documents.ts';
import { type ClickHouse, clickhouseSql } from './clickhouse.ts';

/*
 * search_document has the documents of the search index, one row each. A segment never changes: its rows are written once and
 * deleted once. search_edition lists the segments of each state of the index. An edition is named by a hash of its segments, so
 * the same state has the same name in every database, also after a failover or a restore.
 */

const documentColumns = `segment FixedString(16), document UInt16, text String, day UInt32, status UInt8, country UInt16,
  legal_form UInt32, run UInt32, unlicensed Array(UInt32), licensed Array(UInt32)`;
/**
 * For search by words, see query-sql.ts: the words of a name that its text does not show, and the other names with their
 * words. Words have blanks around them. Then the key of the address. Older tables get these columns later: there they are empty,
 * and so they are in the segments that were copied before, because a segment with such values has been rewritten since.
 */
const laterColumns = {
  unusual: 'String',
  other_names: 'Array(String)',
  other_words: 'Array(String)',
  postal_start: 'UInt32',
  postal_rest: 'UInt16',
  locality_high: 'UInt16',
  locality_low: 'UInt32',
};
const allColumns = [documentColumns, ...Object.entries(laterColumns).map(([name, type]) => `${name} ${type}`)].join(', ');
const editionTable = clickhouseSql`CREATE TABLE IF NOT EXISTS search_edition (edition String, segment FixedString(16))
  ENGINE = MergeTree PARTITION BY edition ORDER BY segment`;
const documentTable = (name: string) => clickhouseSql`CREATE TABLE IF NOT EXISTS ${name} (${allColumns})
  ENGINE = MergeTree ORDER BY (segment, document)`;

/** The table with the documents of one server. */
export const ownDocuments = ({ cluster }: ClickHouse): string => (cluster ? 'search_document_local' : 'search_document');

/** Creates missing tables on each server. All documents of a segment are on one server of a cluster. */
export async function createTables(clickhouse: ClickHouse): Promise<void> {
  const { cluster } = clickhouse;
  await clickhouse.everywhere(editionTable);
  await clickhouse.everywhere(documentTable(ownDocuments(clickhouse)));
  await addColumns(clickhouse, ownDocuments(clickhouse));
  if (!cluster) return;
  await clickhouse.everywhere(clickhouseSql`CREATE TABLE IF NOT EXISTS search_document (${allColumns})
    ENGINE = Distributed('${cluster}', currentDatabase(), 'search_document_local', cityHash64(segment))`);
  await addColumns(clickhouse, 'search_document');
}

/** Adds missing columns. Old versions of ClickHouse cannot add a column if it does not exist. */
async function addColumns(clickhouse: ClickHouse, table: string): Promise<void> {
  const lists = await clickhouse.everywhere(clickhouseSql`SELECT name FROM system.columns
    WHERE database = currentDatabase() AND table = '${table}' FORMAT TSV`);
  const existing = lists.map((list) => list.toString().split('\n'));
  for (const [name, type] of Object.entries(laterColumns))
    if (existing.some((names) => !names.includes(name)))
      await clickhouse.everywhere(clickhouseSql`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}

/** The rows of an edition, in RowBinary. */
export function editionRows(edition: string, ids: Buffer): Buffer {
  const name = Buffer.from(edition);
  const head = Buffer.concat([Buffer.of(name.length), name]);
  const rows: Buffer[] = [];
  for (let at = 0; at < ids.length; at += 16) rows.push(head, ids.subarray(at, at + 16));
  return Buffer.concat(rows);
}

const activityBytes = 3;
const lineEnd = 10;

/** The rows of a segment, in RowBinary. Each text has a line end before and after it, so that a fragment can contain it. */
export function documentRows(id: Buffer, parts: PackedParts): Buffer {
  const documents = new PackedDocuments(parts);
  const writer = new RowWriter();
  for (let document = 0; document < documents.count; document++) {
    const [first, second, run] = [0, 4, 8].map((word) => parts.facts.readUInt32BE(document * factsBytes + word)) as [
      number,
      number,
      number,
    ];
    const text = parts.texts.subarray(documents.textEnds[document], documents.textEnds[document + 1]);
    writer.bytes(id);
    writer.number(document, 2);
    writer.length(text.length + 1);
    writer.number(lineEnd, 1);
    writer.bytes(text);
    writer.number(first & columns.day.mask, 4);
    writer.number((first >>> columns.status.shift) & columns.status.mask, 1);
    writer.number(second & columns.country.mask, 2);
    writer.number(second >>> columns.legalForm.shift, 4);
    writer.number(run, 4);
    const isLong = first >>> activitiesShift === manyActivities;
    const listed = documents.activities.subarray(documents.activityEnds[document], documents.activityEnds[document + 1]);
    const activities = activitiesIn(isLong ? listed.subarray(activityBytes) : listed);
    writer.list(activities.filter((id) => id < licensedBit));
    writer.list(activities.filter((id) => id >= licensedBit).map((id) => id - licensedBit));
    const others = fieldsOf(
      documents.otherNames.subarray(documents.nameEnds[document], (documents.nameEnds[document + 1] as number) - 1),
    );
    const [unusual = '', ...words] = fieldsOf(
      documents.words.subarray(documents.wordEnds[document], (documents.wordEnds[document + 1] as number) - 1),
    );
    writer.text(unusual && ` ${unusual} `);
    writer.texts(others);
    writer.texts(others.map((name, place) => ` ${words[place] || plainWords(name).join(' ')} `));
    const key = document * addressKeyBytes;
    writer.number(documents.addresses.readUInt32BE(key), 4);
    writer.number(documents.addresses.readUInt16BE(key + 4), 2);
    writer.number(documents.addresses.readUInt16BE(key + 6), 2);
    writer.number(documents.addresses.readUInt32BE(key + 8), 4);
  }
  return writer.done();
}

const fieldsOf = (document: Buffer): string[] => (document.length === 0 ? [] : document.toString().split(separator));

/** Without duplicates, because registers repeat activities. */
function activitiesIn(list: Buffer): number[] {
  const all = new Set<number>();
  for (let at = 0; at < list.length; at += activityBytes) all.add(list.readUIntBE(at, activityBytes));
  return [...all];
}

/** Writes values in RowBinary: the lowest byte first, a length in groups of seven bits. */
class RowWriter {
  #buffer = Buffer.allocUnsafe(256 * 1024);
  #end = 0;

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  number(value: number, size: 1 | 2 | 4): void {
    this.#reserve(size);
    this.#end = this.#buffer.writeUIntLE(value, this.#end, size);
  }

  length(value: number): void {
    for (; value >= 0x80; value >>>= 7) this.number((value & 0x7f) | 0x80, 1);
    this.number(value, 1);
  }

  list(values: readonly number[]): void {
    this.length(values.length);
    for (const value of values) this.number(value, 4);
  }

  text(text: string): void {
    const bytes = Buffer.from(text);
    this.length(bytes.length);
    this.bytes(bytes);
  }

  texts(texts: readonly string[]): void {
    this.length(texts.length);
    for (const text of texts) this.text(text);
  }

  done(): Buffer {
    return this.#buffer.subarray(0, this.#end);
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#end + more));
    larger.set(this.#buffer.subarray(0, this.#end));
    this.#buffer = larger;
  }
}
