import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import type { ChangeSet } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { wholeNumber } from '../kernel/rules.ts';
import { beginning, cursorOf, isBefore, type Place, placeOf } from './cursor.ts';
import { type Entry, type EntryRow, entriesOf, entryColumns } from './entry.ts';
import type { Settled } from './settled.ts';
import { waitLimits } from './waiting.ts';

export const changeTypes = ['created', 'updated', 'removed', 'restored', 'baseline'] as const;

interface ChangeFilter {
  country?: string | undefined;
  type?: string | undefined;
  entityId?: string | undefined;
}

export interface ChangePage {
  items: Entry[];
  nextCursor: string;
  hasMore: boolean;
  oldestCursor: string;
  dataVersion: number;
}

/** What a client may ask for. */
export const feedRules = { limit: wholeNumber(1, 1_000, 100), wait: wholeNumber(0, waitLimits.seconds) };

/** So many changes are looked at for one page: a filter that matches few takes no longer than one that matches all. */
const window = 20_000;
const day = 86_400_000;

interface FeedParts {
  pool: pg.Pool;
  reads: Pick<Companies['reads'], 'newestVersion'>;
  settled: Settled;
  date(): Date;
  /** For how many days changes are kept. */
  keptDays: number;
}

type Bound = Pick<ChangeSet, 'version' | 'epoch' | 'size'>;
interface Bounds {
  /** The end of the last import that records show. */
  head: Place;
  /** The end of the last import whose changes are no longer kept. */
  floor: Place;
  /** The import that the cursor names. */
  asked: Bound | undefined;
}

const boundColumns = 'version, epoch, size';

const findBounds = sql<Bound & { role: keyof Bounds }>`
  (SELECT 'head' AS role, ${boundColumns} FROM change_set WHERE version <= $3 ORDER BY version DESC LIMIT 1)
  UNION ALL (SELECT 'floor', ${boundColumns} FROM change_set WHERE at < $1 OR is_dropped ORDER BY version DESC LIMIT 1)
  UNION ALL (SELECT 'asked', ${boundColumns} FROM change_set WHERE version = $2)`;

interface PageRow extends EntryRow {
  seen: number;
  lastVersion: ChangeSet['version'];
  lastPosition: number;
  lastEpoch: ChangeSet['epoch'];
}

/** The statement has no name: it is planned for each page anew, without the filters that are not given. */
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
 * All changes in the order of their commits. The newest version is read first, and changes no further than to there: all versions
 * up to it are committed and never change again. Where records are read from a replica, it is the newest version of that.
 */
export class Feed {
  readonly #parts: FeedParts;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  async page(cursor: string, filter: ChangeFilter, limit: number): Promise<ChangePage> {
    const asked = cursor === 'start' || cursor === 'now' ? beginning : placeOf(cursor);
    const bounds = asked && (await this.#bounds(asked.version));
    const from = asked && bounds && startOf(cursor, asked, bounds);
    if (!from)
      throw new Failure(
        'invalid_request',
        'cursor: unknown or damaged. Take nextCursor of a page, the cursor of a snapshot, start or now.',
      );
    if (isBefore(from, bounds.floor)) throw new Failure('cursor_expired');
    const { rows, seen } = await this.#rows(from, bounds.head, filter, limit);
    const last = rows.at(-1);
    const isFull = rows.length === limit && last !== undefined;
    const reached = isFull ? last : (seen ?? bounds.head);
    const end = isBefore(reached, from) ? from : reached;
    return {
      items: await entriesOf(this.#parts.pool, rows),
      nextCursor: cursorOf(end),
      // A full page says so whatever comes after it: it must never change.
      hasMore: isFull || seen !== undefined,
      oldestCursor: cursorOf(bounds.floor),
      dataVersion: end.version,
    };
  }

  async #bounds(version: number): Promise<Bounds> {
    const { pool, reads, settled, date, keptDays } = this.#parts;
    // A change that comes later has a later moment than this page.
    await settled.now();
    const values = [new Date(date().getTime() - keptDays * day), version, await reads.newestVersion()];
    const { rows } = await pool.query({ name: 'change bounds', text: findBounds, values });
    const bound = (role: string) => rows.find((row) => row.role === role);
    return { head: endOf(bound('head')), floor: endOf(bound('floor')), asked: bound('asked') };
  }

  /** The changes of a page; and where the looking ended, should that be before the end. */
  async #rows(from: Place, head: Place, { country, type, entityId }: ChangeFilter, limit: number) {
    const isFiltered = country !== undefined || type !== undefined;
    const places = [from.version, from.position, head.version, isFiltered ? window : limit, limit];
    const { rows } = await this.#parts.pool.query(listPage, [...places, entityId, country, type]);
    const [first] = rows;
    const isCutShort = isFiltered && first?.seen === window;
    return {
      // Without a match there is one row, of the last that was seen.
      rows: rows.filter((row) => row.version !== null),
      seen: isCutShort ? { version: first.lastVersion, position: first.lastPosition, epoch: first.lastEpoch } : undefined,
    };
  }
}

const endOf = (bound: Bound | undefined): Place =>
  bound ? { version: bound.version, position: bound.size, epoch: bound.epoch } : beginning;

/** Where a page begins; undefined for a cursor that we never gave, or gave before the database was restored to an older state. */
function startOf(cursor: string, place: Place, { head, floor, asked }: Bounds): Place | undefined {
  if (cursor === 'start') return floor;
  if (cursor === 'now') return head;
  if (place.version === beginning.version) return place;
  return asked?.epoch.startsWith(place.epoch) && place.position <= asked.size ? place : undefined;
}
