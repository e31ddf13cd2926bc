import type pg from 'pg';
import { separator } from '../company/search-text.ts';
import { pagesOf, readPages } from '../database/copy-out.ts';
import { sql } from '../database/sql.ts';
import { indexing } from '../search/index.ts';
import { type LoggedImport, openChangeNotes, type Publication } from './change-log.ts';
import type { RejectedRows } from './losses.ts';
import { type Noted, notedReaders, notedRows, removedValues } from './noting/differences.ts';
import { isRepeated, restoreRepeated } from './repeated-rows.ts';
import { canReturnOld, createDifference, createMerged, newRecords, valuesOf, writeDifferences } from './write-differences.ts';

/** What came of comparing a file with what is served. */
export interface Difference {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** Records that the source lacks, and that were not removed, because so many rejected rows may be theirs. */
  heldBack: number;
  unreadRows: number;
}

/** The progress of an import. `progress` returns how many rows of a phase are done and, if known, which share. */
export interface IntakePhases {
  /** Nothing will be compared, because the register has no records, or only samples. */
  expectFirst(): void;
  begin(phase: 'comparing' | 'writing' | 'indexing' | 'tidying', progress: () => { rows: number; share?: number }): void;
}

interface MergeContext extends LoggedImport {
  /** The number of the import. */
  ordinal: number;
  /** How many records the file has. */
  staged: number;
  phases: IntakePhases;
}

const insertAll = sql`INSERT INTO ${newRecords} FROM staged`;

/** What is back needs no tombstone. */
const dropTombstones = sql`DELETE FROM tombstone USING staged WHERE tombstone.id = staged.id`;

/**
 * Makes the staged rows the records of a register that has none, and of which no change was ever published. Its rows may be
 * records already. `samples` is how many samples made room for it: the table "removed" has them. Undefined where nothing did.
 */
export async function mergeFirst(client: pg.Client, context: MergeContext, samples: number | undefined): Promise<Difference> {
  const { staged, phases } = context;
  await client.query(dropTombstones);
  phases.begin('writing', () => ({ rows: staged }));
  await client.query(insertAll, [...valuesOf(context)]);
  await indexing.indexFirst(client, context, samples !== undefined, indexingPhase(phases, staged + (samples ?? 0)));
  return { added: staged, changed: 0, removed: samples ?? 0, unchanged: 0, heldBack: 0, unreadRows: 0 };
}

/** Which records the staging table speaks of. */
interface MergeScope {
  /** The rejected rows: records that may be theirs stay as they are, though they are not staged. */
  rejected: Pick<RejectedRows, 'spare'>;
  /** Whether the other records are removed though rejected rows may be theirs. */
  removesDoubtful: boolean;
  /** Of an update: the ids that it removes; what it doesn't name stays. Undefined: what is not staged is removed. */
  removed: readonly string[] | undefined;
  publication: Pick<Publication, 'some'>;
  /** Completes the noted changes, before the first of them is published. */
  complete(): Promise<void>;
  /** Called when the tables "removed" and "difference" are complete. Throws to refuse the import. */
  judge?: (() => Promise<void>) | undefined;
}

/** Records that an import removes from the search index, with the text that was indexed. */
export const createRemoved = sql`CREATE TEMPORARY TABLE removed (id UUID, old_text TEXT) ON COMMIT DROP`;
const removeWhere = (condition: string) => sql`
  INSERT INTO removed SELECT id, search_text FROM entity WHERE register_id = $1 AND ${condition}
    AND NOT EXISTS (SELECT FROM merged WHERE merged.id = entity.id)`;
const removeNamed = removeWhere('id = ANY ($2)');
const removeOthers = removeWhere('true');

/** Holds all removals back. */
const spareAll = sql`DELETE FROM removed`;

const countDifferences = sql<{ added: number; changed: number }>`SELECT count(*) FILTER (WHERE type <> 'updated')::int AS added,
  count(*) FILTER (WHERE type = 'updated')::int AS changed FROM difference`;

