import type pg from 'pg';
import { fetchBatches } from '../../database/cursor.ts';
import { sql } from '../../database/sql.ts';
import type { SourceRow } from '../format/company.ts';

/** The number of rows that are fetched at a time. */
const fetchSize = 2_000;

interface StagedRow {
  id: string;
  line: number;
  number: string;
  cells: SourceRow['cells'];
}

const createTable = sql`
  CREATE TEMPORARY TABLE scattered (
    id UUID NOT NULL, line INTEGER NOT NULL, number TEXT NOT NULL, source_cells JSON NOT NULL
  ) ON COMMIT DROP`;

const copyScattered = sql`INSERT INTO scattered
  SELECT id, line, number, source_cells FROM staged WHERE id IN (SELECT id FROM staged GROUP BY id HAVING count(*) > 1)`;

const unstageScattered = sql`DELETE FROM staged WHERE id IN (SELECT id FROM scattered)`;

const listScattered = sql<StagedRow>`SELECT id, line, number, source_cells AS cells FROM scattered ORDER BY id, line`;

/**
 * Removes from the staging table the companies that have several rows in it, and returns the rows of each. Such rows are not
 * next to each other in the file. The caller stages a batch of companies again before it takes the next one.
 */
export async function* takeScattered(client: pg.Client): AsyncGenerator<StagedRow[][]> {
  await client.query(createTable);
  await client.query(copyScattered);
  const { rowCount } = await client.query(unstageScattered);
  if (rowCount === 0) return;
  let open: StagedRow[] = [];
  for await (const rows of fetchBatches(client, { name: 'scattered_row', text: listScattered }, fetchSize)) {
    const companies: StagedRow[][] = [];
    for (const row of rows) {
      if (open.length > 0 && open[0]?.id !== row.id) {
        companies.push(open);
        open = [];
      }
      open.push(row);
    }
    if (companies.length > 0) yield companies;
  }
  yield [open];
}
