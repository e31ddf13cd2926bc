import type pg from 'pg';
import type { Entity } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { companyId, type IdRule } from './entity-id.ts';
import type { SignCounts, Signs } from './noting/signs.ts';

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

interface Compared extends Pick<Losses, 'current' | 'staged' | 'signs' | 'usual'> {
  client: pg.Client;
  /** A second connection. It sees the records as they were before the import. */
  side: pg.Client;
}

/** Reads the temporary tables of a merge that has not removed anything yet. */
export async function lossesOf({ client, side, current, staged, signs, usual }: Compared): Promise<Losses> {
  const { rows: removed } = await client.query(listRemoved);
  const { rows: counted } = await client.query(countDiffering);
  const changed = async () => {
    const { rows } = await client.query(listChanged);
    const { rows: named } = await side.query(nameRecords, [rows.map(({ id }) => id)]);
    return affected(named.map((one) => ({ ...one, count: rows[0]?.count ?? 0 })));
  };
  return { current, staged, removed: affected(removed), differing: counted[0]?.count ?? 0, changed, signs, usual };
}

const affected = (rows: readonly Example[]): Affected => ({
  count: rows[0]?.count ?? 0,
  examples: rows.map(({ number, canonicalName }) => `${number} ${canonicalName}`),
});

/** The usual share of the records that imports remove, or that have a sign; undefined if there were too few imports. */
export type UsualShares = Partial<Record<keyof SignCounts | 'removed', number>>;

/** So many imports say how much a register usually changes. Of fewer than three none is in the middle. */
const history = { fewest: 3, most: 10 };

const listUsual = sql<Record<keyof SignCounts | 'removed' | 'records', number>>`
  SELECT removed, greatest(changed + unchanged + removed, 1) AS records, coalesce((signs->>'names')::int, 0) AS names,
    coalesce((signs->>'days')::int, 0) AS days, coalesce((signs->>'letters')::int, 0) AS letters,
    coalesce((signs->>'zeros')::int, 0) AS zeros,
    coalesce((signs->>'conflicts')::int, 0) AS conflicts
  FROM import_run WHERE register_id = $1 AND source_url <> $2 AND changed + unchanged > 0 ORDER BY imported_at DESC LIMIT $3`;

/** How much of a register its earlier imports changed. */
export async function usualShares(client: pg.Client, registerId: string, samplesUrl: string): Promise<UsualShares> {
  const { rows } = await client.query(listUsual, [registerId, samplesUrl, history.most]);
  if (rows.length < history.fewest) return {};
  const names = ['removed', 'names', 'days', 'letters', 'zeros', 'conflicts'] as const;
  const shares = (name: (typeof names)[number]) => rows.map((row) => row[name] / row.records).sort((one, other) => one - other);
  // The median: what was allowed once is not usual.
  return Object.fromEntries(names.map((name) => [name, shares(name)[Math.floor((rows.length - 1) / 2)]]));
}

/** The most ids that are kept in memory. Of more rejected rows it is only known how many there are. */
const mostIds = 300_000;

const spareNamed = sql<{ wanted: string }>`
  DELETE FROM removed USING unnest($1::uuid[]) AS wanted WHERE id = wanted RETURNING wanted`;
const spareAll = sql`DELETE FROM removed`;

/**
 * The rejected rows of a source. A company that the source lacks may be that of such a row, and then it is not removed: neither
 * if its number is in one of them, nor as long as the number of one cannot be read.
 */
export class Doubts {
  readonly #rule: IdRule;
  readonly #kept: string[] = [];
  readonly #doubtful: { ids: string[]; rows: number }[] = [];
  #size = 0;
  /** Rejected rows of which nothing is known. */
  #unknown = 0;

  constructor(rule: IdRule) {
    this.#rule = rule;
  }

  /** A rejected row has this number. */
  keep(number: string): void {
    if (this.#isFull(1)) this.#unknown += 1;
    else this.#kept.push(companyId(this.#rule, number));
  }

  /** Rejected text may have the rows of so many companies, and their numbers may be among these pieces of it. */
  add(pieces: readonly string[], rows: number): void {
    if (pieces.length === 0 || this.#isFull(pieces.length)) this.#unknown += rows;
    else this.#doubtful.push({ ids: pieces.map((piece) => companyId(this.#rule, piece)), rows });
  }

  /** Takes the companies of rejected rows from the table "removed". Returns how many rows may be those of any other company. */
  async spare(client: pg.Client): Promise<number> {
    const ids = [...this.#kept, ...this.#doubtful.flatMap((one) => one.ids)];
    const { rows: spared } = ids.length > 0 ? await client.query(spareNamed, [ids]) : { rows: [] };
    const found = new Set(spared.map(({ wanted }) => wanted));
    const missing = this.#doubtful.map(({ ids, rows }) => rows - new Set(ids.filter((id) => found.has(id))).size);
    return missing.reduce((sum, rows) => sum + Math.max(rows, 0), this.#unknown);
  }

  #isFull(more: number): boolean {
    this.#size += more;
    return this.#size > mostIds;
  }
}

/** Holds all removals back. Returns how many. */
export async function holdBack(client: pg.Client): Promise<number> {
  return (await client.query(spareAll)).rowCount ?? 0;
}
