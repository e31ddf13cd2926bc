import type pg from 'pg';
import { olderBuilds } from '../../database/builds.ts';
import type { Entity } from '../../database/client.ts';
import { fetchBatches } from '../../database/cursor.ts';
import { applyDeferred, type Migration } from '../../database/migrations.ts';
import { sql } from '../../database/sql.ts';
import type { IndexCopy } from '../clickhouse/index-copy.ts';
import { readFolding } from '../data/data-version.ts';
import type { Registration } from '../format/company.ts';
import { foldingOf, type NumberRules, newestFolding } from '../format/search-text.ts';
import { createRefolded, indexRefolded } from '../indexing/search-index.ts';
import { raiseVersion } from './erasure.ts';
import { tryLockRegister } from './lock.ts';

/** The number of records that are folded at a time. */
const batchSize = 2_000;

interface RefoldingParts {
  client: pg.Client;
  /** A second connection, which sees only committed data. */
  side: pg.Client;
  registers: readonly (NumberRules & { id: string })[];
  /** The deferred migration that enables the folding. */
  migration: Migration;
  /** Run even if builds with the old folding may be running. They become unready as soon as it is done. */
  isForced: boolean;
  indexCopy?: Pick<IndexCopy, 'write' | 'tidy'> | undefined;
  progress(phase: string, rows: number, share: number): void;
}

/** The result: how many records have a new text, or why the refolding has to wait. */
export type Refolded = { records: number } | { waitsFor: string[] };

const unlockAll = sql`SELECT pg_advisory_unlock_all()`;

/**
 * Rewrites the search index in the newest folding, in one transaction. Searches use the old one until it commits. Builds that
 * have only the old folding would give wrong results afterwards, so nothing is done while such a build or an import is running.
 */
export async function refold(parts: RefoldingParts): Promise<Refolded> {
  const { rows } = await parts.client.query(readFolding);
  if (rows[0]?.folding === newestFolding) return { records: 0 };
  try {
    return await refoldLocked(parts);
  } finally {
    await parts.client.query(unlockAll);
  }
}

async function refoldLocked(parts: RefoldingParts): Promise<Refolded> {
  const { client, side, registers, migration, isForced, indexCopy } = parts;
  const older = async (): Promise<string[]> => (isForced ? [] : olderBuilds(side, migration.name));
  const waitsFor = await older();
  for (const { id } of registers) if (!(await tryLockRegister(client, id))) waitsFor.push(`an import of ${id}`);
  if (waitsFor.length > 0) return { waitsFor };
  await client.query('BEGIN');
  await client.query("SET LOCAL work_mem = '256MB'; SET LOCAL jit = off");
  const records = await foldAll(parts);
  if (records > 0) await indexRefolded(client, (done) => parts.progress('indexing', done, 0.5 + done / (4 * records)));
  const editions = await indexCopy?.write(client, side);
  await applyDeferred(client, migration);
  await client.query(raiseVersion);
  // An older build may have started in the meantime.
  const newcomers = await older();
  await client.query(newcomers.length > 0 ? 'ROLLBACK' : 'COMMIT');
  if (newcomers.length > 0) return { waitsFor: newcomers };
  await client.query('VACUUM (ANALYZE) search_bucket').catch(() => {});
  if (editions) await indexCopy?.tidy(client, editions).catch(() => {});
  return { records };
}

type Row = Pick<Entity, 'id' | 'registerId' | 'number' | 'searchText'> & { name: string; registrations: Registration[] };

const countRecords = sql<{ records: number }>`SELECT count(*)::int AS records FROM entity`;
const listRecords = sql<Row>`SELECT id, register_id AS "registerId", canonical_name AS name, number, registrations,
    search_text AS "searchText" FROM entity`;

const insertRefolded = sql`INSERT INTO refolded SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])`;
const updateRecords = sql`UPDATE entity SET search_text = new_text FROM refolded WHERE entity.id = refolded.id`;

/** Folds the texts of all records, writes those that change to the table "refolded", and returns their number. */
async function foldAll({ client, registers, progress }: RefoldingParts): Promise<number> {
  const { rows: counts } = await client.query(countRecords);
  await client.query(createRefolded);
  const folding = foldingOf(newestFolding);
  const rules = new Map(registers.map((register) => [register.id, register]));
  let read = 0;
  for await (const rows of fetchBatches(client, { name: 'refolding', text: listRecords }, batchSize)) {
    const changed = rows.flatMap((row) => {
      const register = rules.get(row.registerId);
      const text = register ? folding.text(row, register) : row.searchText;
      return text === row.searchText ? [] : [{ ...row, text }];
    });
    if (changed.length > 0) {
      const columns = [changed.map(({ id }) => id), changed.map(({ searchText }) => searchText), changed.map(({ text }) => text)];
      await client.query(insertRefolded, columns);
    }
    read += rows.length;
    progress('folding', read, read / (2 * (counts[0]?.records || 1)));
  }
  await client.query('ANALYZE refolded');
  const { rowCount } = await client.query(updateRecords);
  return rowCount ?? 0;
}
