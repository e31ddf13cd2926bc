import { EventEmitter } from 'node:events';
import type { Queries } from '../database/pool.ts';
import { Failure } from '../kernel/errors.ts';
import { SingleFlight } from '../kernel/single-flight.ts';

/** Something was computed of data that an import has replaced meanwhile: to be done again. */
export class VersionMoved extends Error {}

/** Every import is seen within a second, on every instance. */
const pollInterval = 400;
/** An import takes longer than a question, so a version that moves so often is not one: two servers of different history answer in turn. */
const attempts = 5;

/** The version of the data, as SQL. */
export const versionColumn = `(SELECT version || '.' || epoch FROM data_version)`;

/**
 * The version of the data: a number that every import raises, and a random epoch that it draws, in its own transaction. What is computed of the data
 * belongs to a version, and stays true as long as that is current. After a restore or a failover the numbers come again with other data; the epochs
 * don't. Asked for often enough that no notification is needed.
 */
export class DataVersion extends EventEmitter<{ moved: [version: string] }> {
  readonly #pool: Queries;
  #current: string | undefined;
  readonly #first = new SingleFlight<string>();
  #poll: NodeJS.Timeout | undefined;

  constructor(pool: Queries) {
    super();
    this.#pool = pool;
  }

  watch(): void {
    this.#poll = setInterval(() => this.refresh().catch(() => {}), pollInterval).unref();
  }

  close(): void {
    clearInterval(this.#poll);
  }

  async current(): Promise<string> {
    return this.#current ?? this.#first.do('', () => this.refresh());
  }

  async refresh(): Promise<string> {
    const { rows } = await this.#pool.query<{ version: string }>(`SELECT ${versionColumn} AS version`);
    const version = rows[0]?.version ?? '';
    const hasMoved = version !== this.#current;
    this.#current = version;
    if (hasMoved) this.emit('moved', version);
    return version;
  }

  /** Does work that belongs to one version, again where an import came in between. */
  async during<Result>(work: (version: string) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(attempt === 1 ? await this.current() : await this.refresh());
      } catch (error) {
        if (!(error instanceof VersionMoved)) throw error;
        if (attempt === attempts) throw new Failure('service_unavailable', undefined, { cause: error });
      }
    }
  }
}
