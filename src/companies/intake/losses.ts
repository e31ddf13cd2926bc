import type pg from 'pg';
import type { Entity } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';

/** How many records, and three of them. */
interface Affected {
  count: number;
  examples: string[];
}

/** What an import would take from what is served. */
export interface Losses {
  /** How many records are served. */
  current: number;
  /** How many the source has. */
  staged: number;
  removed: Affected;
  /** How many records would have another content, be it by their source or by a new mapping of ours. */
  differing: number;
  /** Those of them that their source changed. It has to read the records. */
  changed(): Promise<Affected>;
}

type Example = Pick<Entity, 'number' | 'canonicalName'> & { count: number };

const shown = `entity.number, canonical_name AS "canonicalName", count(*) OVER ()::int AS count`;

const listRemoved = sql<Example>`SELECT ${shown} FROM removed JOIN entity USING (id) ORDER BY entity.number LIMIT 3`;

/** A hash begins with two bytes of the mapping. Where that is another, the cells tell, if columns are the same and all count. */
const listChanged = sql<Example>`
  SELECT ${shown.replaceAll('canonical_name', 'entity.canonical_name')}
  FROM difference JOIN staged USING (id) JOIN entity USING (id)
  WHERE substr(entity.content_hash, 1, 2) = substr(staged.content_hash, 1, 2)
    OR ($2 AND entity.layout_id = $1 AND entity.source_cells::text <> staged.source_cells::text)
  ORDER BY entity.number LIMIT 3`;

const countDiffering = sql<{ count: number }>`SELECT count(*)::int FROM difference WHERE NOT is_new`;

interface Compared extends Pick<Losses, 'current' | 'staged'> {
  layoutId: number;
  /** Whether a cell that differs is a change, in whatever column. */
  allCellsCount: boolean;
}

/** Looks at the tables of a merge that has written nothing yet. */
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
