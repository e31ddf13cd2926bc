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
  /** Whether an older build imported it, which made ids from numbers that were not normalized. */
  isOfOlderBuild: boolean;
  /** The columns that the content hashes of its records are computed from. */
  base: { id: number; columns: readonly LayoutColumn[] } | undefined;
}

type Row = Pick<
  ImportRun,
  'sha256' | 'revision' | 'edition' | 'file' | 'fileDate' | 'heldBack' | 'sourceUrl' | 'sourceLayoutId'
> & {
  earlierDate: string | null;
  files: FoundFile[] | null;
  columns: readonly LayoutColumn[] | null;
  baseId: number | null;
  base: readonly LayoutColumn[] | null;
};

/** An older build stored no columns for an import; all of its records have the same. */
const findServed = sql<Row>`
  WITH served AS (SELECT import_run.*, (SELECT layout_id FROM entity WHERE register_id = $1 LIMIT 1) AS any_layout
    FROM register JOIN import_run ON import_run.id = current_run WHERE register.id = $1)
  SELECT served.sha256, revision, edition, file, file_date AS "fileDate", held_back AS "heldBack",
    (SELECT earlier.file_date FROM import_run AS earlier
      WHERE register_id = $1 AND file_date IS NOT NULL AND imported_at < served.imported_at
      ORDER BY imported_at DESC LIMIT 1) AS "earlierDate", source_url AS "sourceUrl",
    source_layout_id AS "sourceLayoutId", files, layout.columns, base.id AS "baseId", base.columns AS base
  FROM served LEFT JOIN source_layout AS layout ON layout.id = coalesce(source_layout_id, any_layout)
    LEFT JOIN source_layout AS base ON base.id = coalesce(base_layout_id, any_layout)`;

export async function servedRun(client: pg.Client, registerId: string, samplesUrl: string): Promise<ServedRun | undefined> {
  const { rows } = await client.query(findServed, [registerId]);
  const [row] = rows;
  if (!row) return undefined;
  const { sha256, revision, edition, file, fileDate, heldBack, earlierDate, sourceUrl, sourceLayoutId, files, columns } = row;
  const { baseId, base } = row;
  const isSample = sourceUrl === samplesUrl;
  const inColumns = (columns ?? []).flatMap((column) => (typeof column === 'string' ? [] : [column.part]));
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
    isOfOlderBuild: sourceLayoutId === null,
    base: baseId !== null && base ? { id: baseId, columns: base } : undefined,
  };
}
