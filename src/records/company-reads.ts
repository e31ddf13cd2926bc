import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isUnreachable } from '../database/outage.ts';
import type { Pool, Queries } from '../database/pool.ts';
import type { Logger } from '../kernel/logging.ts';
import { readVersion } from './data-version.ts';

/** In milliseconds: how often the replicas are compared with the primary. */
const checkInterval = 1_000;
/** In milliseconds: a replica may lack an import for so long. After that the primary is read until the replica has caught up. */
const longestLag = 10_000;

/** The highest number that a version can have. */
const anyVersion = 2 ** 31 - 1;

/** A server that has the company data. */
export interface Source {
  url: string;
  pool: Pool;
}

interface ReplicaState extends Source {
  /** Since when it lacks an import of the primary; undefined if it lacks none. */
  behindSince: number | undefined;
  isLost: boolean;
}

interface CompanyReadsParts {
  primary: Source;
  replicas: readonly Source[];
  /** In milliseconds, never going back. */
  now(): number;
  /** From 0 up to 1. */
  random?: () => number;
  logger: Logger;
}

/**
 * Reads company data from one replica at a time, or from the primary if no replica is usable. Every statement returns the version
 * of the data that it saw, so data of two servers is never mixed, see DataVersion.
 */
export class CompanyReads implements Queries {
  readonly #primary: Source;
  readonly #replicas: ReplicaState[];
  readonly #parts: CompanyReadsParts;
  #current: Source;
  #isClosed = false;

  constructor(parts: CompanyReadsParts) {
    this.#parts = parts;
    this.#primary = parts.primary;
    // Instances begin with different replicas, so that all of them are used.
    const first = Math.floor((parts.random ?? Math.random)() * parts.replicas.length);
    const rotated = [...parts.replicas.slice(first), ...parts.replicas.slice(0, first)];
    this.#replicas = rotated.map((source) => ({ ...source, behindSince: undefined, isLost: true }));
    this.#current = this.#primary;
  }

  /** The address of the server that is read now. */
  get url(): string {
    return this.#current.url;
  }

  /** In seconds: the lag of the replica that is furthest behind. */
  get lag(): number {
    return Math.max(0, ...this.#replicas.map((replica) => this.#lagOf(replica))) / 1_000;
  }

  get isOnReplica(): boolean {
    return this.#current !== this.#primary;
  }

  /** The number of the newest version that is read here. Other reads at the primary must not show anything newer. */
  async newestVersion(): Promise<number> {
    if (!this.isOnReplica) return anyVersion;
    const { rows } = await this.query(readVersion);
    return Number.parseInt(rows[0]?.version ?? '', 10);
  }

  readonly query = ((...words: Parameters<Pool['query']>) => this.#query(words)) as Pool['query'];

  /** Asks the primary if a replica cannot answer, or has cancelled the query because its rows were cleaned up (40001). */
  async #query(words: Parameters<Pool['query']>): Promise<pg.QueryResult> {
    const source = this.#current;
    try {
      return (await source.pool.query(...words)) as unknown as pg.QueryResult;
    } catch (error) {
      if (source === this.#primary || !isUnreachable(error)) throw error;
      if ((error as { code?: unknown }).code !== '40001') this.#lose(source, error);
      return (await this.#primary.pool.query(...words)) as unknown as pg.QueryResult;
    }
  }

  /** Compares the replicas with the primary from now on, and reads from the first usable one. */
  watch(): void {
    if (this.#replicas.length > 0) void this.#checkRepeatedly();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #checkRepeatedly(): Promise<void> {
    while (!this.#isClosed) {
      await this.check();
      await delay(checkInterval, undefined, { ref: false });
    }
  }

  async check(): Promise<void> {
    const wanted = await versionOf(this.#primary).catch(() => undefined);
    await Promise.all(this.#replicas.map((replica) => this.#compare(replica, wanted)));
    const current = this.#replicas.find(({ pool }) => pool === this.#current.pool);
    const mayStay = current && !current.isLost && this.#lagOf(current) < longestLag;
    // Switches only to a replica that lacks nothing, so that no client gets older data than before.
    if (!mayStay) this.#use(this.#replicas.find((one) => !one.isLost && one.behindSince === undefined) ?? this.#primary);
  }

  /** While the primary cannot be reached, the lag of a replica is unknown, and it stays in use. */
  async #compare(replica: ReplicaState, wanted: string | undefined): Promise<void> {
    try {
      const version = await versionOf(replica);
      replica.isLost = false;
      if (wanted === undefined) return;
      replica.behindSince = version === wanted ? undefined : (replica.behindSince ?? this.#parts.now());
    } catch (error) {
      this.#lose(replica, error);
    }
  }

  #lagOf({ behindSince }: ReplicaState): number {
    return behindSince === undefined ? 0 : this.#parts.now() - behindSince;
  }

  #lose(source: Source, cause: unknown): void {
    const replica = this.#replicas.find(({ pool }) => pool === source.pool);
    if (!replica || replica.isLost) return;
    replica.isLost = true;
    this.#parts.logger.warn(
      { err: cause },
      'a replica cannot be reached: company data is read from another server until it is back',
    );
    if (this.#current.pool === source.pool) this.#use(this.#primary);
  }

  #use(source: Source): void {
    if (source.pool === this.#current.pool) return;
    this.#current = source;
    this.#parts.logger.info({ replica: this.isOnReplica }, 'company data is read from another server now');
  }
}

async function versionOf({ pool }: Source): Promise<string | undefined> {
  const { rows } = await pool.query(readVersion);
  return rows[0]?.version;
}
