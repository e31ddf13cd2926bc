import { EventEmitter } from 'node:events';
import type { Queries } from '../database/pool.ts';
import { type Statement, sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import { ResultCache } from '../kernel/result-cache.ts';
import { SingleFlight } from '../kernel/running/single-flight.ts';

/** An import replaced the data during a computation, so the computation has to be repeated. */
export class VersionMoved extends Error {}

/** Every instance sees an import within a second, also if a connection hangs. */
export const versionPauses = { everyMs: 400, limitMs: 400 };
/** Imports take far longer than computations. If the version moves more often, two different databases answer in turn. */
const attempts = 5;

/** The version of the data, as SQL. */
export const versionColumn = `(SELECT version || '.' || epoch FROM data_version)`;

export const readVersion = sql<{ version: string }>`SELECT ${versionColumn} AS version`;

/** Throws VersionMoved if any row was read from another version of the data. */
export function checkVersion(rows: readonly { version: string }[], version: string): void {
  if (rows.some((row) => row.version !== version)) throw new VersionMoved();
}

/**
 * The version of the data. Every import raises its number and draws a random epoch, in its own transaction. A result that was
 * computed from one version is right as long as that version is current. After a restore or a failover a number may repeat with
 * other data, an epoch never does.
 */
export class DataVersion extends EventEmitter<{ moved: [version: string] }> {
  readonly #pool: Queries;
  #current: string | undefined;
  /** The first read, shared by all callers that wait for it. */
  readonly #first = new SingleFlight<string>();

  constructor(pool: Queries) {
    super();
    this.#pool = pool;
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

  /** Does work that needs one version of the data. The work is repeated if an import came in between. */
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

  /** What some rows mean, read once for each version of the data. */
  perVersion<Row extends { version: string }, Result>(statement: Statement<Row>, meaning: (rows: Row[]) => Result) {
    const results = new ResultCache<Result>(1);
    const read = async (version: string) => {
      const { rows } = await this.#pool.query(statement);
      checkVersion(rows, version);
      return meaning(rows);
    };
    return () => this.during((version) => results.get(version, () => read(version)));
  }
}
