import type { Standings } from '../accounts/index.ts';
import { openPool } from '../database/connection.ts';
import type { Logger } from '../kernel/logging.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { Metrics } from '../operations/index.ts';
import { type RedisClient, withoutCommand } from '../redis/redis.ts';
import type { Counters } from './counters.ts';
import { FallbackCounters } from './fallback-counters.ts';
import { Metering } from './metering.ts';
import { OwnCounters } from './own-counters.ts';
import { SessionLimits } from './session-limits.ts';
import type { SharedSettings } from './shared-counters.ts';
import { VisitorLimit } from './visitor-limit.ts';

export type { Charge, Gauge, Reading } from './charge.ts';
export type { Metering, PeriodUse } from './metering.ts';
export { SessionLimits } from './session-limits.ts';

interface MeteringFeatureParts extends SharedSettings {
  databaseUrl: string;
  /** Unset: this process counts by itself. */
  redis: RedisClient | undefined;
  standings: Standings;
  metrics: Metrics;
  logger: Logger;
  teardown: Teardown;
}

/** Charges requests and limits sessions, over all instances with Redis, and in this process without it. */
export async function openMetering(parts: MeteringFeatureParts) {
  const { databaseUrl, redis, standings, metrics, logger, teardown } = parts;
  const pool = openPool(databaseUrl, 1);
  teardown.push(() => pool.end());
  const counters = await openCounters(parts);
  const metering = new Metering({ standings, counters, pool, onCharge: metrics.charged });
  metering.watch();
  const close = () =>
    metering.close().catch((error) => {
      logger.error({ err: error }, 'the last usage could not be written');
      throw error;
    });
  teardown.push(close, { isVital: true, limit: 2_000 });
  const sessionLimits = new SessionLimits(redis, standings);
  return {
    metering,
    sessionLimits,
    visitorLimit: new VisitorLimit(redis),
    countNewKey: (session: SessionPrincipal) => sessionLimits.take('keys', session),
  };
}

async function openCounters({ redis, metrics, logger, teardown, ...settings }: MeteringFeatureParts): Promise<Counters> {
  if (!redis) return new OwnCounters(settings.date);
  const counters = FallbackCounters.over(redis, settings, (alone, cause) => {
    metrics.countsAlone(alone);
    if (alone)
      logger.warn({ err: withoutCommand(cause) }, 'Redis is out of reach: the limits are counted per instance until it is back');
    else logger.info('Redis is back: the limits are counted there again');
  });
  teardown.push(() => counters.close());
  await counters.open();
  return counters;
}
