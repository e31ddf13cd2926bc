import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Snapshot } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';

/** A snapshot, as the API returns it. */
export type SnapshotInfo = Omit<Snapshot, 'bytes'> & { bytes: number };

const snapshotColumns = `id, country_code AS "countryCode", data_version AS "dataVersion", cursor, records,
  bytes::float8 AS bytes, sha256, created_at AS "createdAt"`;

/** The folder of all snapshots. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshots');

export const snapshotPath = (folder: string, id: string): string => join(folder, `${id}.ndjson.gz`);

/** There are never more: each country keeps its newest two. */
const maxListed = 1_000;

const listSnapshots = sql<SnapshotInfo>`SELECT ${snapshotColumns} FROM snapshot WHERE $1::text IS NULL OR country_code = $1
  ORDER BY created_at DESC, country_code LIMIT ${maxListed}`;

const findSnapshot = sql<SnapshotInfo>`SELECT ${snapshotColumns} FROM snapshot WHERE id = $1`;

export const snapshotList = (pool: pg.Pool, folder: string) => ({
  /** Newest first. */
  list: async (country: string | undefined): Promise<SnapshotInfo[]> =>
    (await pool.query({ name: 'snapshots', text: listSnapshots, values: [country?.toUpperCase() ?? null] })).rows,

  /** Its file may be missing on this machine: opening it fails then. */
  find: async (id: string): Promise<SnapshotInfo | undefined> => (await pool.query(findSnapshot, [id])).rows[0],

  path: (id: string): string => snapshotPath(folder, id),
});

const lock = sql`SELECT pg_advisory_lock($1, hashtext($2))`;
const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1, hashtext($2)) AS held`;
const unlock = sql`SELECT pg_advisory_unlock($1, hashtext($2))`;

/** Holds the lock of a snapshot while it is made. Its file is no leftover as long as the lock is held. */
export async function withSnapshotLock<Result>(client: pg.Client, id: string, work: () => Promise<Result>): Promise<Result> {
  await client.query(lock, [locks.snapshotSpace, id]);
  try {
    return await work();
  } finally {
    await client.query(unlock, [locks.snapshotSpace, id]);
  }
}

/** Removes the files that killed processes left: files that no process is writing, and that are not listed as complete. */
export async function removeLeftovers(client: pg.Client, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, id, part] = /^([\da-f-]{36})\.ndjson\.gz(\.part)?$/.exec(name) ?? [];
    if (!id) continue;
    const { rows } = await client.query(tryLock, [locks.snapshotSpace, id]);
    if (!rows[0]?.held) continue;
    try {
      const isListed = (await client.query(findSnapshot, [id])).rowCount === 1;
      if (part || !isListed) await rm(join(folder, name), { force: true });
    } finally {
      await client.query(unlock, [locks.snapshotSpace, id]);
    }
  }
}

const withdraw = sql<{ id: string }>`DELETE FROM snapshot WHERE country_code = $1 RETURNING id`;

/** Deletes the snapshots of a country. Returns a function that removes their files: call it after the transaction commits. */
export async function withdrawSnapshots(client: pg.Client, folder: string, countryCode: string): Promise<() => Promise<void>> {
  const { rows } = await client.query(withdraw, [countryCode]);
  return async () => {
    for (const { id } of rows) await rm(snapshotPath(folder, id), { force: true });
  };
}
