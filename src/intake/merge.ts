import type pg from 'pg';
import { separator } from '../company/search-text.ts';
import { pagesOf, readPages } from '../database/copy-out.ts';
import { type Statement, sql } from '../database/sql.ts';
import { indexing } from '../search/index.ts';
import { ChangeNotes, type LoggedImport, type Publication } from './change-log.ts';
import { type Doubts, holdBack } from './losses.ts';
import { type Noted, notedReaders, notedRows, removedValues } from './noting/differences.ts';
import type { Signs } from './noting/signs.ts';
import { isRepeated, restoreRepeated } from './repeated-rows.ts';
import { createRemoved } from './sample-records.ts';
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

/** Receives the next step of the merge, for the display of progress. */
interface MergePhases {
  begin(phase: 'writing' | 'indexing', look: () => { rows: number; share?: number }): void;
}

interface MergeContext extends LoggedImport {
  /** The number of the import. */
  ordinal: number;
  /** How many records the file has. */
  staged: number;
  phases: MergePhases;
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
  doubts: Pick<Doubts, 'spare'>;
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

const removeWhere = (condition: string) => sql`
  INSERT INTO removed SELECT id, search_text FROM entity WHERE register_id = $1 AND ${condition}
    AND NOT EXISTS (SELECT FROM merged WHERE merged.id = entity.id)`;
const removeNamed = removeWhere('id = ANY ($2)');
const removeOthers = removeWhere('true');

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

/** In pages: so much of the staging table is written at a time, and so much of the table "removed" is noted, see `readPages`. */
const pagesAtOnce = { staged: 384, removed: 16 };

interface MergingParts {
  client: pg.Client;
  /** A second connection. It sees the records as they were before the import. */
  side: pg.Client;
  about: LoggedImport;
  /** Whether a difference in any column of the source is a change of the record. */
  allCellsCount: boolean;
  /** Whether the database can return former values. Undefined: its version says it. */
  returnsOld: boolean | undefined;
}

/**
 * Makes the served records of a register those of the staging table, as far as the scope goes. Only what differs is touched;
 * readers see it all at the commit. Staged rows can be merged while others are read: the database writes some rows while we read
 * the next ones. If the import is refused in the end, all is rolled back.
 */
export class Merging {
  readonly #parts: MergingParts;
  readonly #notes: ChangeNotes;
  /** Whether the bytes of staged rows are of use, so that they should be kept until the rows are merged. */
  readonly needsBytes: boolean;
  /** The staged rows up to this place are merged. */
  #place = '(0,0)';
  /** How many they are. */
  #rows = 0;
  /** The differences that the database is writing, or has written since the last ones were noted. */
  #written: Promise<Iterable<Noted>> = Promise.resolve([]);

  private constructor(parts: MergingParts, notes: ChangeNotes, needsBytes: boolean) {
    this.#parts = parts;
    this.#notes = notes;
    this.needsBytes = needsBytes;
  }

  static async open(parts: MergingParts): Promise<Merging> {
    const notes = await ChangeNotes.open(parts);
    await parts.client.query(createMerged);
    await parts.client.query(createDifference);
    return new Merging(parts, notes, parts.returnsOld ?? (await canReturnOld(parts.client)));
  }

  /**
   * Merges the rows that were staged since the last call, with their bytes, if they are needed. `staged` ends when they are
   * there; no COPY may be open then.
   */
  async take(staged: Promise<{ rows: number; sent: readonly Buffer[] | undefined }>): Promise<void> {
    await this.#write(async () => {
      const { rows, sent } = await staged;
      if (this.#rows === 0) await this.#parts.client.query(lookUpRows('off'));
      this.#rows += rows;
      return { place: await this.#lastOf(rows), sent };
    });
  }

  /** What the changes have in common. */
  get signs(): Signs {
    return this.#notes.signs;
  }

  /** Waits for the database. Rejects if it could not write the last differences. */
  async settled(): Promise<void> {
    await this.#written;
  }

