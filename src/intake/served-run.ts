import type pg from 'pg';
import type { LayoutColumn } from '../company/content/layout.ts';
import type { ImportRun } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { FoundFile } from './runs.ts';

/** The import whose data is served. The next import is compared with it. */
export interface ServedRun extends Pick<ImportRun, 'sha256' | 'revision' | 'edition' | 'file' | 'fileDate' | 'heldBack'> {
  /** Whether it has invented companies. They have no day, and a real file always replaces them. */
  isSample: boolean;
  /** The day of the last file before it that has one. */
  earlierDate: string | null;
  /** The parts of the register that it had. */
  parts: readonly string[];
  /** The columns that the content hashes of its records are computed from. */
  base: { id: number; columns: readonly LayoutColumn[] };
}

type ServedRunRow = Pick<ImportRun, 'sha256' | 'revision' | 'edition' | 'file' | 'fileDate' | 'heldBack' | 'sourceUrl'> & {
  earlierDate: string | null;
  files: FoundFile[] | null;
  columns: readonly LayoutColumn[];
  baseId: number;
  base: readonly LayoutColumn[];
};

const findServed = sql<ServedRunRow>`
  SELECT served.sha256, revision, edition, file, file_date AS "fileDate", held_back AS "heldBack",
    (SELECT earlier.file_date FROM import_run AS earlier
      WHERE earlier.register_id = $1 AND earlier.file_date IS NOT NULL AND earlier.imported_at < served.imported_at
      ORDER BY earlier.imported_at DESC LIMIT 1) AS "earlierDate", source_url AS "sourceUrl",
    files, layout.columns, base.id AS "baseId", base.columns AS base
  FROM register JOIN import_run AS served ON served.id = current_run
    JOIN source_layout AS layout ON layout.id = source_layout_id
    JOIN source_layout AS base ON base.id = base_layout_id
  WHERE register.id = $1`;

export async function servedRun(client: pg.Client, registerId: string, samplesUrl: string): Promise<ServedRun | undefined> {
  const { rows } = await client.query(findServed, [registerId]);
  const [row] = rows;
  if (!row) return undefined;
  const { sha256, revision, edition, file, fileDate, heldBack, earlierDate, sourceUrl, files, columns } = row;
  const isSample = sourceUrl === samplesUrl;
  const inColumns = columns.flatMap((column) => (typeof column === 'string' ? [] : [column.part]));
  return {
    sha256,
    revision,
    edition: isSample ? null : edition,
    file,
    fileDate,
    heldBack,
    isSample,
    earlierDate: isSample ? null : earlierDate,
    parts: [...inColumns, ...(files ?? []).flatMap(({ parts }) => parts)],
    base: { id: row.baseId, columns: row.base },
  };
}
