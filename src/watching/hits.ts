import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { cursorOf } from '../changes/index.ts';
import type { Companies } from '../companies/index.ts';
import type { ChangeSet, WatchProgress } from '../database/client.ts';
import { isUnreachable } from '../database/outage.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Logger } from '../kernel/logging.ts';
import { type Announcement, announceAll } from '../webhooks/index.ts';
import { insertFilterHits } from './filter-hits.ts';
import { type HitList, hitLists } from './hit-lists.ts';

/** In milliseconds: after this it tries again, if another instance is at work or the database is away. */
const retryInterval = 500;

const readProgress = sql<Pick<WatchProgress, 'version'> & { newest: ChangeSet['version'] | null }>`
  SELECT version, (SELECT max(version) FROM change_set) AS newest FROM watch_progress`;
const lockProgress = sql<Pick<WatchProgress, 'version'>>`SELECT version FROM watch_progress FOR UPDATE SKIP LOCKED`;
const findNext = sql<Pick<ChangeSet, 'version' | 'size' | 'epoch'>>`
  SELECT version, size, epoch FROM change_set WHERE version > $1 ORDER BY version LIMIT 1`;
/** The time depends on the number of changes: each one looks up the lists that have its company. Returns the lists with hits. */
const insertHits = sql<HitList>`WITH ${hitLists(`
  SELECT list_id, version, position, at, NULL::bytea FROM change JOIN watched_company USING (entity_id)
    JOIN watch_list ON watch_list.id = list_id
  WHERE version = $1 FOR KEY SHARE OF watch_list`)}`;
const saveProgress = sql`UPDATE watch_progress SET version = $1`;

interface HitsParts {
  pool: pg.Pool;
  dataVersion: Companies['services']['dataVersion'];
  changedMatches: Pick<Companies['changedMatches'], 'of'>;
  logger: Logger;
}

/**
 * Finds what imports changed of watched companies and of what fits watched filters, and queues a message about each list. Of all
 * instances one at a time does it, import by import, each in one transaction. All others wait until it is done. It emits `moved`
 * when this instance can read the hits of an import.
 */
export class Hits extends EventEmitter<{ moved: [version: string] }> {
  readonly #parts: HitsParts;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;
  /** An import was noticed since the work looked for the newest. */
  #isStale = false;

  constructor(parts: HitsParts) {
    super();
    this.#parts = parts;
  }

  watch(): void {
    this.#parts.dataVersion.on('moved', () => this.#begin());
    this.#begin();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  /** Up to which version the hits are found. */
  async upTo(): Promise<number> {
    return (await this.#parts.pool.query(readProgress)).rows[0]?.version ?? 0;
  }

  #begin(): void {
    this.#isStale = true;
    this.#work ??= this.#catchUp().finally(() => {
      this.#work = undefined;
    });
  }

  async #catchUp(): Promise<void> {
    const { signal } = this.#closing;
    let hasFailed = false;
    while (!signal.aborted && this.#isStale) {
      this.#isStale = false;
      const isDone = await this.#all().catch((error: unknown) => {
        // Readiness reports a database that is away. Anything else is logged once.
        if (!isUnreachable(error) && !hasFailed)
          this.#parts.logger.warn({ err: error }, 'watch lists could not be brought up to date, and are tried again');
        hasFailed = true;
        return false;
      });
      if (isDone) continue;
      this.#isStale = true;
      await setTimeout(retryInterval, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Whether the hits of every import are found, by this instance or by another. */
  async #all(): Promise<boolean> {
    while (!this.#closing.signal.aborted && (await this.#next())) {}
    const { version = 0, newest = 0 } = (await this.#parts.pool.query(readProgress)).rows[0] ?? {};
    if (version < (newest ?? 0)) return false;
    this.emit('moved', String(version));
    return true;
  }

  /** Finds the hits of the next import. Returns whether there was one, and no other instance was at work. */
  #next(): Promise<boolean> {
    return inTransaction(this.#parts.pool, async (client) => {
      const { rows: locked } = await client.query(lockProgress);
      const { rows: next } = locked[0] ? await client.query(findNext, [locked[0].version]) : { rows: [] };
      if (!next[0]) return false;
      const { version, size, epoch } = next[0];
      const { rows: listed } = await client.query(insertHits, [version]);
      const lists = [...listed, ...(await insertFilterHits(client, version, this.#parts.changedMatches))];
      const since = cursorOf({ version, position: 0, epoch });
      const cursor = cursorOf({ version, position: size, epoch });
      const said = lists.map(({ id, accountId, hits }) => announcement(accountId, { listId: id, since, cursor, count: hits }));
      await announceAll(client, said);
      await client.query(saveProgress, [version]);
      return true;
    });
  }
}

const announcement = (accountId: string, data: Announcement['data'] & { listId: string }): Announcement => ({
  accountId,
  type: 'watch_list.changed',
  subject: data.listId,
  listId: data.listId,
  data,
});