  /**
   * Ends the merging while rows are read; the rows of the table "aside" are left. Returns whether the staged rows may have
   * repeated numbers. The record of a number that comes again becomes what it was before.
   */
  async pause(aside: number): Promise<boolean> {
    const { client, side } = this.#parts;
    if (this.#rows === 0) return true;
    await this.#note();
    await this.#lastOf(aside);
    await client.query(lookUpRows('on'));
    if (aside === 0 || !(await isRepeated(client))) return false;
    await this.#notes.write();
    await restoreRepeated(client, side);
    return true;
  }

  /** Merges the rows that are left, and indexes all changes. */
  async finish(context: MergeContext, scope: MergeScope): Promise<Difference> {
    const { client } = this.#parts;
    const { registerId, runId, importedAt, staged, phases } = context;
    const { doubts, removesDoubtful, removed: named, publication, complete, judge } = scope;
    phases.begin('writing', () => ({ rows: this.#rows, share: this.#rows / (staged || 1) }));
    await this.#writeRest(staged);
    await client.query('ANALYZE merged; ANALYZE difference');
    await client.query(createRemoved);
    await (named ? client.query(removeNamed, [registerId, named]) : client.query(removeOthers, [registerId]));
    const unreadRows = await doubts.spare(client);
    await judge?.();
    const heldBack = unreadRows > 0 && !removesDoubtful ? await holdBack(client) : 0;
    const parts = { table: 'removed', pagesAtOnce: pagesAtOnce.removed, statement: listRemoved, readers: notedReaders };
    for await (const rows of readPages(client, parts)) await this.#notes.add(notedRows(rows));
    await this.#notes.finish();
    const { rows: counted } = await client.query(countDifferences);
    const { added = 0, changed = 0 } = counted[0] ?? {};
    const removed = await this.#count(buryRemoved, [importedAt, runId]);
    await complete();
    // Packing the index takes our time, and publishing that of the database.
    const meanwhile = () => publication.some();
    await indexing.indexChanges(client, context, indexingPhase(phases, added + 2 * changed + removed), meanwhile);
    return { added, changed, removed, unchanged: staged - added - changed, heldBack, unreadRows };
  }

  /** The place of the last row, if so many rows are not merged yet. */
  async #lastOf(rows: number): Promise<string> {
    const { rows: found } = await this.#parts.client.query(findLast, [this.#place]);
    if (found[0]?.rows !== rows) throw new Error(`Of ${rows} staged rows ${found[0]?.rows} were found.`);
    return found[0].last;
  }

  async #writeRest(staged: number): Promise<void> {
    const { client } = this.#parts;
    const { rows: left } = await client.query(findLast, [this.#place]);
    if (left[0]?.rows) {
      await client.query(lookUpRows('off'));
      const pages = await pagesOf(client, 'staged');
      for (let page = firstPage(this.#place); page < pages; page += pagesAtOnce.staged) {
        await this.#write(async () => ({ place: `(${page + pagesAtOnce.staged},0)`, sent: undefined }));
        this.#rows = Math.round((staged * page) / pages);
      }
      await this.#note();
      await client.query(lookUpRows('on'));
    }
    this.#rows = staged;
  }

  /** Writes the differences up to a place. Meanwhile, and while rows are still being staged, those before it are noted. */
  async #write(staged: () => Promise<{ place: string; sent: readonly Buffer[] | undefined }>): Promise<void> {
    const { client, about, allCellsCount } = this.#parts;
    const begin = async () => {
      const { place, sent } = await staged();
      await this.#notes.writeMany();
      const written = writeDifferences(client, about, { behind: this.#place, to: place, sent, allCellsCount });
      // A later await reports an error. Until then an error must not count as unhandled.
      written.catch(() => {});
      this.#place = place;
      // Not the promise itself, which would be awaited.
      return { written };
    };
    const before = await this.#written;
    const [{ written }] = await Promise.all([begin(), this.#notes.add(before)]);
    this.#written = written;
  }

  async #note(): Promise<void> {
    const rows = await this.#written;
    this.#written = Promise.resolve([]);
    await this.#notes.add(rows);
  }

  async #count(statement: Statement<object>, values: unknown[] = []): Promise<number> {
    return (await this.#parts.client.query(statement, values)).rowCount ?? 0;
  }
}

/** Each row of a part is looked up by itself: for a join by hashes all records would be read. */
const lookUpRows = (joins: 'on' | 'off') => `SET LOCAL enable_hashjoin = ${joins}; SET LOCAL enable_mergejoin = ${joins}`;
const firstPage = (place: string): number => Number(/\d+/.exec(place));

/** Begins the phase of indexing so many lines, and returns the callback for its progress. */
function indexingPhase(phases: MergePhases, lines: number): (done: number) => void {
  let rows = 0;
  phases.begin('indexing', () => ({ rows, share: rows / (lines || 1) }));
  return (done) => {
    rows = done;
  };
}
