import { isUnreachable } from '../database/outage.ts';
import type { Pool, Queries } from '../database/pool.ts';
import type { Logger } from '../kernel/logging.ts';
import { readVersion } from './data-version.ts';

/** How often the replicas are compared with the primary. */
export const checkPauses = { everyMs: 1_000, firstMs: 0 };
/** A replica may lack an import for so long. After that the primary is read until the replica has caught up. */
const maxLagMs = 10_000;

/** The highest number that a version can have. */
const anyVersion = 2 ** 31 - 1;

/** A server that has the company data. */
interface Source {
  url: string;
  pool: Pool;
}

interface Replica extends Source {
  /** Since when it lacks an import of the primary; undefined if it lacks none. */
  behindSinceMs: number | undefined;
  isLost: boolean;
}

interface ReadOptions {
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
export function companyReads({ primary, replicas: sources, now, random = Math.random, logger }: ReadOptions) {
  // Instances begin with different replicas, so that all of them are used.
  const first = Math.floor(random() * sources.length);
  const replicas = [...sources.slice(first), ...sources.slice(0, first)].map(
    (source): Replica => ({ ...source, behindSinceMs: undefined, isLost: true }),
  );
  let current: Source = primary;

  const isOnReplica = () => current !== primary;
  const lagMs = ({ behindSinceMs }: Replica) => (behindSinceMs === undefined ? 0 : now() - behindSinceMs);

  function use(source: Source): void {
    if (source === current) return;
    current = source;
    logger.info({ replica: isOnReplica() }, 'company data is read from another server now');
  }

  function lose(replica: Replica, cause: unknown): void {
    if (replica.isLost) return;
    replica.isLost = true;
    logger.warn({ err: cause }, 'a replica cannot be reached: company data is read from another server until it is back');
    if (current === replica) use(primary);
  }

  /** Asks the primary if a replica cannot answer, or has cancelled the query because its rows were cleaned up (40001). */
  const query = (async (...words: Parameters<Pool['query']>) => {
    const source = current;
    try {
      return await source.pool.query(...words);
    } catch (error) {
      if (source === primary || !isUnreachable(error)) throw error;
      if ((error as { code?: unknown }).code !== '40001') lose(source as Replica, error);
      return primary.pool.query(...words);
    }
  }) as unknown as Pool['query'];

  /** While the primary cannot be reached, the lag of a replica is unknown, and it stays in use. */
  async function compare(replica: Replica, newest: string | undefined): Promise<void> {
    try {
      const version = await versionOf(replica.pool);
      replica.isLost = false;
      if (newest !== undefined) replica.behindSinceMs = version === newest ? undefined : (replica.behindSinceMs ?? now());
    } catch (error) {
      lose(replica, error);
    }
  }

  return {
    query,
    /** The server that is read now. */
    get url() {
      return current.url;
    },
    get isOnReplica() {
      return isOnReplica();
    },
    /** Of the replica that is furthest behind. */
    get lagSeconds() {
      return Math.max(0, ...replicas.map(lagMs)) / 1_000;
    },

    /** The number of the newest version that is read here. Other reads at the primary must not show anything newer. */
    newestVersion: async (): Promise<number> =>
      isOnReplica() ? Number.parseInt((await versionOf({ query })) ?? '', 10) : anyVersion,

    /** Compares the replicas with the primary, and reads from the first usable one. */
    async check(): Promise<void> {
      const newest = await versionOf(primary.pool).catch(() => undefined);
      await Promise.all(replicas.map((replica) => compare(replica, newest)));
      const used = replicas.find((replica) => replica === current);
      const mayStay = used && !used.isLost && lagMs(used) < maxLagMs;
      // Switches only to a replica that lacks nothing, so that no client gets older data than before.
      if (!mayStay) use(replicas.find((one) => !one.isLost && one.behindSinceMs === undefined) ?? primary);
    },
  };
}

async function versionOf(database: Queries): Promise<string | undefined> {
  const { rows } = await database.query(readVersion);
  return rows[0]?.version;
}
