import { Redis } from 'ioredis';
import type { Logger } from '../kernel/logging.ts';

/** In milliseconds: a Redis that answers later counts as gone. So a lost Redis costs a request less than a tenth of a second. */
export const redisAnswerLimit = 80;

/**
 * The connection to Redis. If Redis is away or slow, a command fails at once, and nobody waits. Each user of the connection
 * decides what counts meanwhile, and reports it.
 */
export function openRedis(url: string, logger: Logger, commandTimeout = redisAnswerLimit): Redis {
  const redis = new Redis(url, {
    commandTimeout,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
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

/** Removes the command from an error, so that it can be logged. The first command of a connection holds the password. */
export function withoutCommand(error: unknown): unknown {
  if (error instanceof Error) Reflect.deleteProperty(error, 'command');
  return error;
}
