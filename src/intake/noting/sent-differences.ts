import { type Stored, storedColumns } from '../../company/content/content.ts';
import { binary, type ValueReader } from '../../database/copy-out.ts';
import type { SentRow } from '../../database/sent-rows.ts';
import { compared, mayHaveOtherNames, type Noted, ofFormer, readers, stored, together } from './differences.ts';

/*
 * The changes of records whose new values were sent a moment ago. PostgreSQL 18 returns what a row was before, and from that only
 * what differs; the new values are those that were sent.
 */

/** Columns that may be null. They are returned in any case, because null would not say that they are the same. */
const nullable: ReadonlySet<keyof Stored> = new Set(['legalForm', 'registeredAt', 'endedAt', 'endKind', 'legalFormLabel']);

const oldValue = (name: keyof Stored): string => {
  const value = `old.${storedColumns[name]}`;
  return nullable.has(name) ? value : `CASE WHEN ${compared('old', name)} <> ${compared('new', name)} THEN ${value} END`;
};
/** What a MERGE returns of a row, beside its id and its type. */
export const returnedValues = `old.import_run_id AS "previousRun", ${mayHaveOtherNames('old', 'new')} AS "otherNames",
  ${stored.map((name) => `${oldValue(name)} AS "old_${name}"`).join(', ')}`;
export const returnedNames = ['previousRun', 'otherNames', ...stored.map((name) => `old_${name}`)]
  .map((name) => `"${name}"`)
  .join(', ');

type Bytes = Buffer | null;
/** The values of a returned row: its id and its type come first. */
const [idPlace, typePlace, runPlace, namesPlace, oldPlace] = [0, 1, 2, 3, 4];
const { text, uuid } = binary;
/** Read the first of these values. The others stay bytes, because most of them are the same as those that were sent. */
export const returnedReaders: readonly (ValueReader | undefined)[] = [undefined, text, uuid];

/** A set of columns as bits. Each column has the bit of its place, and other names have the one behind. */
const bitsOf = (names: readonly (keyof Stored | 'otherNames')[]): number =>
  names.reduce((bits, name) => bits | (1 << (name === 'otherNames' ? stored.length : stored.indexOf(name))), 0);
const otherNames = bitsOf(['otherNames']);
const groupOf = (groups: typeof together, name: keyof Stored) => bitsOf(groups[name] ?? [name]);

/** Where the staged rows have the values of a record. The layout is the same for all of them. */
export interface SentColumns {
  /** The place of a column of the table "staged". */
  placeOf(column: string): number;
  layoutId: number;
}

/** Makes changes of the returned rows. */
export function sentDifferences({ placeOf, layoutId }: SentColumns): (row: readonly unknown[], sent: SentRow) => Noted {
  const fields = stored.map((name, at) => ({
    ...{ name, at, reader: readers[name], place: name === 'layoutId' ? -1 : placeOf(storedColumns[name]) },
    ...{ isNullable: nullable.has(name), group: groupOf(together, name), formerGroup: groupOf(ofFormer, name) },
  }));
  const [number, canonicalName] = [placeOf('number'), placeOf('canonical_name')];
  return (row, sent) => {
    const isUpdate = row[typePlace] === 'updated';
    let differing = (row[namesPlace] as Bytes)?.[0] === 1 ? otherNames : 0;
    for (const { at, place, isNullable } of fields) {
      const bytes = row[oldPlace + at] as Bytes;
      if (isNullable ? !sent.hasBytes(place, bytes) : bytes !== null) differing |= 1 << at;
    }
    const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
    for (const { name, at, place, reader, isNullable, group, formerGroup } of fields) {
      if (isUpdate && (differing & group) === 0) continue;
      const bytes = row[oldPlace + at] as Bytes;
      now[name] = place < 0 ? layoutId : sent.value(place, reader);
      // What is not returned is the same, unless there was no record.
      const isSame = isUpdate && !isNullable && (differing & formerGroup) !== 0;
      old[name] = bytes ? reader(bytes, 0, bytes.length) : isSame ? now[name] : null;
    }
    return {
      entityId: (row[idPlace] as Buffer).toString('hex'),
      type: row[typePlace] as string,
      number: sent.value(number, text) as string,
      canonicalName: sent.value(canonicalName, text) as string,
      previousRun: row[runPlace] as string | null,
      old,
      now,
    };
  };
}
