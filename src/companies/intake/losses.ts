import type pg from 'pg';
import type { Entity } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';

/** The number of records, and three of them as examples. */
interface Affected {
  count: number;
  examples: string[];
}

/** Served records that an import would remove or change. */
export interface Losses {
  /** How many records are served. */
  current: number;
  /** How many the source has. */
  staged: number;
  removed: Affected;
  /** How many records would change, because of their source or because of our new mapping. */
  differing: number;
  /** Those of them that their source changed. */
  changed(): Promise<Affected>;
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

interface Compared extends Pick<Losses, 'current' | 'staged'> {
  client: pg.Client;
  /** A second connection. It sees the records as they were before the import. */
  side: pg.Client;
}

/** Reads the temporary tables of a merge that has not removed anything yet. */
export async function lossesOf({ client, side, current, staged }: Compared): Promise<Losses> {
  const { rows: removed } = await client.query(listRemoved);
  const { rows: counted } = await client.query(countDiffering);
  const changed = async () => {
    const { rows } = await client.query(listChanged);
    const { rows: named } = await side.query(nameRecords, [rows.map(({ id }) => id)]);
    return affected(named.map((one) => ({ ...one, count: rows[0]?.count ?? 0 })));
  };
  return { current, staged, removed: affected(removed), differing: counted[0]?.count ?? 0, changed };
}

const affected = (rows: readonly Example[]): Affected => ({
  count: rows[0]?.count ?? 0,
  examples: rows.map(({ number, canonicalName }) => `${number} ${canonicalName}`),
});
