import type pg from 'pg';
import type { OutboxEvent } from '../database/client.ts';
import { type Statement, sql } from '../database/sql.ts';
import { locks } from '../kernel/locks.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { alone } from './alone.ts';
import { repeat } from './repeat.ts';

/** Something that happened, and what the readers of its topic do is still to be done. */
export interface Posted extends Pick<OutboxEvent, 'topic' | 'accountId' | 'subject'> {
  data: Record<string, string | number | null>;
}

/** A feature that does something about what happened to others. */
export interface OutboxReader {
  topics: readonly string[];
  /** Writes down what follows, in the transaction that deletes the events. They are in the order in which they happened. */
  read(client: pg.ClientBase, events: readonly Posted[]): Promise<void>;
  /** Called after the commit. */
  wake(): void;
}

/** How often the outbox is looked at, and how many events are read in one transaction. */
const [everyMs, batch] = [500, 500];
/** A topic whose reader failed is tried again after ever longer pauses, up to this one. */
const maxPauseMs = 300_000;

/** Events of a topic, as SQL. Each row of `from` is one, and has its account. */
interface Posting {
  topic: string;
  /** What it is about. Readers merge events of one subject. */
  subject: string;
  data: string;
  from: string;
  /** A query before, for `from`. */
  with?: string;
}

/** Makes a statement that posts events. Run it in the transaction of their cause, so that neither exists without the other. */
export const posting = ({ topic, subject, data, from, ...parts }: Posting): Statement<Record<never, never>> =>
  sql`${parts.with ? `WITH ${parts.with} ` : ''}INSERT INTO outbox (topic, account_id, subject, data)
    SELECT '${topic}', account_id, ${subject}, ${data} FROM ${from}`;

const listTopics = sql<Pick<OutboxEvent, 'topic'>>`SELECT topic FROM outbox GROUP BY topic ORDER BY min(id)`;
const take = sql<Posted>`WITH taken AS (
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE topic = $1 ORDER BY id LIMIT ${batch}) RETURNING *
  ) SELECT topic, account_id AS "accountId", subject, data FROM taken ORDER BY id`;
const retractEvents = sql`DELETE FROM outbox WHERE account_id = $1 AND subject = $2`;

/** Deletes what waits about a subject that is no longer there, in the transaction of the caller. */
export async function retract(client: pg.ClientBase, accountId: string, subject: string): Promise<void> {
  await client.query(retractEvents, [accountId, subject]);
}

interface OutboxOptions {
  pool: pg.Pool;
  readers: readonly OutboxReader[];
  logger: Logger;
  teardown: Teardown;
}

/**
 * Delivers events to their readers, one instance at a time, so that those of a subject stay in order. No crash loses one. A
 * reader that fails holds up its topic alone.
 */
export function openOutbox({ pool, readers, logger, teardown }: OutboxOptions): void {
  /** The topics that failed, how often in a row, and from when on they are tried again. */
  const failed = new Map<string, { times: number; nextMs: number }>();

  /** Returns false if another instance reads the outbox now. */
  const readTopic = async (topic: string, signal: AbortSignal): Promise<boolean> => {
    const readBatch = async (client: pg.ClientBase): Promise<boolean> => {
      const { rows } = await client.query(take, [topic]);
      for (const { topics, read } of readers) if (rows.length > 0 && topics.includes(topic)) await read(client, rows);
      return rows.length === batch;
    };
    let hasMore: boolean | undefined = true;
    while (!signal.aborted && hasMore) hasMore = await alone(pool, locks.outbox, readBatch);
    if (hasMore === false) failed.delete(topic);
    return hasMore !== undefined;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    const { rows } = await pool.query({ name: 'outbox-topics', text: listTopics });
    const errors: unknown[] = [];
    for (const { topic } of rows) {
      const { times, nextMs } = failed.get(topic) ?? { times: 0, nextMs: 0 };
      if (performance.now() < nextMs) continue;
      const isAlone = await readTopic(topic, signal).catch((error) => {
        failed.set(topic, { times: times + 1, nextMs: performance.now() + Math.min(everyMs * 2 ** times, maxPauseMs) });
        errors.push(error);
        return true;
      });
      // The later topics are left to the other instance too, so that a reader of several gets them in order.
      if (!isAlone) break;
    }
    if (rows.length > 0) for (const reader of readers) reader.wake();
    if (errors.length > 0) throw errors[0];
  };
  repeat({ name: 'outbox', everyMs, firstMs: 0, run, logger, teardown });
}
