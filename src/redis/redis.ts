import { readFileSync } from 'node:fs';
import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis';
import { hostUrls } from '../config/urls.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';

/** A Redis that answers later counts as down. So a lost Redis costs a request less than a tenth of a second. */
export const redisAnswerLimitMs = 80;

/** One server, the current master of a Sentinel group, or a Cluster. Callers treat them alike. */
export type RedisClient = Redis | Cluster;

/** The options that all kinds of connections share. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/**
 * ioredis handles only the first error of a socket. A TLS socket that is closed during its handshake emits a second one, which
 * would end the process (https://github.com/redis/ioredis/pull/961).
 */
const { disconnect } = AbstractConnector.prototype;
AbstractConnector.prototype.disconnect = function () {
  this['stream']?.on('error', () => {});
  disconnect.call(this);
};

interface RedisSettings {
  /** `redis://host`, `redis://one,two?sentinel=name` or `redis://one,two?cluster=true`; rediss:// for TLS. */
  url: string;
  /** A file with the certificate of the authority that signed those of Redis. Unset: the authorities that Node trusts. */
  caFile?: string | undefined;
  /** Set if the Sentinels have another password than the servers. */
  sentinelPassword?: string | undefined;
}

/**
 * Opens the connection to Redis. If Redis is down or slow, a command fails at once instead of waiting. Each user of the
 * connection decides what to do meanwhile, and reports it.
 */
export function openRedis(settings: RedisSettings, logger: Logger, commandTimeout = redisAnswerLimitMs): RedisClient {
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
 * After a failover the connection may lead to a server that is a replica now, so we reconnect. Every pending command fails with
 * READONLY then, and a server may stay read-only, so we do this at most once a second.
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
  const all = hostUrls(url).map((one) => new URL(one));
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
    // The first command for a node waits until the node is connected. The time limit of the command still applies.
    enableOfflineQueue: true,
    // A command that a node did not accept fails at once: our scripts must not run after their caller has given up.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: 1_000,
    slotsRefreshTimeout: 1_000,
    clusterRetryStrategy: (attempt) => Math.min(50 * attempt, 500),
    // Certificates contain host names, so we connect to the nodes by the names that they announce.
    dnsLookup: (host, callback) => callback(null, host),
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

/** Whether a server that is configured as a single one is a node of a Cluster. A node has only some of the keys. */
export async function isNodeOfCluster(redis: RedisClient): Promise<boolean> {
  if (!(redis instanceof Redis)) return false;
  // The Redis user may lack the right to run INFO.
  const info = await redis.info('cluster').catch(() => '');
  return info.includes('cluster_enabled:1');
}

/** Removes the command from an error before it is logged: the first command of a connection contains the password. */
export function withoutCommand(error: unknown): unknown {
  if (error instanceof Error) Reflect.deleteProperty(error, 'command');
  return error;
}
