import type pg from 'pg';
import type { Logger } from '../operations/logging.ts';
import { Recent } from '../recent.ts';

const minute = 60_000;
/** How often what was used is written down: each key once a minute at most, all keys of the interval together. */
const interval = 1_000;
const most = 50_000;

/** When each key was last used, to the minute, written behind the requests and not within them. */
export class KeyUse {
  readonly #pool: pg.Pool;
  readonly #date: () => Date;
  readonly #logger: Logger;
  /** The minute that was noted last, by key. */
  readonly #noted = new Recent<number>(most);
  #pending = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, date: () => Date, logger: Logger) {
    this.#pool = pool;
    this.#date = date;
    this.#logger = logger;
  }

  watch(): void {
    this.#timer = setInterval(() => this.write(), interval).unref();
  }

  /** What is noted is written before the end. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  note(keyId: string): void {
    const now = Math.floor(this.#date().getTime() / minute);
    if (this.#noted.get(keyId) === now) return;
    this.#noted.set(keyId, now);
    this.#pending.set(keyId, new Date(now * minute));
  }

  async write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const uses = this.#pending;
    this.#pending = new Map();
    try {
      await this.#pool.query({
        name: 'key-use',
        // The minute of the first use may have begun before the key was made.
        text: `UPDATE api_key SET last_used_at = GREATEST(used.at, created_at) FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
          WHERE api_key.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
        values: [[...uses.keys()], [...uses.values()]],
      });
    } catch (error) {
      // Another time, with what was noted meanwhile.
      this.#pending = new Map([...uses, ...this.#pending]);
      this.#logger.debug({ err: error }, 'the use of keys could not be written yet');
    }
  }
}
