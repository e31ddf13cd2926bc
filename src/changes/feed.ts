import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import type { ChangeSet } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { wholeNumber } from '../kernel/rules.ts';
import { beginning, cursorOf, isBefore, type Place, placeOf } from './cursor.ts';
import { type DerivedFields, type Entry, type EntryRow, entriesOf, entryColumns } from './entry.ts';
import { waitLimits } from './long-polls.ts';
import type { SettledClock } from './settled-clock.ts';

export const changeTypes = ['created', 'updated', 'removed', 'restored', 'baseline', 'identifiers'] as const;

type ChangeFilter = Partial<Record<'country' | 'type' | 'entityId', string | undefined>>;

export interface ChangePage {
  items: Entry[];
  nextCursor: string;
  hasMore: boolean;
  oldestCursor: string;
  dataVersion: number;
}

/** The limits of what a client may request. */
export const feedRules = { limit: wholeNumber(1, 1_000, 100), wait: wholeNumber(0, waitLimits.seconds) };

/** So many changes are read for one page, so that a filter that matches few takes no longer than one that matches all. */
const maxRead = 20_000;
const dayMs = 86_400_000;

/** What a page is made of: all changes, or some of them. */
export interface EntrySource {
  /** Up to which version it is complete. Unset: up to the newest. */
  upTo?(): Promise<number>;
  /** The first entries between two places, and where the reading stopped if that was before the end. */
  entries(from: Place, head: Place, limit: number): Promise<{ rows: EntryRow[]; seen?: Place | undefined }>;
}

interface FeedOptions {
  pool: pg.Pool;
  reads: Pick<Companies['reads'], 'newestVersion'>;
  settled: SettledClock;
  derived: DerivedFields;
  date(): Date;
  /** For how long changes are stored. */
  keptDays: number;
}

type Bound = Pick<ChangeSet, 'version' | 'epoch' | 'size'>;
interface Bounds {
  /** The end of the last import that is visible in records. */
  head: Place;
  /** The end of the last import whose changes are no longer stored. */
  floor: Place;
  /** The import that the cursor names. */
  named: Bound | undefined;
}

const boundColumns = 'version, epoch, size';
const findBounds = sql<Bound & { role: keyof Bounds }>`
  (SELECT 'head' AS role, ${boundColumns} FROM change_set WHERE version <= $3 ORDER BY version DESC LIMIT 1)
  UNION ALL (SELECT 'floor', ${boundColumns} FROM change_set WHERE at < $1 OR is_dropped ORDER BY version DESC LIMIT 1)
  UNION ALL (SELECT 'named', ${boundColumns} FROM change_set WHERE version = $2)`;

type PageRow = EntryRow & { seen: number; lastVersion: number; lastPosition: number; lastEpoch: ChangeSet['epoch'] };

/** The statement has no name, so it is planned for each page, without the filters that are not set. */
const listPage = sql<PageRow>`WITH seen AS MATERIALIZED (
    SELECT version, position, at, type FROM change
    WHERE (version, position) > ($1, $2) AND version <= $3 AND ($6::uuid IS NULL OR entity_id = $6)
    ORDER BY version, position LIMIT $4
  ), wanted AS (
    SELECT seen.* FROM seen JOIN change_set USING (version)
    WHERE ($7::text IS NULL OR change_set.country_code = $7) AND ($8::text IS NULL OR seen.type = $8)
    ORDER BY version, position LIMIT $5
  ), last AS (
    SELECT count(*) OVER ()::int AS seen, version, position, epoch FROM seen JOIN change_set USING (version)
    ORDER BY version DESC, position DESC LIMIT 1
  )
  SELECT ${entryColumns}, last.seen, last.version AS "lastVersion", last.position AS "lastPosition", last.epoch AS "lastEpoch"
  FROM last LEFT JOIN (wanted JOIN change USING (version, position, at) JOIN change_set USING (version)) ON true
  ORDER BY change.version, change.position`;

/**
 * All changes in the order of their commits. It reads the newest version first, then changes up to that version: these are
 * committed and never change again. If records are read from a replica, it is the replica's newest version.
 */
export function changeFeed({ pool, reads, settled, derived, date, keptDays }: FeedOptions) {
  async function pageOf(source: EntrySource, cursor: string, limit: number): Promise<ChangePage> {
    const place = cursor === 'start' || cursor === 'now' ? beginning : placeOf(cursor);
    const bounds = place && (await boundsOf(place.version, await source.upTo?.()));
    const from = place && bounds && startOf(cursor, place, bounds);
    if (!from)
      throw new Failure(
        'invalid_request',
        'cursor: unknown or damaged. Take nextCursor of a page, the cursor of a snapshot, start or now.',
      );
    if (isBefore(from, bounds.floor)) throw new Failure('cursor_expired');
    const { rows, seen } = await source.entries(from, bounds.head, limit);
    const last = rows.at(-1);
    const isFull = rows.length === limit && last !== undefined;
    const reached = isFull ? last : (seen ?? bounds.head);
    const end = isBefore(reached, from) ? from : reached;
    return {
      items: await entriesOf(pool, rows, derived),
      nextCursor: cursorOf(end),
      // A full page always says that there is more, because a page must never change.
      hasMore: isFull || seen !== undefined,
      oldestCursor: cursorOf(bounds.floor),
      dataVersion: end.version,
    };
  }

  async function boundsOf(version: number, upTo = Number.POSITIVE_INFINITY): Promise<Bounds> {
    // After this, every new change gets a later moment than this page.
    await settled.advance();
    const newest = Math.min(await reads.newestVersion(), upTo);
    const values = [new Date(date().getTime() - keptDays * dayMs), version, newest];
    const { rows } = await pool.query({ name: 'change bounds', text: findBounds, values });
    const bound = (role: string) => rows.find((row) => row.role === role);
    return { head: endOf(bound('head')), floor: endOf(bound('floor')), named: bound('named') };
  }

  function page(cursor: string, { country, type, entityId }: ChangeFilter, limit: number): Promise<ChangePage> {
    const isFiltered = country !== undefined || type !== undefined;
    const entries: EntrySource['entries'] = async (from, head) => {
      const places = [from.version, from.position, head.version, isFiltered ? maxRead : limit, limit];
      const { rows } = await pool.query(listPage, [...places, entityId, country, type]);
      const [first] = rows;
      const isCutShort = isFiltered && first?.seen === maxRead;
      return {
        // If nothing matched, there is one row: the last change that was read.
        rows: rows.filter((row) => row.version !== null),
        seen: isCutShort ? { version: first.lastVersion, position: first.lastPosition, epoch: first.lastEpoch } : undefined,
      };
    };
    return pageOf({ entries }, cursor, limit);
  }

  return { page, pageOf };
}

const endOf = (bound: Bound | undefined): Place =>
  bound ? { version: bound.version, position: bound.size, epoch: bound.epoch } : beginning;

/** Where a page begins. Undefined for a cursor that was never issued, or was issued before a restore to an older state. */
function startOf(cursor: string, place: Place, { head, floor, named }: Bounds): Place | undefined {
  if (cursor === 'start') return floor;
  if (cursor === 'now') return head;
  if (place.version === beginning.version) return place;
  return named?.epoch.startsWith(place.epoch) && place.position <= named.size ? place : undefined;
}
