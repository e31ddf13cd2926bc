import { EventEmitter } from 'node:events';
import type { Queries } from '../../database/pool.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { SingleFlight } from '../../kernel/single-flight.ts';

/** An import has replaced the data during a computation, which has to be done again. */
export class VersionMoved extends Error {}

/** In milliseconds: every instance sees an import within a second. */
const pollInterval = 400;
/** Imports take far longer than computations. A version that moves so often means that two different databases answer in turn. */
const attempts = 5;

/** The version of the data, as SQL. */
export const versionColumn = `(SELECT version || '.' || epoch FROM data_version)`;

export const readVersion = sql<{ version: string }>`SELECT ${versionColumn} AS version`;

/** The folding that the search index is written in, see format/search-text.ts. */
export const readFolding = sql<{ folding: number }>`SELECT folding FROM data_version`;

/**
 * The version of the data. Every import raises its number and draws a random epoch, in its own transaction. A result that was
 * computed of one version is true as long as that version is current. After a restore or a failover a number may come again with
 * other data, an epoch never does.
 */
export class DataVersion extends EventEmitter<{ moved: [version: string] }> {
  readonly #pool: Queries;
  #current: string | undefined;
  /** The first look, shared by all who ask before it is done. */
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
    const { rows } = await this.#pool.query(readVersion);
    const version = rows[0]?.version ?? '';
    const hasMoved = version !== this.#current;
    this.#current = version;
    if (hasMoved) this.emit('moved', version);
    return version;
  }

  /** Does work that needs one version of the data. It is done again if an import came in between. */
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
