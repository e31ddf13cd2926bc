import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';
import { documentColumns, readColumns } from '../segments/segment-columns.ts';
import { type ClickHouse, clickhouseSql, unhexed } from './clickhouse.ts';
import { readIndexState } from './index-state.ts';
import { createTables, documentRows, editionRows, ownDocuments } from './tables.ts';

const segmentsPerRead = 32;
/** ClickHouse writes a file for each insert, and works best with few. */
const minInsertBytes = 16 * 1024 * 1024;
/** The segments that one statement may list. */
const maxListedSegments = 5_000;
/** How often and for how long we check whether rows are deleted. */
const [cleaningPauseMs, cleaningLimitMs] = [50, 600_000];

const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1) AS held`;
const unlock = sql`SELECT pg_advisory_unlock($1)`;
const lock = sql`SELECT pg_advisory_xact_lock($1)`;

/** The states of the index before and after an import. */
export interface Editions {
  previous: string;
  current: string;
}

export type IndexCopy = ReturnType<typeof indexCopyIn>;

/**
 * Keeps ClickHouse equal to the search index of PostgreSQL. Documents are written before the import commits; no search reads them
 * until then. Replaced documents are deleted by the next import but one, so the state before the last import stays complete for a
 * replica that is late and after a failover that lost the last import.
 */
export function indexCopyIn(clickhouse: ClickHouse) {
  const table = ownDocuments(clickhouse);

  /** How many documents ClickHouse has of each segment. */
  async function writtenDocuments(): Promise<Map<string, number>> {
    const list = await clickhouse.readForImport(
      clickhouseSql`SELECT lower(hex(segment)), count() FROM search_document GROUP BY segment FORMAT TSV`,
    );
    return new Map(rowsOf(list).map(([id = '', documents]) => [id, Number(documents)]));
  }

  async function insert(client: pg.Client, segments: readonly string[]): Promise<void> {
    let rows: Buffer[] = [];
    for (let start = 0; start < segments.length; start += segmentsPerRead) {
      const some = segments.slice(start, start + segmentsPerRead);
      for (const { id, ...packed } of await readColumns(client, some, { id: 'uuid_send(id)', ids: 'ids', ...documentColumns }))
        rows.push(documentRows(id, packed));
      const bytes = rows.reduce((sum, { length }) => sum + length, 0);
      if (bytes < minInsertBytes && start + segmentsPerRead < segments.length) continue;
      await clickhouse.insert('search_document', Buffer.concat(rows));
      rows = [];
    }
  }

  async function remove(segments: readonly string[], { andWait }: { andWait: boolean }): Promise<void> {
    for (let start = 0; start < segments.length; start += maxListedSegments) {
      const listed = segments.slice(start, start + maxListedSegments).map(unhexed);
      await clickhouse.everywhere(clickhouseSql`ALTER TABLE ${table} DELETE WHERE segment IN (${listed.join(', ')})`);
    }
    if (!andWait || segments.length === 0) return;
    const end = performance.now() + cleaningLimitMs;
    while (await isCleaning()) {
      if (performance.now() > end) throw new Error('ClickHouse does not delete rows: see its table system.mutations.');
      await delay(cleaningPauseMs);
    }
  }

  async function isCleaning(): Promise<boolean> {
    const lists = await clickhouse.everywhere(clickhouseSql`SELECT count() FROM system.mutations
      WHERE database = currentDatabase() AND table = '${table}' AND is_done = 0 FORMAT TSV`);
    return lists.some((list) => Number(rowsOf(list)[0]?.[0]) > 0);
  }

  /** Copies the segments of an import's transaction that ClickHouse lacks. The import holds the lock of the search index. */
  async function write(client: pg.Client, side: pg.Client): Promise<Editions & { copied: number; segments: number }> {
    try {
      const [{ edition: previous }, { edition, ids, segments, sizes }] = await Promise.all([
        readIndexState(side),
        readIndexState(client),
      ]);
      await createTables(clickhouse);
      const written = await writtenDocuments();
      const missing = segments.filter((id, place) => written.get(id) !== sizes[place]);
      const wrong = missing.filter((id) => written.has(id));
      await remove(wrong, { andWait: true });
      await insert(client, missing);
      // Each server has the whole list, so that it can filter its own documents. A repeated insert does no harm.
      await clickhouse.insertEverywhere('search_edition', editionRows(edition, ids));
      return { previous, current: edition, copied: missing.length, segments: segments.length };
    } catch (error) {
      throw new Refusal('ClickHouse could not take the search index, so nothing was changed.', { cause: error });
    }
  }

  /** Deletes segments that are neither in the state before an import nor in the one after it. A running import does it later. */
  async function tidy(client: pg.Client, { previous, current }: Editions): Promise<void> {
    const { rows } = await client.query(tryLock, [locks.searchIndex]);
    if (!rows[0]?.held) return;
    try {
      const { edition: latest } = await readIndexState(client);
      if (latest !== current) return;
      const list = await clickhouse.readForImport(clickhouseSql`SELECT DISTINCT lower(hex(segment)) FROM search_edition
        WHERE edition IN ('${previous}', '${current}') FORMAT TSV`);
      const kept = new Set(rowsOf(list).map(([id]) => id));
      const left = [...(await writtenDocuments()).keys()].filter((id) => !kept.has(id));
      await remove(left, { andWait: false });
      const lists = await clickhouse.everywhere(clickhouseSql`SELECT DISTINCT edition FROM search_edition FORMAT TSV`);
      for (const edition of new Set(lists.flatMap(rowsOf).map(([name]) => name)))
        if (edition !== previous && edition !== current)
          await clickhouse.everywhere(clickhouseSql`ALTER TABLE search_edition DROP PARTITION '${edition}'`);
    } finally {
      await client.query(unlock, [locks.searchIndex]);
    }
  }

  return {
    write,
    tidy,

    /** Copies the committed state, for a ClickHouse that is new or has lost documents. */
    async repair(client: pg.Client, side: pg.Client) {
      await client.query('BEGIN');
      await client.query(lock, [locks.searchIndex]);
      const copied = await write(client, side);
      await client.query('COMMIT');
      await tidy(client, copied);
      return copied;
    },

    close: () => clickhouse.close(),
  };
}

const rowsOf = (list: Buffer): string[][] =>
  list
    .toString()
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t'));