/** The numbers in a search text: all that comes after the name. */
const numbersIn = `(string_to_array(search_text, E'\\x0${separator.charCodeAt(0)}'))[2:]`;
const buryRemoved = sql`
  WITH gone AS (DELETE FROM entity USING removed WHERE entity.id = removed.id RETURNING entity.*)
  INSERT INTO tombstone (id, register_id, number, canonical_name, removed_at, import_run_id, numbers)
  SELECT id, register_id, number, canonical_name, $1, $2, ${numbersIn} FROM gone`;

/** The rows behind a place: their number, and the place of the last one. */
const findLast = sql<{ rows: number; last: string }>`
  SELECT count(*)::int AS rows, max(ctid)::text AS last FROM staged WHERE ctid > $1::tid`;

const listRemoved = sql`SELECT ${removedValues} FROM removed JOIN entity AS former ON former.id = removed.id
  WHERE removed.ctid >= $1::tid AND removed.ctid < $2::tid`;

/** How much of the staging table is written at a time, and how much of the table "removed" is noted, see `readPages`. */
const pagesAtOnce = { staged: 384, removed: 16 };

interface MergingOptions {
  client: pg.Client;
  /** A second connection. It sees the records as they were before the import. */
  side: pg.Client;
  about: LoggedImport;
  /** Whether a difference in any column of the source is a change of the record. */
  allCellsCount: boolean;
  /** Whether the database can return former values. Undefined: its version says it. */
  returnsOld: boolean | undefined;
}

export type Merging = Awaited<ReturnType<typeof openMerging>>;

/**
 * Makes the served records of a register those of the staging table, as far as the scope goes. Only what differs is touched;
 * readers see it all at the commit. Staged rows can be merged while others are read: the database writes some rows while we read
 * the next ones. If the import is refused in the end, all is rolled back.
 */
