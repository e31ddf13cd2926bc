import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import type { ChangeSet, Country } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { exportRecords } from '../records/index.ts';
import { beginning, cursorOf } from './cursor.ts';
import { removeLeftovers, type SnapshotInfo, snapshotPath, withSnapshotLock } from './snapshots.ts';

interface SnapshotOptions {
  /** A connection without the time limits of a request. */
  client: pg.Client;
  folder: string;
  registers: Parameters<typeof exportRecords>[2];
  /** Unset: every country that is served. */
  country?: string | undefined;
  now(): Date;
  /** Aborted when the command is interrupted: the snapshot under way is given up, without its file. */
  signal?: AbortSignal | undefined;
  /** Called for each finished snapshot. */
  made(snapshot: SnapshotInfo): void;
}

/** The number of snapshots that each country keeps. */
const keptSnapshots = 2;

const listCountries = sql<Pick<Country, 'code'>>`
  SELECT code FROM country WHERE enabled AND ($1::text IS NULL OR code = $1) ORDER BY code`;

const insertSnapshot = sql`INSERT INTO snapshot (id, country_code, data_version, cursor, records, bytes, sha256, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/**
 * Writes a file with all records of each country. It reads one state of the database and locks nothing, so no import waits
 * for it.
 */
export async function makeSnapshots(options: SnapshotOptions): Promise<void> {
  const { client, folder, country, made } = options;
  await mkdir(folder, { recursive: true });
  await removeLeftovers(client, folder);
  const { rows } = await client.query(listCountries, [country ?? null]);
  for (const { code } of rows) {
    options.signal?.throwIfAborted();
    const id = randomUUID();
    const snapshot = await withSnapshotLock(client, id, async () => {
      const made = await makeSnapshot(id, code, options);
      const { dataVersion, cursor, records, bytes, sha256, createdAt } = made;
      await client.query(insertSnapshot, [id, code, dataVersion, cursor, records, bytes, sha256, createdAt]);
      return made;
    });
    await dropOlder(client, folder, code);
    made(snapshot);
  }
}

const findHead = sql<Pick<ChangeSet, 'version' | 'epoch' | 'size'>>`
  SELECT version, epoch, size FROM change_set ORDER BY version DESC LIMIT 1`;

async function makeSnapshot(id: string, countryCode: string, options: SnapshotOptions): Promise<SnapshotInfo> {
  const { client, folder, registers, now } = options;
  const createdAt = now();
  const sha256 = createHash('sha256');
  const path = snapshotPath(folder, id);
  let bytes = 0;
  let records = 0;
  const lines = async function* () {
    for await (const batch of exportRecords(client, countryCode, registers)) {
      records += batch.length;
      yield batch.map((record) => `${JSON.stringify(record)}\n`).join('');
    }
  };
  const weigh = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  try {
    const { rows } = await client.query(findHead);
    const head = rows[0] ? { ...rows[0], position: rows[0].size } : beginning;
    const file = await open(`${path}.part`, 'wx');
    await untilInterrupted(options, () => pipeline(Readable.from(lines()), createGzip(), weigh, file.createWriteStream()));
    await rename(`${path}.part`, path);
    const found = { id, countryCode, dataVersion: head.version, cursor: cursorOf(head), records };
    return { ...found, bytes, sha256: sha256.digest('hex'), createdAt };
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw error;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** A statement can wait for long. If the command is interrupted meanwhile, its connection is closed, so that it fails at once. */
async function untilInterrupted({ client, signal }: SnapshotOptions, work: () => Promise<void>): Promise<void> {
  const stop = () => void client.end().catch(() => {});
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    await work();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const dropSnapshots = sql<Pick<SnapshotInfo, 'id'>>`DELETE FROM snapshot WHERE id IN
  (SELECT id FROM snapshot WHERE country_code = $1 ORDER BY created_at DESC, id OFFSET ${keptSnapshots}) RETURNING id`;

/** A running download continues, because its file is open. */
async function dropOlder(client: pg.Client, folder: string, countryCode: string): Promise<void> {
  for (const { id } of (await client.query(dropSnapshots, [countryCode])).rows)
    await rm(snapshotPath(folder, id), { force: true });
}
