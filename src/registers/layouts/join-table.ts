import type pg from 'pg';
import { CopyIn } from '../../database/copy-in.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { sql } from '../../database/sql.ts';
import type { Cell } from '../files/table.ts';

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

const fetchSize = 5_000;
/** The most rows and text of a company: more is refused before it fills our memory. */
const companyLimits = { rows: 20_000, characters: 8_000_000 };

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
export interface Group {
  key: string;
  rows: PartRow[];
  /** There are too many rows; only the first ones are here. */
  isTooLarge: boolean;
}

/** Joins the rows of several files by their keys. */
export class JoinTable {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(client: pg.Client): Promise<JoinTable> {
    await client.query("SET work_mem = '256MB'; SET jit = off; SET cursor_tuple_fraction = 1");
    await client.query(createTable);
    return new JoinTable(client);
  }

  /** Calls `onProgress` with the number of rows of each batch. */
  async load(batches: AsyncIterable<readonly PartRow[]>, onProgress: (count: number) => void): Promise<void> {
    const copy = new CopyIn(this.#client, 'part_row');
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
  async *groups(linkedParts: readonly number[]): AsyncGenerator<Group[]> {
    await this.#client.query('BEGIN');
    let open: Group | undefined;
    let size = 0;
    const query = { name: 'joined', text: listJoined, values: [linkedParts] };
    for await (const rows of fetchBatches(this.#client, query, fetchSize)) {
      const complete: Group[] = [];
      for (const { cells, ...row } of rows) {
        if (open?.key !== row.key) {
          if (open) complete.push(open);
          open = { key: row.key, rows: [], isTooLarge: false };
          size = 0;
        }
        size += cells.length;
        open.isTooLarge ||= open.rows.length >= companyLimits.rows || size > companyLimits.characters;
        if (!open.isTooLarge) open.rows.push({ ...row, cells: JSON.parse(cells) as Cell[] });
      }
      yield complete;
    }
    if (open) yield [open];
  }
}
