import { readFileSync } from 'node:fs';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { addressesOf } from '../config/addresses.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';

/** In milliseconds: a Redis that answers later counts as gone. So a lost Redis costs a request less than a tenth of a second. */
export const redisAnswerLimit = 80;

/** One server, or those that a Sentinel names in turn, or a Cluster. Its users need not know which. */
export type RedisClient = Redis | Cluster;

/** What all kinds of connections have. */
type Options = Omit<RedisOptions, 'replyMapping'>;

interface RedisSettings {
  /** `redis://host`, `redis://one,two?sentinel=name` or `redis://one,two?cluster=true`; rediss:// for TLS. */
  url: string;
  /** A file with the certificate of the authority that signed those of Redis. Unset: the usual authorities. */
  caFile?: string | undefined;
  /** Where the Sentinels ask for another password than the servers. */
  sentinelPassword?: string | undefined;
}

/**
 * The connection to Redis. If Redis is away or slow, a command fails at once, and nobody waits. Each user of the connection
 * decides what counts meanwhile, and reports it.
 */
export function openRedis(settings: RedisSettings, logger: Logger, commandTimeout = redisAnswerLimit): RedisClient {
  const redis = connectionTo(settings, {
    commandTimeout,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    reconnectOnError: isReplicaNow(),
  });
  let isGone = false;
  redis.on('error', (error) => {
    if (!isGone) logger.debug({ err: withoutCommand(error) }, 'Redis is out of reach');
    isGone = true;
  });
  redis.on('ready', () => {
    if (isGone) logger.debug('Redis is back');
    isGone = false;
  });
  return redis;
}

/**
 * After a failover we may still be connected to what is a replica now, and connect anew. All answers to the questions that are
 * under way tell so, and a server may stay read-only, so this is done once a second at most.
 */
function isReplicaNow(): (error: Error) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (!message.startsWith('READONLY') || performance.now() - last < 1_000) return false;
    last = performance.now();
    return true;
  };
}

function connectionTo({ url, caFile, sentinelPassword }: RedisSettings, common: Options): RedisClient {
  const all = addressesOf(url).map((address) => new URL(address));
  const [{ protocol, username, password, pathname, searchParams }] = all as [URL];
  const sentinel = searchParams.get('sentinel');
  const nodes = all.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (sentinel ? 26_379 : 6_379)),
  }));
  const options: Options = {
    ...common,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: caFile ? { ca: authority(caFile) } : {} }),
  };
  if (searchParams.get('cluster') === 'true') return clusterOf(nodes, options);
  const server: Options = { ...options, db: Number(pathname.slice(1) || 0) };
  if (!sentinel) return new Redis({ ...server, ...nodes[0] });
  return new Redis({
    ...server,
    sentinels: nodes,
    name: sentinel,
    sentinelRetryStrategy: (attempt) => Math.min(50 * attempt, 500),
    enableTLSForSentinelMode: protocol === 'rediss:',
    ...(sentinelPassword && { sentinelPassword }),
    ...(options.tls && { sentinelTLS: options.tls }),
  });
}

function clusterOf(nodes: { host: string; port: number }[], options: Options): Cluster {
  return new Cluster(nodes, {
    // Nodes are connected to with the first command for them, which has to wait for that. Its own time limit still holds.
    enableOfflineQueue: true,
    // A command that a node did not take fails at once: our scripts must not be done after nobody waits for them.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: 1_000,
    slotsRefreshTimeout: 1_000,
    clusterRetryStrategy: (attempt) => Math.min(50 * attempt, 500),
    // Certificates are for names: the nodes are asked for by the names that they tell.
    dnsLookup: (address, callback) => callback(null, address),
    redisOptions: options,
  });
}

function authority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`REDIS_CA_FILE cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Another connection to the same Redis, with other options. */
export function anotherConnection(redis: RedisClient, options: Options): RedisClient {
  if (redis instanceof Redis) return redis.duplicate(options);
  const { replyMapping: _, ...own } = redis.options.redisOptions ?? {};
  return redis.duplicate([], { redisOptions: { ...own, ...options } });
}

/** Whether a server that was given as one by itself is a node of a Cluster, where it has only some of the keys. */
export async function isNodeOfCluster(redis: RedisClient): Promise<boolean> {
  if (!(redis instanceof Redis)) return false;
  // A user of Redis may lack the right to ask.
  const told = await redis.info('cluster').catch(() => '');
  return told.includes('cluster_enabled:1');
}

/** Removes the command from an error, so that it can be logged. The first command of a connection holds the password. */
export function withoutCommand(error: unknown): unknown {
  if (error instanceof Error) Reflect.deleteProperty(error, 'command');
  return error;
}
