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
  /** Those of them that their source changed. This is slow, because it reads the records. */
  changed(): Promise<Affected>;
}

type Example = Pick<Entity, 'number' | 'canonicalName'> & { count: number };

const shown = `entity.number, canonical_name AS "canonicalName", count(*) OVER ()::int AS count`;

const listRemoved = sql<Example>`SELECT ${shown} FROM removed JOIN entity USING (id) ORDER BY entity.number LIMIT 3`;

/**
 * A hash begins with two bytes of the mapping's revision. If the mapping is new, the source cells are compared instead. That
 * needs the same columns in both files, and that all columns count.
 */
const listChanged = sql<Example>`
  SELECT ${shown.replaceAll('canonical_name', 'entity.canonical_name')}
  FROM difference JOIN staged USING (id) JOIN entity USING (id)
  WHERE substr(entity.content_hash, 1, 2) = substr(staged.content_hash, 1, 2)
    OR ($2 AND entity.layout_id = $1 AND entity.source_cells::text <> staged.source_cells::text)
  ORDER BY entity.number LIMIT 3`;

const countDiffering = sql<{ count: number }>`SELECT count(*)::int FROM difference WHERE type = 'updated'`;

interface Compared extends Pick<Losses, 'current' | 'staged'> {
  layoutId: number;
  /** Whether a difference in any column is a change of the record. */
  allCellsCount: boolean;
}

/** Reads the temporary tables of a merge that has written nothing yet. */
export async function lossesOf(client: pg.Client, { current, staged, layoutId, allCellsCount }: Compared): Promise<Losses> {
  const { rows: removed } = await client.query(listRemoved);
  const { rows: counted } = await client.query(countDiffering);
  const changed = async () => affected((await client.query(listChanged, [layoutId, allCellsCount])).rows);
  return { current, staged, removed: affected(removed), differing: counted[0]?.count ?? 0, changed };
}

const affected = (rows: readonly Example[]): Affected => ({
  count: rows[0]?.count ?? 0,
  examples: rows.map(({ number, canonicalName }) => `${number} ${canonicalName}`),
});
