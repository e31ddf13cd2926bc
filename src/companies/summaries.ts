import type { Queries } from '../database/pool.ts';
import { VersionMoved, versionColumn } from './data-version.ts';
import type { Spot } from './search/spots.ts';

export interface Summary {
  id: string;
  countryCode: string;
  canonicalName: string;
  status: string;
  legalForm: string | null;
  registeredAt: Date | null;
  updatedAt: Date;
}

/** The columns of a summary, of the table entity. */
export const summary = `entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status, legal_form AS "legalForm",
  registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt", updated_at AS "updatedAt"`;

/** Records by where they stand among the given buckets, in this order. */
export async function readSummaries(
  pool: Queries,
  version: string,
  buckets: readonly string[],
  spots: readonly Spot[],
): Promise<Summary[]> {
  if (spots.length === 0) return [];
  const { rows } = await pool.query<Summary & { version: string }>({
    name: 'summaries',
    text: `SELECT ${versionColumn} AS version, ${summary}
           FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS wanted (bucket, line, place)
           JOIN search_bucket ON search_bucket.id = bucket
           JOIN entity ON entity.id = encode(substr(ids, line * 16 + 1, 16), 'hex')::uuid ORDER BY place`,
    values: [spots.map(({ bucket }) => buckets[bucket]), spots.map(({ line }) => line)],
  });
  if (rows.length < spots.length || rows.some((row) => row.version !== version)) throw new VersionMoved();
  return rows.map(({ version: _, ...item }) => item);
}