export async function openMerging({ client, side, about, allCellsCount, returnsOld }: MergingOptions) {
  const notes = await openChangeNotes(client, side, about);
  await client.query(createMerged);
  await client.query(createDifference);
  /** Whether the bytes of staged rows are of use, so that they should be kept until the rows are merged. */
  const needsBytes = returnsOld ?? (await canReturnOld(client));
  /** The staged rows up to this place are merged, and how many they are. */
  let mergedPlace = '(0,0)';
  let mergedRows = 0;
  /** The differences that the database is writing, or has written since the last ones were noted. */
  let writing: Promise<Iterable<Noted>> = Promise.resolve([]);

  /**
   * Merges the rows that were staged since the last call, with their bytes, if they are needed. `staged` ends when they are
   * there; no COPY may be open then.
   */
  const take = (staged: Promise<{ rows: number; sent: readonly Buffer[] | undefined }>): Promise<void> =>
    write(async () => {
      const { rows, sent } = await staged;
      if (mergedRows === 0) await client.query(lookUpRows('off'));
      mergedRows += rows;
      return { place: await lastOf(rows), sent };
    });

  /**
   * Ends the merging while rows are read; the rows of the table "aside" are left. Returns whether the staged rows may have
   * repeated numbers. The record of a number that comes again becomes what it was before.
   */
  async function pause(aside: number): Promise<boolean> {
    if (mergedRows === 0) return true;
    await noteWritten();
    await lastOf(aside);
    await client.query(lookUpRows('on'));
    if (aside === 0 || !(await isRepeated(client))) return false;
    await notes.write();
    await restoreRepeated(client, side);
    return true;
  }

  /** Merges the rows that are left, and indexes all changes. */
  async function finish(context: MergeContext, scope: MergeScope): Promise<Difference> {
    const { registerId, runId, importedAt, staged, phases } = context;
    const { rejected, removesDoubtful, removed: named, publication, complete, judge } = scope;
    phases.begin('writing', () => ({ rows: mergedRows, share: mergedRows / (staged || 1) }));
    await writeRest(staged);
    await client.query('ANALYZE merged; ANALYZE difference');
    await client.query(createRemoved);
    await (named ? client.query(removeNamed, [registerId, named]) : client.query(removeOthers, [registerId]));
    const unreadRows = await rejected.spare(client);
    await judge?.();
    const { rowCount: heldBack } = unreadRows > 0 && !removesDoubtful ? await client.query(spareAll) : { rowCount: 0 };
    const pages = { table: 'removed', pagesAtOnce: pagesAtOnce.removed, statement: listRemoved, readers: notedReaders };
    for await (const rows of readPages(client, pages)) await notes.add(notedRows(rows));
    await notes.finish();
    const { added = 0, changed = 0 } = (await client.query(countDifferences)).rows[0] ?? {};
    const removed = (await client.query(buryRemoved, [importedAt, runId])).rowCount ?? 0;
    await complete();
    // Packing the index takes our time, and publishing that of the database.
    const meanwhile = () => publication.some();
    await indexing.indexChanges(client, context, indexingPhase(phases, added + 2 * changed + removed), meanwhile);
    return { added, changed, removed, unchanged: staged - added - changed, heldBack: heldBack ?? 0, unreadRows };
  }

  /** The place of the last row, if so many rows are not merged yet. */
  async function lastOf(rows: number): Promise<string> {
    const { rows: found } = await client.query(findLast, [mergedPlace]);
    if (found[0]?.rows !== rows) throw new Error(`Of ${rows} staged rows ${found[0]?.rows} were found.`);
    return found[0].last;
  }

  async function writeRest(staged: number): Promise<void> {
    const { rows: left } = await client.query(findLast, [mergedPlace]);
    if (left[0]?.rows) {
      await client.query(lookUpRows('off'));
      const pages = await pagesOf(client, 'staged');
      for (let page = Number(/\d+/.exec(mergedPlace)); page < pages; page += pagesAtOnce.staged) {
        await write(async () => ({ place: `(${page + pagesAtOnce.staged},0)`, sent: undefined }));
        mergedRows = Math.round((staged * page) / pages);
      }
      await noteWritten();
      await client.query(lookUpRows('on'));
    }
    mergedRows = staged;
  }

  /** Writes the differences up to a place. Meanwhile, and while rows are still being staged, those before it are noted. */
  async function write(staged: () => Promise<{ place: string; sent: readonly Buffer[] | undefined }>): Promise<void> {
    const begin = async () => {
      const { place, sent } = await staged();
      await notes.writeMany();
      const written = writeDifferences(client, about, { behind: mergedPlace, to: place, sent, allCellsCount });
      // A later await reports an error. Until then an error must not count as unhandled.
      written.catch(() => {});
      mergedPlace = place;
      // Not the promise itself, which would be awaited.
      return { written };
    };
    const before = await writing;
    const [{ written }] = await Promise.all([begin(), notes.add(before)]);
    writing = written;
  }

  async function noteWritten(): Promise<void> {
    const rows = await writing;
    writing = Promise.resolve([]);
    await notes.add(rows);
  }

  /** Waits for the database. Rejects if it could not write the last differences. */
  const settled = async (): Promise<void> => void (await writing);
  return { needsBytes, signs: notes.signs, take, settled, pause, finish };
}

/** Each row of a part is looked up by itself: for a join by hashes all records would be read. */
const lookUpRows = (joins: 'on' | 'off') => `SET LOCAL enable_hashjoin = ${joins}; SET LOCAL enable_mergejoin = ${joins}`;

/** Begins the phase of indexing so many lines, and returns the callback for its progress. */
function indexingPhase(phases: IntakePhases, lines: number): (done: number) => void {
  let rows = 0;
  phases.begin('indexing', () => ({ rows, share: rows / (lines || 1) }));
  return (done) => {
    rows = done;
  };
}
