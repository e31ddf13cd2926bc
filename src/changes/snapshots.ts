import { join } from 'node:path';
import type pg from 'pg';
import type { Snapshot } from '../database/client.ts';
import { sql } from '../database/sql.ts';

/** A snapshot, as the API returns it. */
export type SnapshotInfo = Omit<Snapshot, 'bytes'> & { bytes: number };

const snapshotColumns = `id, country_code AS "countryCode", data_version AS "dataVersion", cursor, records,
  bytes::float8 AS bytes, sha256, created_at AS "createdAt"`;

/** The folder of all snapshots. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshots');

export const snapshotPath = (folder: string, id: string): string => join(folder, `${id}.ndjson.gz`);

/** There are never more: each country keeps its newest two. */
const mostListed = 1_000;

const listSnapshots = sql<SnapshotInfo>`SELECT ${snapshotColumns} FROM snapshot WHERE $1::text IS NULL OR country_code = $1
  ORDER BY created_at DESC, country_code LIMIT ${mostListed}`;

const findSnapshot = sql<SnapshotInfo>`SELECT ${snapshotColumns} FROM snapshot WHERE id = $1`;

export class Snapshots {
  readonly #pool: pg.Pool;
  readonly #folder: string;

  constructor(pool: pg.Pool, folder: string) {
    this.#pool = pool;
    this.#folder = folder;
  }

  /** Newest first. */
  async list(country: string | undefined): Promise<SnapshotInfo[]> {
    const values = [country?.toUpperCase() ?? null];
    const { rows } = await this.#pool.query({ name: 'snapshots', text: listSnapshots, values });
    return rows;
  }

  /** Its file may be missing on this machine: opening it fails then. */
  async find(id: string): Promise<SnapshotInfo | undefined> {
    const { rows } = await this.#pool.query(findSnapshot, [id]);
    return rows[0];
  }

  path(id: string): string {
    return snapshotPath(this.#folder, id);
  }
}
