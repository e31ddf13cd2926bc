import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { repeat } from '../background/repeat.ts';
import type { Companies } from '../companies/index.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { FilterHits } from './filter-hits.ts';
import { announceHits } from './hit-lists.ts';
import { listProgress, saveLane, takeLane, wholeProgress } from './lanes.ts';
import { hitLimits } from './limits.ts';

/** After this it tries again, if another instance is at work or the database is away. */
const retryMs = 500;

/** The time depends on the number of changes: each one looks up the lists that have its company. */
const insertHits = sql`INSERT INTO watch_hit (list_id, version, position, at, earlier)
  SELECT list_id, version, position, at, NULL FROM change JOIN watched_company USING (entity_id)
    JOIN watch_list ON watch_list.id = list_id
  WHERE version = $1 AND position > $2 AND position <= $3 FOR KEY SHARE OF watch_list ON CONFLICT DO NOTHING`;

interface HitsParts {
  pool: pg.Pool;
  dataVersion: Companies['services']['dataVersion'];
  changedMatches: Pick<Companies['changedMatches'], 'ask' | 'of' | 'forget'>;
  logger: Logger;
}

/**
 * Finds what imports changed of watched companies and of what fits watched filters, and queues a message about each list. Of each
 * lane one instance at a time does it, import by import, some thousand changes in one transaction. If it is killed, any instance
 * goes on from there. It emits `moved` when this instance can read the hits of an import.
 */
export class Hits extends EventEmitter<{ moved: [progress: string] }> {
  readonly #parts: HitsParts;
  readonly #filterHits: FilterHits;
  /** The progress that was last emitted. */
  #mark = '';

  constructor(parts: HitsParts) {
    super();
    this.#parts = parts;
    this.#filterHits = new FilterHits(parts.changedMatches);
  }

  watch(teardown: Teardown): void {
    const { dataVersion, logger } = this.#parts;
    const run = (signal: AbortSignal) => this.#all(signal);
    const finding = repeat({ name: 'hits of watch lists', firstMs: 0, retryMs, run, logger, teardown });
    dataVersion.on('moved', () => finding.wake());
  }

  /** Up to which version the hits of a list are found. */
  upTo(listId: string): Promise<number> {
    return listProgress(this.#parts.pool, listId);
  }

  /** Whether the hits of every import are found, by this instance or by another. */
  async #all(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && (await this.#next())) {}
    this.#filterHits.forget();
    return this.#look();
  }

  /** Tells of what was found since the last look, by any instance. Returns whether all of it is found. */
  async #look(): Promise<boolean> {
    const { isDone, mark } = await wholeProgress(this.#parts.pool);
    if (mark !== this.#mark) this.emit('moved', mark);
    this.#mark = mark;
    return isDone;
  }

  /** Finds the hits among the next changes. Returns whether there were any that no other instance looks at. */
  async #next(): Promise<boolean> {
    const taken = await inTransaction(this.#parts.pool, async (client) => {
      const lane = await takeLane(client);
      if (!lane) return undefined;
      const { accountId, version, position, size } = lane;
      const upTo = Math.min(position + hitLimits.changes, size);
      if (!accountId) await client.query(insertHits, [version, position, upTo]);
      await this.#filterHits.insert(client, lane, upTo);
      if (upTo === size) await announceHits(client, lane);
      await saveLane(client, lane, upTo);
      return { isWhole: upTo === size };
    });
    if (taken?.isWhole) await this.#look();
    return taken !== undefined;
  }
}
