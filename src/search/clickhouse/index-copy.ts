import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { readBinary } from '../../database/copy-out.ts';
import { sql } from '../../database/sql.ts';
import { Refusal } from '../../kernel/errors.ts';
import { locks } from '../../kernel/locks.ts';
import { type ClickHouse, clickhouseSql } from './clickhouse.ts';
import { type IndexState, readIndexState } from './index-state.ts';
import { createTables, documentRows, editionRows, ownDocuments } from './tables.ts';

/** The number of segments that are read from PostgreSQL at a time. */
const step = 32;
/** In bytes, of one insert. ClickHouse writes a file for each insert, and works best with few. */
const insertSize = 16 * 1024 * 1024;
/** The most segments that one statement lists. */
const mostNamed = 5_000;
/** In milliseconds: how often and for how long we check whether rows are deleted. */
const cleaning = { pause: 50, limit: 600_000 };

/** COPY takes no parameters; the ids are from the database. */
const copySegments = (ids: readonly string[]) => `COPY (
    SELECT uuid_send(id), texts, ids, facts, activities, other_names, words, addresses
      FROM search_segment
      WHERE id IN ('${ids.join("', '")}')
  ) TO STDOUT (FORMAT binary)`;

type SegmentRow = [
  id: Buffer,
  texts: Buffer,
  ids: Buffer,
  facts: Buffer,
  activities: Buffer,
  otherNames: Buffer,
  words: Buffer,
  addresses: Buffer,
];

const tryLock = sql<{ held: boolean }>`SELECT pg_try_advisory_lock($1) AS held`;
const unlock = sql`SELECT pg_advisory_unlock($1)`;
const lock = sql`SELECT pg_advisory_xact_lock($1)`;

/** The states of the index before and after an import. */
export interface Editions {
  previous: string;
  current: string;
}

/** With the number of copied segments. */
interface Copied extends Editions {
  copied: number;
  segments: number;
}

/**
 * Keeps ClickHouse equal to the search index of PostgreSQL. Documents are written before the import commits; no search reads them
 * until then. Replaced documents are deleted by the next import but one, so the state before the last import stays complete for a
 * replica that is late and after a failover that lost the last import.
 */
export class IndexCopy {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  /** Copies the segments of an import's transaction that ClickHouse lacks. The import holds the lock of the search index. */
  async write(client: pg.Client, side: pg.Client): Promise<Copied> {
    try {
      const [previous, state] = await Promise.all([readIndexState(side), readIndexState(client)]);
      await createTables(this.#clickhouse);
      const written = await this.#written();
      const isRight = (id: string, place: number) => written.get(id) === state.sizes[place];
      const missing = state.segments.filter((id, place) => !isRight(id, place));
      await this.#remove(
        missing.filter((id) => written.has(id)),
        { andWait: true },
      );
      await this.#insert(client, missing);
      await this.#insertEdition(state);
      const { length: segments } = state.segments;
      return { previous: previous.edition, current: state.edition, copied: missing.length, segments };
    } catch (error) {
      throw new Refusal('ClickHouse could not take the search index, so nothing was changed.', { cause: error });
    }
  }

  /** Copies the committed state, for a ClickHouse that is new or has lost documents. */
  async repair(client: pg.Client, side: pg.Client): Promise<Copied> {
    await client.query('BEGIN');
    await client.query(lock, [locks.searchIndex]);
    const copied = await this.write(client, side);
    await client.query('COMMIT');
    await this.tidy(client, copied);
    return copied;
  }

