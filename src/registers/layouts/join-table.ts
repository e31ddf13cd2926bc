import type pg from 'pg';
import { CopyIn } from '../../database/copy-in.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { sql } from '../../database/sql.ts';
import type { Cell } from '../files/table.ts';
import type { PartFiles } from './part-source.ts';

/** The rows of all files. PostgreSQL sorts them on its disk, so no register has to fit into our memory. */
const createTable = sql`
  CREATE TEMPORARY TABLE part_row (
    key TEXT COLLATE "C" NOT NULL, part SMALLINT NOT NULL, deletes BOOLEAN NOT NULL, line INTEGER NOT NULL, link TEXT COLLATE "C",
    cells TEXT NOT NULL
  )`;

/** Rows of a linked part get the keys of the companies that link to them. */
const listJoined = sql<Omit<PartRow, 'cells' | 'link'> & { cells: string }>`
  SELECT key, part, deletes, line, cells FROM part_row WHERE part <> ALL ($1::int[])
  UNION ALL
  SELECT owner.key, linked.part, linked.deletes, linked.line, linked.cells
  FROM (SELECT DISTINCT key, link FROM part_row WHERE link IS NOT NULL) AS owner
    JOIN part_row AS linked ON linked.key = owner.link
  WHERE linked.part = ANY ($1::int[])
  ORDER BY key, part, deletes DESC, line`;

const rowsPerFetch = 5_000;
/** More is refused before it fills our memory. */
const maxOfCompany = { rows: 20_000, characters: 8_000_000 };

export interface PartRow {
  key: string;
  /** The place of its part among the parts. */
  part: number;
  /** In an update: rows of this part are deleted: those with these cells, or all if the cells are empty. */
  deletes: boolean;
  line: number;
  link?: string | undefined;
  cells: readonly Cell[];
}

/** All rows of one company, sorted by part and line. */
export interface CompanyRows {
  key: string;
  rows: PartRow[];
  /** There are too many rows; only the first ones are here. */
  isTooLarge: boolean;
}

/** The database of a client gets a table for the rows of several files, which joins them by their keys. */
export async function createJoinTable(client: pg.Client): Promise<void> {
  await client.query("SET work_mem = '256MB'; SET jit = off; SET cursor_tuple_fraction = 1");
  await client.query(createTable);
}

/** Calls `onProgress` with the number of rows of each batch. */
export async function loadRows(
  client: pg.Client,
  batches: AsyncIterable<readonly PartRow[]>,
  onProgress: (count: number) => void,
): Promise<void> {
  const copy = new CopyIn(client, 'part_row');
  for await (const batch of batches) {
    for (const { key, part, deletes, line, link = '', cells } of batch) {
      const json = JSON.stringify(cells);
      const sent = copy.begin(6, key.length + link.length + json.length);
      copy.values.text(key);
      copy.values.smallInteger(part);
      copy.values.boolean(deletes);
      copy.values.integer(line);
      copy.values.text(link || null);
      copy.values.text(json);
      if (sent) await sent;
    }
    onProgress(batch.length);
  }
  await copy.close();
}

/** The companies in the order of their keys, in batches. */
export async function* joinedCompanies(client: pg.Client, linkedParts: readonly number[]): AsyncGenerator<CompanyRows[]> {
  await client.query('BEGIN');
  let open: CompanyRows | undefined;
  let size = 0;
  const query = { name: 'joined', text: listJoined, values: [linkedParts] };
  for await (const rows of fetchBatches(client, query, rowsPerFetch)) {
    const complete: CompanyRows[] = [];
    for (const { cells, ...row } of rows) {
      if (open?.key !== row.key) {
        if (open) complete.push(open);
        open = { key: row.key, rows: [], isTooLarge: false };
        size = 0;
      }
      size += cells.length;
      open.isTooLarge ||= open.rows.length >= maxOfCompany.rows || size > maxOfCompany.characters;
      if (!open.isTooLarge) open.rows.push({ ...row, cells: JSON.parse(cells) as Cell[] });
    }
    yield complete;
  }
  if (open) yield [open];
}

type Rows = readonly (readonly Cell[])[];

/**
 * The rows of a company after an update, part by part. The update's rows of a part replace all rows that the company had there;
 * if rows are deleted by their own number, the other rows stay.
 */
export function updatedRows(
  parts: readonly Pick<PartFiles, 'part' | 'names'>[],
  { rows }: CompanyRows,
  stored: readonly Rows[] = [],
): Rows[] {
  return parts.map(({ part, names }, place) => {
    const before = stored[place] ?? [];
    const named = rows.filter((row) => row.part === place);
    const inserted = named.filter(({ deletes }) => !deletes).map(({ cells }) => cells);
    if (!part.ownNumber) return named.length > 0 ? inserted : before;
    const own = names.indexOf(part.ownNumber);
    const gone = new Set([
      ...named.filter(({ deletes }) => deletes).map(({ cells }) => cells[0]),
      ...inserted.map((row) => row[own]),
    ]);
    return [...before.filter((row) => !gone.has(row[own] as Cell)), ...inserted];
  });
}
