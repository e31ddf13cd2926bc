import type { Accounts } from '../accounts/index.ts';
import type { OutboxReader } from '../background/outbox.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';
import { announceAll } from './announce.ts';
import { openDeliveries } from './deliveries.ts';
import { startWorker, type WorkerOptions } from './delivery/worker.ts';
import { endpointSecrets } from './endpoint-secrets.ts';
import { type OwnLists, openEndpoints } from './endpoints.ts';
import { testsPerMinute, webhookEvents } from './limits.ts';
import type { OutwardSettings } from './outward/post.ts';
import { resolveName } from './outward/target.ts';
import type { SpanCounts } from './spans.ts';

export { withdraw } from './announce.ts';
export { webhookGauges } from './delivery/queue.ts';
export { outcomes } from './delivery/record.ts';
export { keptDays, testsPerMinute, webhookEvents, webhookRules } from './limits.ts';
export { longestUrl } from './outward/target.ts';

/** Replaces parts of the network and the interval of the worker, for tests. */
export type WebhookOptions = Partial<Omit<OutwardSettings, 'allowsLoopback'>> & Pick<WorkerOptions, 'intervalMs'>;

interface WebhooksOptions extends Pick<WorkerOptions, 'pool' | 'now' | 'version' | 'onDelivery' | 'logger'> {
  redis: RedisClient | undefined;
  accounts: Pick<Accounts, 'answers' | 'changeFor' | 'changes'>;
  /** The secrets of the service. All instances share them. */
  secrets: readonly string[] | undefined;
  /** In production messages never go to this machine. */
  production: boolean;
  options?: WebhookOptions | undefined;
  watching: { lists: OwnLists; feed: SpanCounts['lists'] };
  alerts: { list: SpanCounts['alerts'] };
  teardown: Teardown;
}

/** Webhook endpoints, and the worker that delivers to them. */
export function openWebhooks({ accounts, watching, alerts, redis, production, teardown, ...parts }: WebhooksOptions) {
  const { pool, now, version, onDelivery, logger } = parts;
  const { answers, changes, changeFor: change } = accounts;
  const secrets = endpointSecrets(parts.secrets);
  const { intervalMs, ...network } = parts.options ?? {};
  const allowsLoopback = !production;
  const outward = { resolve: resolveName, ...network, allowsLoopback };
  const counts = { lists: watching.feed, alerts: alerts.list };
  const worker = startWorker({ pool, secrets, changes, outward, intervalMs, version, now, onDelivery, logger, counts });
  teardown.push(() => worker.close());
  secrets.renew(pool).catch((error) => logger.warn({ err: error }, 'the secrets of webhooks could not be sealed anew'));
  const { wake } = worker;
  const tests = new MinuteLimiter({ name: 'webhook-test', points: testsPerMinute, redis });
  /** Makes messages of what happened to accounts. */
  const reader: OutboxReader = { topics: webhookEvents, read: announceAll, wake };
  return {
    endpoints: openEndpoints({ pool, change, secrets, answers, allowsLoopback, lists: watching.lists, wake }),
    deliveries: openDeliveries({ pool, change, tests, wake }),
    reader,
  };
}

export type Webhooks = ReturnType<typeof openWebhooks>;
