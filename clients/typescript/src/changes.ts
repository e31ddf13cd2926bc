import { ApiError, ConnectionError } from './errors.ts';
import type { CallOptions, Transport } from './transport.ts';
import type { Change, ChangesPage, ChangesParameters } from './types.ts';
import { backOff, wait } from './wait.ts';

export interface ChangesOptions extends ChangesParameters, CallOptions {
  /** Goes on for ever and waits for what comes. Without it the end of the feed ends the loop. True by default. */
  follow?: boolean | undefined;
  /** The most entries of a page, up to 1,000. */
  limit?: number | undefined;
}

/** In seconds: how long the service holds an answer that would be empty. */
const patience = 30;
const apart = { follow: true, signal: true, retries: true, timeout: true, cursor: true } as const;

/**
 * The changes of companies, one after another, each exactly once. `cursor` always says where to go on: keep it when a change is
 * dealt with, and begin with it the next time.
 */
export class Changes implements AsyncIterable<Change> {
  /** The place behind the last change that was handed out. */
  cursor: string;
  readonly #transport: Transport;
  readonly #options: ChangesOptions;
  readonly #path: string;

  /** Of all companies, or of a watch list, whose path is given. */
  constructor(transport: Transport, options: ChangesOptions = {}, path = '/api/v1/changes') {
    this.#transport = transport;
    this.#options = options;
    this.#path = path;
    this.cursor = options.cursor === undefined ? 'start' : String(options.cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    const { follow = true } = this.#options;
    for (;;) {
      const asked = Date.now();
      const { data, meta } = await this.#page(follow);
      for (const change of data) {
        this.cursor = change.cursor;
        yield change;
      }
      // The page may end behind its last entry, where filters leave some out.
      this.cursor = meta.nextCursor;
      if (meta.hasMore) continue;
      if (!follow) return;
      // Where the service did not wait, because it may not or a proxy took the wish away, we do.
      if (data.length === 0 && Date.now() - asked < 1000) await wait(1000, this.#options.signal);
    }
  }

  /** The page after the cursor. While one follows, a service that is away is waited for. */
  async #page(follow: boolean): Promise<ChangesPage> {
    const { signal, retries, timeout = 30_000, limit = 1000 } = this.#options;
    const filters = Object.fromEntries(Object.entries(this.#options).filter(([name]) => !(name in apart)));
    // The first question for the end does not wait: its answer says where that is, so that a repetition skips nothing.
    const waits = follow && this.cursor !== 'now';
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#transport.json<ChangesPage>(this.#path, {
          query: { ...filters, limit, cursor: this.cursor },
          ...(waits && { headers: { prefer: `wait=${patience}` } }),
          timeout: timeout + (waits ? patience * 1000 : 0),
          signal,
          retries,
        });
      } catch (error) {
        signal?.throwIfAborted();
        const isAway = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
        if (!follow || !isAway) throw error;
        await wait(backOff(attempt), signal);
      }
    }
  }
}
