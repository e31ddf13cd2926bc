import type pg from 'pg';
import type { ImportRun } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import type { LayoutColumn } from '../data/source-terms.ts';
import type { FoundFile } from './runs.ts';

/** The import whose data is served: what the next one is judged by. */
export interface ServedRun extends Pick<ImportRun, 'sha256' | 'revision' | 'edition' | 'file' | 'fileDate'> {
  /** Invented companies have no day and guard nothing: a real file always takes their place. */
  isSample: boolean;
  /** Which parts of the register it had. */
  parts: readonly string[];
  /** Done by a build that made ids of numbers as they were spelt. */
  isOfOlderBuild: boolean;
  /** What the content hashes of its records are computed by. */
  base: { id: number; columns: readonly LayoutColumn[] } | undefined;
}

type Row = Pick<ImportRun, 'sha256' | 'revision' | 'edition' | 'file' | 'fileDate' | 'sourceUrl' | 'sourceLayoutId'> & {
  files: FoundFile[] | null;
  columns: readonly LayoutColumn[] | null;
  baseId: number | null;
  base: readonly LayoutColumn[] | null;
};

/** A build before this one noted no columns, and left all records with the same. */
const findServed = sql<Row>`
  WITH served AS (SELECT import_run.*, (SELECT layout_id FROM entity WHERE register_id = $1 LIMIT 1) AS any_layout
    FROM register JOIN import_run ON import_run.id = current_run WHERE register.id = $1)
  SELECT served.sha256, revision, edition, file, file_date AS "fileDate", source_url AS "sourceUrl",
    source_layout_id AS "sourceLayoutId", files, layout.columns, base.id AS "baseId", base.columns AS base
  FROM served LEFT JOIN source_layout AS layout ON layout.id = coalesce(source_layout_id, any_layout)
    LEFT JOIN source_layout AS base ON base.id = coalesce(base_layout_id, any_layout)`;

export async function servedRun(client: pg.Client, registerId: string, samplesUrl: string): Promise<ServedRun | undefined> {
  const { rows } = await client.query(findServed, [registerId]);
  const [row] = rows;
  if (!row) return undefined;
  const { sha256, revision, edition, file, fileDate, sourceUrl, sourceLayoutId, files, columns, baseId, base } = row;
  const isSample = sourceUrl === samplesUrl;
  const inColumns = (columns ?? []).flatMap((column) => (typeof column === 'string' ? [] : [column.part]));
  return {
    sha256,
    revision,
    edition: isSample ? null : edition,
    file,
    fileDate,
    isSample,
    parts: [...inColumns, ...(files ?? []).flatMap(({ parts }) => parts)],
    isOfOlderBuild: sourceLayoutId === null,
    base: baseId !== null && base ? { id: baseId, columns: base } : undefined,
  };
}
