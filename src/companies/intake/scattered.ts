import type pg from 'pg';
import type { SourceRow } from '../format/company.ts';

/** So many rows are fetched at a time. */
const fetchSize = 2_000;

interface StagedRow {
  id: string;
  line: number;
  cells: SourceRow['cells'];
}

/**
 * Takes the companies out of the staging table that are there several times, because their rows stand apart in the file, and
 * gives the rows of each. A batch of companies must be staged again before the next one is asked for.
 */
export async function* takeScattered(client: pg.Client): AsyncGenerator<StagedRow[][]> {
  await client.query(
    `CREATE TEMPORARY TABLE scattered ON COMMIT DROP AS
     SELECT id, line, source_cells FROM staged WHERE id IN (SELECT id FROM staged GROUP BY id HAVING count(*) > 1)`,
  );
  const { rowCount } = await client.query('DELETE FROM staged WHERE id IN (SELECT id FROM scattered)');
  if (rowCount === 0) return;
  await client.query(
    'DECLARE scattered_row NO SCROLL CURSOR FOR SELECT id, line, source_cells AS cells FROM scattered ORDER BY id, line',
  );
  let open: StagedRow[] = [];
  for (;;) {
    const { rows } = await client.query<StagedRow>(`FETCH ${fetchSize} FROM scattered_row`);
    const companies: StagedRow[][] = [];
    for (const row of rows) {
      if (open.length > 0 && open[0]?.id !== row.id) {
        companies.push(open);
        open = [];
      }
      open.push(row);
    }
    if (rows.length === 0 && open.length > 0) companies.push(open);
    if (companies.length > 0) yield companies;
    if (rows.length === 0) break;
  }
  await client.query('CLOSE scattered_row');
}
