import type { EdgeLimits } from '../rest/edge/edge-limits.ts';
import type { PaymentSettings } from '../src/billing/index.ts';
import type { Progress } from '../src/database/reach.ts';
import type { LocalPayments } from '../src/development/index.ts';
import type { Sessions } from '../src/identity/index.ts';
import type { Logger } from '../src/kernel/logging.ts';
import type { Authenticate } from '../src/kernel/principal.ts';
import type { Teardown } from '../src/kernel/teardown.ts';
import type { WebhookOptions } from '../src/webhooks/index.ts';

/** The dependencies of the service besides its configuration. Tests replace clocks, users and limits. */
export interface ServiceOptions {
  logger: Logger;
  progress?: Progress;
  teardown?: Teardown;
  /** It is not ready before `becomeWarm` is called. */
  startsCold?: boolean;
  /** It says so if the event loop of its process stands still. */
  watchesLoop?: boolean;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
  /** The wall clock of this computer. What is stored or deleted goes by that of the database. */
  date?: () => Date;
  /** Replaces the wall clock of the database. */
  databaseDate?: () => Date;
  /** Replaces the sessions of the issuer. */
  sessions?: Sessions | undefined;
  /** Replaces the whole authentication. */
  authenticate?: Authenticate;
  /** Replaces the configured payment provider. */
  payments?: PaymentSettings | undefined;
  /** The local payment provider, if it replaces the configured one. */
  localPayments?: LocalPayments | undefined;
  /** Replaces parts of the network that messages to customers go through, and how often they are looked for. */
  webhooks?: WebhookOptions | undefined;
  /** How often sessions that are due are looked for, see identity/revalidation.ts. */
  revalidationIntervalMs?: number;
  /** Replaces the time limits of an exchange. */
  limits?: EdgeLimits;
  /** Redis counts as unreachable after this time without a reply. */
  redisTimeoutMs?: number;
  /** Replaces the clock of Redis, in milliseconds since 1970. */
  redisClock?: () => number;
  /** Reserved units that are not settled in this time are refunded. */
  abandonedAfterMs?: number;
}

export interface Service {
  url: string;
  metricsUrl: string | undefined;
  databaseUrl: string;
  /** Why the service is not ready, or undefined if it is ready. */
  problem(): Promise<string | undefined>;
  /** Loads in advance what the first broad search, the first match and the first session would wait for. */
  warmUp(): Promise<void>;
  /** Makes a service ready that `startsCold`. */
  becomeWarm(): void;
  stop(linger?: number): Promise<void>;
}
