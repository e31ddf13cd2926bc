import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../kernel/running/deadline.ts';

/** PostgreSQL's code for a violated foreign key. */
const accountGone = '23503';
const attempts = 5;

interface BatchWriterOptions<Batch> {
  /** The pause before the last write is tried again. */
  retryMs: number;
  /** How long the last write is tried when the service stops. */
  lastWriteLimitMs: number;
  empty(number: number): Batch;
  /** Called before a batch is closed: adds to it what waits elsewhere. */
  complete?(): void;
  isEmpty(batch: Batch): boolean;
  /** Writes a batch to the database. A batch that was written before must change nothing. */
  insert(batch: Batch): Promise<void>;
}

/**
 * Writes to the database in batches, because a statement for each request would be too slow. Batches are numbered from 1: one
 * whose outcome is unknown is sent again under its number, and unchanged.
 */
export class BatchWriter<Batch> {
  readonly #options: BatchWriterOptions<Batch>;
  #number = 1;
  #open: Batch;
  #unsent: Batch | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;

  constructor(options: BatchWriterOptions<Batch>) {
    this.#options = options;
    this.#open = options.empty(this.#number);
  }

  /** The batch that takes new entries. */
  get open(): Batch {
    return this.#open;
  }

  /** Writes all entries so far. Calls during a write share the next write. */
  write(): Promise<void> {
    if (!this.#nextWrite) {
      this.#nextWrite = this.#lastWrite.then(() => {
        this.#nextWrite = undefined;
        return this.#send();
      });
      this.#lastWrite = this.#nextWrite.catch(() => {});
    }
    return this.#nextWrite;
  }

  /** Writes the last entries. Tries again for a short time if the database is down; then calls `late`. */
  async close(late: () => void): Promise<void> {
    const { lastWriteLimitMs } = this.#options;
    await within(lastWriteLimitMs, this.#writeUntil(AbortSignal.timeout(lastWriteLimitMs)), late);
  }

  async #writeUntil(over: AbortSignal): Promise<void> {
    for (let isWritten = false; !isWritten; ) {
      try {
        await this.write();
        isWritten = true;
      } catch (error) {
        if (over.aborted) throw error;
        await delay(this.#options.retryMs);
      }
    }
  }

  async #send(): Promise<void> {
    const { empty, isEmpty, insert, complete } = this.#options;
    complete?.();
    // A batch whose outcome is unknown goes first, unchanged: its number prevents that it counts twice.
    while (this.#unsent !== undefined || !isEmpty(this.#open)) {
      if (this.#unsent === undefined) {
        this.#unsent = this.#open;
        this.#number += 1;
        this.#open = empty(this.#number);
      }
      await insert(this.#unsent);
      this.#unsent = undefined;
    }
  }
}

/**
 * Runs a statement that omits deleted accounts. An account may be deleted while the statement runs. Then nothing is written, and
 * the next attempt omits it.
 */
export async function omittingDeletedAccounts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if ((error as { code?: unknown }).code !== accountGone || attempt === attempts) throw error;
    }
  }
}
