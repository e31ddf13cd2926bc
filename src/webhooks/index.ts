import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';
import { announceAll } from './announce.ts';
import { Deliveries } from './deliveries.ts';
import { DeliveryWorker, type WorkerParts } from './delivery/worker.ts';
import { EndpointSecrets } from './endpoint-secrets.ts';
import { Endpoints, type EndpointsParts } from './endpoints.ts';
import { webhookEvents } from './events.ts';
import { testsPerMinute } from './limits.ts';
import type { Webhooks } from './offer.ts';
import type { OutwardSettings } from './outward/post.ts';
import { resolveName } from './outward/resolve.ts';
import type { SpanCounts } from './spans.ts';

export { withdraw } from './announce.ts';
export { outcomes } from './delivery/record.ts';
export { webhookGauges } from './delivery/waiting.ts';
export { webhookEvents } from './events.ts';
export { keptDays, testsPerMinute, webhookRules } from './limits.ts';
export type { Webhooks } from './offer.ts';
export { longestUrl } from './outward/target.ts';

/** Replaces parts of the network and the interval of the worker, for tests. */
export type WebhookOptions = Partial<Omit<OutwardSettings, 'allowsLoopback'>> & Pick<WorkerParts, 'interval'>;

interface WebhooksParts extends Pick<WorkerParts, 'now' | 'version' | 'onDelivery'> {
  pool: pg.Pool;
  redis: RedisClient | undefined;
  accounts: Pick<Accounts, 'answers' | 'changeFor' | 'changes'>;
  /** The secrets of the service. All instances share them. */
  secrets: readonly string[] | undefined;
  /** In production messages never go to this machine. */
  production: boolean;
  options?: WebhookOptions | undefined;
  watching: { lists: EndpointsParts['lists']; feed: SpanCounts['lists'] };
  alerts: { list: SpanCounts['alerts'] };
  logger: Logger;
  teardown: Teardown;
}

/** Webhook endpoints, and the worker that delivers to them. */
export function openWebhooks(parts: WebhooksParts): Webhooks {
  const { pool, accounts, watching, alerts, now, version, onDelivery, logger, teardown } = parts;
  const secrets = new EndpointSecrets(parts.secrets);
  const { interval, ...network } = parts.options ?? {};
  const outward = { resolve: resolveName, ...network, allowsLoopback: !parts.production };
  const { answers, changes, changeFor: change } = accounts;
  const worker = new DeliveryWorker({
    ...{ pool, lease: randomUUID(), secrets, changes, outward, interval, version, now, onDelivery, logger },
    counts: { lists: watching.feed, alerts: alerts.list },
  });
  worker.watch();
  teardown.push(() => worker.close());
  secrets.renew(pool).catch((error) => logger.warn({ err: error }, 'the secrets of webhooks could not be sealed anew'));
  const wake = () => worker.wake();
  const tests = new MinuteLimiter({ name: 'webhook-test', points: testsPerMinute, redis: parts.redis });
  return {
    endpoints: new Endpoints({
      pool,
      change,
      secrets,
      answers,
      allowsLoopback: outward.allowsLoopback,
      lists: watching.lists,
      wake,
    }),
    deliveries: new Deliveries({ pool, change, tests, wake }),
    reader: { topics: webhookEvents, read: announceAll, wake },
  };
}
