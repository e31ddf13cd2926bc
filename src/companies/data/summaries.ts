import type pg from 'pg';
import type { Entity } from '../../database/client.ts';
import { VersionMoved, versionColumn } from './data-version.ts';

/** What a page of results has of a record. */
export type Summary = Pick<
  Entity,
  'id' | 'countryCode' | 'canonicalName' | 'status' | 'legalForm' | 'registeredAt' | 'updatedAt'
>;

/** The columns of a summary, in the table entity. */
export const summaryColumns = `entity.id, country_code AS "countryCode", canonical_name AS "canonicalName", status,
  legal_form AS "legalForm", registered_at::timestamp AT TIME ZONE 'UTC' AS "registeredAt", updated_at AS "updatedAt"`;

/** Where the id of a record is stored: a bucket of the search index, and a line in it. */
interface IndexPlace {
  bucketId: string;
  line: number;
}

/** The records at these places of the search index, in this order. */
export async function readSummaries(pool: pg.Pool, version: string, places: readonly IndexPlace[]): Promise<Summary[]> {
  if (places.length === 0) return [];
  const { rows } = await pool.query<Summary & { version: string }>({
    name: 'summaries',
    text: `SELECT ${versionColumn} AS version, ${summaryColumns}
           FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS wanted (bucket, line, place)
           JOIN search_bucket ON search_bucket.id = bucket
           JOIN entity ON entity.id = encode(substr(ids, line * 16 + 1, 16), 'hex')::uuid ORDER BY place`,
    values: [places.map(({ bucketId }) => bucketId), places.map(({ line }) => line)],
  });
  if (rows.length < places.length || rows.some((row) => row.version !== version)) throw new VersionMoved();
  return rows.map(({ version: _, ...item }) => item);
}