  /** Deletes segments that are neither in the state before an import nor in the one after it. A running import does it later. */
  async tidy(client: pg.Client, { previous, current }: Editions): Promise<void> {
    const { rows } = await client.query(tryLock, [locks.searchIndex]);
    if (!rows[0]?.held) return;
    try {
      const state = await readIndexState(client);
      if (state.edition !== current) return;
      const kept = new Set(await this.#segmentsOf([previous, current]));
      await this.#remove(
        [...(await this.#written()).keys()].filter((id) => !kept.has(id)),
        { andWait: false },
      );
      for (const edition of await this.#editions())
        if (edition !== previous && edition !== current)
          await this.#clickhouse.everywhere(clickhouseSql`ALTER TABLE search_edition DROP PARTITION '${edition}'`);
    } finally {
      await client.query(unlock, [locks.searchIndex]);
    }
  }

  /** How many documents ClickHouse has of each segment. */
  async #written(): Promise<Map<string, number>> {
    const rows = await this.#lists(
      clickhouseSql`SELECT lower(hex(segment)), count() FROM search_document GROUP BY segment FORMAT TSV`,
    );
    return new Map(rows.map(([id = '', documents]) => [id, Number(documents)]));
  }

  async #segmentsOf(editions: string[]): Promise<string[]> {
    const named = editions.map((edition) => `'${edition}'`).join(', ');
    const rows = await this.#lists(
      clickhouseSql`SELECT DISTINCT lower(hex(segment)) FROM search_edition WHERE edition IN (${named}) FORMAT TSV`,
    );
    return rows.map(([id = '']) => id);
  }

  async #editions(): Promise<Set<string>> {
    const lists = await this.#clickhouse.everywhere(clickhouseSql`SELECT DISTINCT edition FROM search_edition FORMAT TSV`);
    return new Set(lists.flatMap((list) => rowsOf(list).map(([edition = '']) => edition)));
  }

  async #insert(client: pg.Client, ids: readonly string[]): Promise<void> {
    let [rows, size]: [Buffer[], number] = [[], 0];
    const flush = async () => {
      if (size > 0) await this.#clickhouse.insert('search_document', Buffer.concat(rows));
      [rows, size] = [[], 0];
    };
    for (let start = 0; start < ids.length; start += step) {
      const read = await readBinary(client, copySegments(ids.slice(start, start + step)));
      for (const [id, texts, ids, facts, activities, otherNames, words, addresses] of read as SegmentRow[]) {
        const documents = documentRows(id, { texts, ids, facts, activities, otherNames, words, addresses });
        rows.push(documents);
        size += documents.length;
      }
      if (size >= insertSize) await flush();
    }
    await flush();
  }

  /** Each server has the whole list, so that it can filter its own documents. A repeated insert does no harm. */
  async #insertEdition({ edition, ids }: IndexState): Promise<void> {
    await this.#clickhouse.insertEverywhere('search_edition', editionRows(edition, ids));
  }

  async #remove(ids: readonly string[], { andWait }: { andWait: boolean }): Promise<void> {
    const table = ownDocuments(this.#clickhouse);
    for (let start = 0; start < ids.length; start += mostNamed) {
      const named = ids.slice(start, start + mostNamed).map((id) => `unhex('${id}')`);
      await this.#clickhouse.everywhere(clickhouseSql`ALTER TABLE ${table} DELETE WHERE segment IN (${named.join(', ')})`);
    }
    if (!andWait || ids.length === 0) return;
    const end = performance.now() + cleaning.limit;
    while (await this.#isCleaning(table)) {
      if (performance.now() > end) throw new Error('ClickHouse does not delete rows: see its table system.mutations.');
      await delay(cleaning.pause);
    }
  }

  async #isCleaning(table: string): Promise<boolean> {
    const lists = await this.#clickhouse.everywhere(clickhouseSql`SELECT count() FROM system.mutations
      WHERE database = currentDatabase() AND table = '${table}' AND is_done = 0 FORMAT TSV`);
    return lists.some((list) => Number(rowsOf(list)[0]?.[0]) > 0);
  }

  async close(): Promise<void> {
    await this.#clickhouse.close();
  }

  async #lists(query: string): Promise<string[][]> {
    return rowsOf(await this.#clickhouse.readForImport(query));
  }
}

const rowsOf = (list: Buffer): string[][] =>
  list
    .toString()
    .split('\n')
    .filter((document) => document !== '')
    .map((document) => document.split('\t'));
