import type { CopyIn } from '../database/copy-in.ts';
import { RowBytes } from '../database/row-bytes.ts';
import type { LoggedImport } from './change-log.ts';
import type { RecordContent } from './content-hash.ts';

/** A company on its way into the staging table, or into the table of records. */
export interface CompanyRow {
  line: number;
  id: string;
  content: RecordContent;
  hash: string;
}

/** The columns of a record that describe its company. */
export const companyColumns = `id, number, canonical_name, status, legal_form, registered_at, ended_at, end_kind,
  legal_form_label, registry, source_cells, registrations, unlicensed, licensed, search_text,
  other_names_text, words_text, address_key, content_hash`;
/** The tables, with their columns in the order in which they are written here. */
export const stagedTable = `staged (line, ${companyColumns})`;
export const asideTable = stagedTable.replace('staged', 'aside');
export const recordTable = `entity (register_id, country_code, import_run_id, layout_id, ${companyColumns})`;

const columnsIn = (table: string): string[] => table.slice(table.indexOf('(') + 1, -1).split(/,\s+/);
const columnCounts = { staged: columnsIn(stagedTable).length, record: columnsIn(recordTable).length };
/** The place of a column in a staged row, as it is written here. */
export const stagedColumn = (column: string): number => columnsIn(stagedTable).indexOf(column);

/** More than the short values of a row have together. */
const otherLength = 200;

/**
 * Writes a staged row, or a record if there are values that all records share: they come before those of the company. A returned
 * promise must be awaited before the next row.
 */
export function writeRow(copy: CopyIn, { line, id, content, hash }: CompanyRow, common?: Buffer): Promise<void> | undefined {
  const { values } = copy;
  const items = content.unlicensed.length + content.licensed.length;
  const sent = copy.begin(common ? columnCounts.record : columnCounts.staged, lengthOf(content), items);
  if (common) values.raw(common);
  else values.integer(line);
  values.uuid(id);
  values.text(content.number);
  values.text(content.name);
  values.text(content.status);
  values.text(content.legalForm);
  values.day(content.registeredAt);
  values.day(content.endedAt);
  values.text(content.endKind);
  values.text(content.legalFormLabel);
  values.text(content.registry);
  values.text(content.cells);
  values.text(content.registrations);
  values.integers(content.unlicensed);
  values.integers(content.licensed);
  values.text(content.searchText);
  values.text(content.otherNames);
  values.text(content.words);
  values.hexadecimal(content.address);
  values.hexadecimal(hash);
  return sent;
}

/** The values of the columns that are the same in all records. */
export function commonValues({ registerId, countryCode, runId, layoutId }: LoggedImport): Buffer {
  const values = new RowBytes(otherLength);
  values.text(registerId);
  values.text(countryCode);
  values.uuid(runId);
  values.integer(layoutId);
  return values.take(0);
}

function lengthOf(content: RecordContent): number {
  const { number, name, legalForm, legalFormLabel, registry, cells, registrations, searchText, otherNames, words } = content;
  const forms = (legalForm?.length ?? 0) + (legalFormLabel?.length ?? 0);
  const names = name.length + (otherNames?.length ?? 0) + (words?.length ?? 0);
  const facts = number.length + names + forms + searchText.length;
  return facts + registry.length + cells.length + registrations.length + otherLength;
}
