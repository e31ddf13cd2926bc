import type pg from 'pg';
import type { Logger } from '../operations/logging.ts';
import { answerLife } from './idempotent-answers.ts';

const interval = 60 * 60 * 1000;

/** What nobody asks for any more. */
const leftovers = [
  `DELETE FROM idempotent_answer WHERE created_at < clock_timestamp() - ${answerLife}`,
  // Instances look back for seconds.
  "DELETE FROM account_departure WHERE at < clock_timestamp() - interval '1 hour'",
];

/** Clears away what is over, at the start and every hour, on every instance: twice does no harm. */
export class Housekeeping {
  readonly #pool: pg.Pool;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, logger: Logger) {
    this.#pool = pool;
    this.#logger = logger;
  }

  watch(): void {
    this.#timer = setInterval(() => this.clear(), interval).unref();
    this.clear();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async clear(): Promise<void> {
    try {
      for (const text of leftovers) await this.#pool.query(text);
    } catch (error) {
      this.#logger.debug({ err: error }, 'what is over could not be cleared away yet');
    }
  }
}
