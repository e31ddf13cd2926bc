import { Redis } from 'ioredis';
import type { Logger } from '../kernel/logging.ts';

/** A Redis that takes longer than that to answer, in milliseconds, is as good as gone: a tenth of a second is all that a lost one may cost. */
export const redisAnswerLimit = 80;

/**
 * The connection to Redis. A Redis that is away or slow fails the command at once, and nobody waits for it: whoever asks decides what counts
 * meanwhile, and tells of it.
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

/** An error as it may be logged: the command that it answers goes, for the first one of a connection holds the password. */
export function withoutCommand(error: unknown): unknown {
  if (error instanceof Error) Reflect.deleteProperty(error, 'command');
  return error;
}
