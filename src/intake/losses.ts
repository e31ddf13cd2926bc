import type pg from 'pg';
import type { Entity } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { companyId, type IdRule } from './entity-id.ts';
import { type Counted, countedSigns, type Signs } from './noting/signs.ts';

/** Served records that an import would remove or change. */
export interface Losses {
  /** How many records are served. */
  current: number;
  /** How many the source has. */
  staged: number;
  removed: Counted;
  /** How many records would change, because of their source or because of our new mapping. */
  differing: number;
  /** Those of them that their source changed. */
  changed(): Promise<Counted>;
  /** What the changes have in common. */
  signs: Pick<Signs, 'names' | 'of' | 'newColumns' | 'common'>;
  /** How much earlier imports of the register changed. */
  usual: UsualShares;
}

type Example = Pick<Entity, 'number' | 'canonicalName'> & { count: number };

const shown = `entity.number, canonical_name AS "canonicalName", count(*) OVER ()::int AS count`;

const listRemoved = sql<Example>`SELECT ${shown} FROM removed JOIN entity USING (id) ORDER BY entity.number LIMIT 3`;

/**
 * Whether the source changed a record, as SQL. A hash begins with two bytes of the mapping's revision. If the mapping is new, the
 * source cells are compared instead. That needs the same columns in both files, and that all cells count.
 */
export const isBySource = (record: string, layoutId: string, allCellsCount: string): string =>
  `(substr(${record}.content_hash, 1, 2) = substr(staged.content_hash, 1, 2)
    OR (${allCellsCount} AND ${record}.layout_id = ${layoutId} AND ${record}.source_cells::text <> staged.source_cells::text))`;

const listChanged = sql<{ id: string; count: number }>`SELECT difference.id, count(*) OVER ()::int AS count
  FROM difference JOIN entity USING (id) WHERE is_by_source ORDER BY entity.number LIMIT 3`;
const nameRecords = sql<Pick<Entity, 'number' | 'canonicalName'>>`
  SELECT number, canonical_name AS "canonicalName" FROM entity WHERE id = ANY ($1) ORDER BY number`;

const countDiffering = sql<{ count: number }>`SELECT count(*)::int FROM difference WHERE type = 'updated'`;

/**
 * Reads the temporary tables of a merge that has not removed anything yet. The second connection sees the records as they were
 * before the import.
 */
export async function lossesOf(
  { client, side }: Record<'client' | 'side', pg.Client>,
  compared: Pick<Losses, 'current' | 'staged' | 'signs' | 'usual'>,
): Promise<Losses> {
  const { rows: removed } = await client.query(listRemoved);
  const { rows: counted } = await client.query(countDiffering);
  const changed = async () => {
    const { rows } = await client.query(listChanged);
    const { rows: named } = await side.query(nameRecords, [rows.map(({ id }) => id)]);
    return affected(named.map((one) => ({ ...one, count: rows[0]?.count ?? 0 })));
  };
  return { ...compared, removed: affected(removed), differing: counted[0]?.count ?? 0, changed };
}

const affected = (rows: readonly Example[]): Counted => ({
  count: rows[0]?.count ?? 0,
  examples: rows.map(({ number, canonicalName }) => `${number} ${canonicalName}`),
});

/** The usual share of the records that imports remove, or that have a sign; undefined if there were too few imports. */
export type UsualShares = Partial<Record<(typeof judged)[number], number>>;
const judged = ['removed', ...countedSigns] as const;

/** So many imports say how much a register usually changes. Of fewer than three none is in the middle. */
const history = { min: 3, max: 10 };

const listUsual = sql<Record<(typeof judged)[number] | 'records', number>>`
  SELECT removed, greatest(changed + unchanged + removed, 1) AS records,
    ${countedSigns.map((sign) => `coalesce((signs->>'${sign}')::int, 0) AS ${sign}`).join(', ')}
  FROM import_run WHERE register_id = $1 AND source_url <> $2 AND changed + unchanged > 0 ORDER BY imported_at DESC LIMIT $3`;

/** How much of a register its earlier imports changed. */
export async function usualShares(client: pg.Client, registerId: string, samplesUrl: string): Promise<UsualShares> {
  const { rows } = await client.query(listUsual, [registerId, samplesUrl, history.max]);
  if (rows.length < history.min) return {};
  const shares = (name: (typeof judged)[number]) => rows.map((row) => row[name] / row.records).sort((one, other) => one - other);
  // The median: what was allowed once is not usual.
  return Object.fromEntries(judged.map((name) => [name, shares(name)[Math.floor((rows.length - 1) / 2)]]));
}

/** So many ids are kept in memory. Of more rejected rows it is only known how many there are. */
const maxIds = 300_000;

const spareNamed = sql<{ wanted: string }>`
  DELETE FROM removed USING unnest($1::uuid[]) AS wanted WHERE id = wanted RETURNING wanted`;

export type RejectedRows = ReturnType<typeof rejectedRows>;

/**
 * The rejected rows of a source. A company that the source lacks may be that of such a row, and then it is not removed: neither
 * if its number is in one of them, nor as long as the number of one cannot be read.
 */
export function rejectedRows(rule: IdRule) {
  const kept: string[] = [];
  const doubtful: { ids: string[]; rows: number }[] = [];
  let size = 0;
  /** Rejected rows of which nothing is known. */
  let unknown = 0;

  const isFull = (more: number): boolean => {
    size += more;
    return size > maxIds;
  };
  return {
    /** Keeps the served record of a company whose row was rejected. */
    keep: (number: string): void => {
      if (isFull(1)) unknown += 1;
      else kept.push(companyId(rule, number));
    },

    /**
     * Keeps what may be the companies of a rejected text: it has so many rows, and their numbers may be among these pieces of it.
     * If they are not, no company at all is removed.
     */
    doubt: (pieces: readonly string[], rows = 1): void => {
      if (pieces.length === 0 || isFull(pieces.length)) unknown += rows;
      else doubtful.push({ ids: pieces.map((piece) => companyId(rule, piece)), rows });
    },

    /** Takes the companies of rejected rows from the table "removed". Returns how many rows may be those of any other company. */
    spare: async (client: pg.Client): Promise<number> => {
      const ids = [...kept, ...doubtful.flatMap((one) => one.ids)];
      const { rows: spared } = ids.length > 0 ? await client.query(spareNamed, [ids]) : { rows: [] };
      const found = new Set(spared.map(({ wanted }) => wanted));
      const missing = doubtful.map(({ ids, rows }) => rows - new Set(ids.filter((id) => found.has(id))).size);
      return missing.reduce((sum, rows) => sum + Math.max(rows, 0), unknown);
    },
  };
}
