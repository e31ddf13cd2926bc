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

const isWaiting = sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM outbox) AS found`;
const take = sql<Posted>`WITH taken AS (
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT ${batch}) RETURNING *
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

/** Delivers events to their readers, one instance at a time, so that those of a subject stay in order. No crash loses one. */
export function openOutbox({ pool, readers, logger, teardown }: OutboxOptions): void {
  const deliver = async (client: pg.ClientBase): Promise<boolean> => {
    const { rows } = await client.query(take);
    for (const { topics, read } of readers) {
      const events = rows.filter(({ topic }) => topics.includes(topic));
      if (events.length > 0) await read(client, events);
    }
    return rows.length === batch;
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    const { rows } = await pool.query({ name: 'outbox-waiting', text: isWaiting });
    if (!rows[0]?.found) return;
    while (!signal.aborted && (await alone(pool, locks.outbox, deliver))) {}
    for (const reader of readers) reader.wake();
  };
  repeat({ name: 'outbox', everyMs, firstMs: 0, run, logger, teardown });
}
