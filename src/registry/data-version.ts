import { EventEmitter } from 'node:events';
import type pg from 'pg';

/** Something was computed of data that an import has replaced meanwhile: to be done again. */
export class VersionMoved extends Error {}

/** Every import is seen within a second, on every instance. */
const pollInterval = 400;

/**
 * The version of the data, raised by every import in its own transaction. What is computed of the data belongs to a version, and stays
 * true as long as that is current. Asked for often enough that no notification is needed.
 */
export class DataVersion extends EventEmitter<{ moved: [version: number] }> {
  readonly #pool: pg.Pool;
  #current: number | undefined;
  /** Under way for all who ask before anything is known. */
  #first: Promise<number> | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    super();
    this.#pool = pool;
  }

  watch(): void {
    this.#poll = setInterval(() => this.refresh().catch(() => {}), pollInterval).unref();
  }

  close(): void {
    clearInterval(this.#poll);
  }

  async current(): Promise<number> {
    if (this.#current !== undefined) return this.#current;
    this.#first ??= this.refresh().finally(() => {
      this.#first = undefined;
    });
    return this.#first;
  }

  async refresh(): Promise<number> {
    const { rows } = await this.#pool.query('SELECT version FROM data_version');
    const version: number = rows[0].version;
    const hasMoved = version !== this.#current;
    this.#current = version;
    if (hasMoved) this.emit('moved', version);
    return version;
  }

  /** Does work that belongs to one version, again where an import came in between. */
  async during<Result>(work: (version: number) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(attempt === 1 ? await this.current() : await this.refresh());
      } catch (error) {
        if (!(error instanceof VersionMoved) || attempt === 5) throw error;
      }
    }
  }
}
