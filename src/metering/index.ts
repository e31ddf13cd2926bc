import type pg from 'pg';
import type { Standings } from '../accounts/index.ts';
import { repeat } from '../background/repeat.ts';
import { openPool } from '../database/connection.ts';
import type { Logger } from '../kernel/logging.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { Metrics } from '../monitoring/index.ts';
import { type RedisClient, withoutCommand } from '../redis/redis.ts';
import type { Counters } from './counters.ts';
import { FallbackCounters } from './fallback-counters.ts';
import { writePauses } from './ledger.ts';
import { MemoryCounters } from './memory-counters.ts';
import { Metering } from './metering.ts';
import { QuotaAlerts } from './quota-alerts.ts';
import type { RedisCounterSettings } from './redis-counters.ts';
import { SessionLimits } from './session-limits.ts';
import { Usage } from './usage.ts';
import { VisitorLimit } from './visitor-limit.ts';

export type { Charge, Gauge, LimitState } from './charge.ts';
export type { Metering, PeriodUse } from './metering.ts';

interface MeteringFeatureParts extends RedisCounterSettings {
  pool: pg.Pool;
  databaseUrl: string;
  /** Unset: the limits are counted in this process. */
  redis: RedisClient | undefined;
  standings: Standings;
  metrics: Metrics;
  logger: Logger;
  teardown: Teardown;
}

/** Charges requests and limits sessions: with Redis for all instances together, without it in this process. */
export async function openMetering(parts: MeteringFeatureParts) {
  const { databaseUrl, redis, standings, metrics, logger, teardown } = parts;
  const own = openPool(databaseUrl, 1);
  teardown.push(() => own.end());
  const counters = await openCounters(parts);
  const alerts = new QuotaAlerts(own);
  const onUse: ConstructorParameters<typeof Metering>[0]['onUse'] = (totals) =>
    void alerts.look(totals).catch((error) => logger.debug({ err: error }, 'an alert of the quota could not be raised yet'));
  const metering = new Metering({ standings, counters, pool: own, onUse, onCharge: metrics.charged });
  const close = () =>
    metering.close().catch((error) => {
      logger.error({ err: error }, 'the last usage could not be written');
      throw error;
    });
  teardown.push(close, { isVital: true, limitMs: 2_000 });
  repeat({ name: 'used units', ...writePauses, run: () => metering.write(), logger, teardown });
  const sessionLimits = new SessionLimits(redis, standings);
  const usage = new Usage(parts.pool, () => metering.now);
  return {
    metering,
    usage,
    countRequests: usage.requestsOf.bind(usage),
    sessionLimits,
    visitorLimit: new VisitorLimit(redis),
    usedShare: metering.usedShare.bind(metering),
    countNewKey: (session: SessionPrincipal) => sessionLimits.take('keys', session),
  };
}

async function openCounters({ redis, metrics, logger, teardown, ...settings }: MeteringFeatureParts): Promise<Counters> {
  if (!redis) return new MemoryCounters(settings.date);
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
