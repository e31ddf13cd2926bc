import type pg from 'pg';

/** What came of comparing a file with what is served. */
export interface Difference {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

const columns =
  'id, number, canonical_name, status, legal_form, registered_at, content_hash, registry, source_cells, registrations, unlicensed, licensed';

/** Of rows with one number the later wins; tells the numbers and how many rows went. */
export async function dropRepeated(client: pg.Client): Promise<{ rows: number; numbers: string[] }> {
  const { rows } = await client.query(
    `WITH repeated AS (SELECT id, max(line) AS last FROM staged GROUP BY id HAVING count(*) > 1)
     DELETE FROM staged USING repeated WHERE staged.id = repeated.id AND line < last RETURNING number`,
  );
  return { rows: rows.length, numbers: [...new Set(rows.map(({ number }) => number))] };
}

export interface MergeContext {
  registerId: string;
  countryCode: string;
  runId: string;
  layoutId: number;
  importedAt: Date;
}

/** Makes the served records of a register those of the staging table. Only what differs is touched; readers see it all at the commit. */
export async function merge(client: pg.Client, context: MergeContext, current: number, staged: number): Promise<Difference> {
  const { registerId, countryCode, runId, layoutId, importedAt } = context;
  const count = async (sql: string, values: unknown[]) => (await client.query(sql, values)).rowCount ?? 0;

  const removed = await count(
    `WITH gone AS (DELETE FROM entity WHERE register_id = $1 AND NOT EXISTS (SELECT FROM staged WHERE staged.id = entity.id) RETURNING *)
     INSERT INTO tombstone (id, register_id, number, canonical_name, removed_at, import_run_id)
     SELECT id, register_id, number, canonical_name, $2, $3 FROM gone`,
    [registerId, importedAt, runId],
  );
  const changed = await count(
    `UPDATE entity SET (${columns}) = ROW (${columns.replaceAll(/\w+/g, 'staged.$&')}), layout_id = $1, updated_at = $2, import_run_id = $3
     FROM staged WHERE staged.id = entity.id AND (staged.content_hash <> entity.content_hash OR entity.layout_id <> $1)`,
    [layoutId, importedAt, runId],
  );
  const added = await count(
    `INSERT INTO entity (register_id, country_code, updated_at, import_run_id, layout_id, ${columns})
     SELECT $1, $2, $3, $4, $5, ${columns} FROM staged
     ${current > 0 ? 'WHERE NOT EXISTS (SELECT FROM entity WHERE entity.id = staged.id)' : ''}`,
    [registerId, countryCode, importedAt, runId, layoutId],
  );
  // What is back needs no tombstone.
  await client.query('DELETE FROM tombstone USING staged WHERE tombstone.id = staged.id');
  return { added, changed, removed, unchanged: staged - added - changed };
}
