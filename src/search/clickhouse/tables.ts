import { activitiesShift, bytesPerActivity, columns, licensedBit, manyActivities } from '../../company/facts.ts';
import { separator } from '../../company/search-text.ts';
import { plainWords } from '../../company/words.ts';
import { GrowingBuffer } from '../segments/growing-buffer.ts';
import { type PackedColumns, PackedDocuments } from '../segments/packed-documents.ts';
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

const lineEnd = 10;

/** The rows of a segment, in RowBinary. Each text has a line end before and after it, so that a fragment can contain it. */
export function documentRows(id: Buffer, packed: PackedColumns): Buffer {
  const documents = new PackedDocuments(packed);
  const row = new RowWriter();
  for (let document = 0; document < documents.count; document++) {
    const facts = documents.part('facts', document);
    const [first, second, run] = [facts.readUInt32BE(0), facts.readUInt32BE(4), facts.readUInt32BE(8)];
    const text = documents.part('texts', document);
    row.add(id);
    row.addNumber(document, 2);
    row.addLength(text.length + 1);
    row.addNumber(lineEnd, 1);
    row.add(text);
    row.addNumber(first & columns.day.mask, 4);
    row.addNumber((first >>> columns.status.shift) & columns.status.mask, 1);
    row.addNumber(second & columns.country.mask, 2);
    row.addNumber(second >>> columns.legalForm.shift, 4);
    row.addNumber(run, 4);
    const isLong = first >>> activitiesShift === manyActivities;
    const listed = documents.part('activities', document);
    const activities = activitiesIn(isLong ? listed.subarray(bytesPerActivity) : listed);
    row.addList(activities.filter((id) => id < licensedBit));
    row.addList(activities.filter((id) => id >= licensedBit).map((id) => id - licensedBit));
    const others = fieldsOf(documents.part('otherNames', document));
    const [unusual = '', ...words] = fieldsOf(documents.part('words', document));
    row.addText(unusual && ` ${unusual} `);
    row.addTexts(others);
    row.addTexts(others.map((name, place) => ` ${words[place] || plainWords(name).join(' ')} `));
    const key = documents.part('addresses', document);
    row.addNumber(key.readUInt32BE(0), 4);
    row.addNumber(key.readUInt16BE(4), 2);
    row.addNumber(key.readUInt16BE(6), 2);
    row.addNumber(key.readUInt32BE(8), 4);
  }
  return row.take();
}

/** The fields of a line, without its end. */
const fieldsOf = (line: Buffer): string[] =>
  line.length === 1 ? [] : line.toString('utf8', 0, line.length - 1).split(separator);

/** Without duplicates, because registers repeat activities. */
function activitiesIn(list: Buffer): number[] {
  const all = new Set<number>();
  for (let at = 0; at < list.length; at += bytesPerActivity) all.add(list.readUIntBE(at, bytesPerActivity));
  return [...all];
}

/** Writes values in RowBinary: a length in groups of seven bits. */
class RowWriter extends GrowingBuffer {
  addLength(value: number): void {
    for (; value >= 0x80; value >>>= 7) this.addNumber((value & 0x7f) | 0x80, 1);
    this.addNumber(value, 1);
  }

  addList(values: readonly number[]): void {
    this.addLength(values.length);
    for (const value of values) this.addNumber(value, 4);
  }

  addText(text: string): void {
    const bytes = Buffer.from(text);
    this.addLength(bytes.length);
    this.add(bytes);
  }

  addTexts(texts: readonly string[]): void {
    this.addLength(texts.length);
    for (const text of texts) this.addText(text);
  }
}
