import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Refusal } from '../kernel/errors.ts';
import { type Environment, environment, type RawEnvironment } from './environment.ts';
import {
  limitations,
  missingSettings,
  type Purpose,
  unknownSettings,
  unsafeSettings,
  wrongIssuers,
} from './environment-rules.ts';
import { hostUrls } from './urls.ts';

/** All mistakes in the environment, in one message. Values are never quoted, because they may be secrets. */
export class ConfigurationError extends Refusal {
  constructor(mistakes: string[]) {
    super(`The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}: ${mistakes.join('; ')}.`);
  }
}

function deeplyFrozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (part && typeof part === 'object') deeplyFrozen(part);
  return Object.freeze(value);
}

/** The folder of this package. A relative DATA_DIR and the file .env are in it, wherever a command is started. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Reads the environment, and from the file .env the variables that are not set. */
export function readEnvironment(): Record<string, string | undefined> {
  const file = join(packageFolder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/** Whether `npm run` or `npm start` has started this process. */
export const isStartedByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** The environment as one frozen, typed value. An empty variable counts as unset. */
export function loadConfig(env: Record<string, string | undefined>, purpose: Purpose = 'serving') {
  const values: RawEnvironment = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && name in environment.shape),
  );
  const parsed = environment.safeParse(values);
  const mistakes = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...missingSettings(values, purpose),
    ...unsafeSettings(values),
    ...(parsed.success ? wrongIssuers(parsed.data) : []),
  ];
  if (!parsed.success || mistakes.length > 0) throw new ConfigurationError(mistakes);
  return deeplyFrozen({ ...arrange(parsed.data), limitations: limitations(values), unknownSettings: unknownSettings(env) });
}

function arrange(env: Environment) {
  const production = env.NODE_ENV === 'production';
  const host = env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  return {
    production,
    version: packageVersion(),
    http: {
      port: env.PORT,
      host,
      reachableHost: reachableHost(host),
      /** Unset: the address that the server listens on. */
      baseUrl: env.BASE_URL,
      trustProxy: /^\d+$/.test(env.TRUST_PROXY) ? Number(env.TRUST_PROXY) : env.TRUST_PROXY,
    },
    /** Whether other machines may reach the stand-ins for development, see src/development/stand-ins.ts. */
    allowsInsecureDevelopment: env.ALLOW_INSECURE_DEVELOPMENT === 'true',
    logLevel: env.LOG_LEVEL,
    /** Unset: no metrics are collected or served. */
    metricsPort: env.METRICS_PORT,
    /** Unset: nothing is traced. */
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    dataDir: resolve(packageFolder, env.DATA_DIR),
    /** Unset: one thread for each processor; with more than two processors, one is left free. */
    search: {
      threads: env.SEARCH_THREADS,
      /** Unset: this process counts by itself. */
      clickhouseUrl: env.CLICKHOUSE_URL,
    },
    /** In bytes. */
    bodyMemory: env.BODY_MEMORY_MB * 1024 * 1024,
    /** Without a url: the embedded server in dataDir. */
    database: {
      url: env.DATABASE_URL,
      /** For commands, which a pooler in transaction mode cannot serve. Unset: the same as url. */
      directUrl: env.DATABASE_URL_DIRECT,
      /** The read replicas for company data, one address for each server. */
      replicaUrls: env.DATABASE_URL_REPLICA ? hostUrls(env.DATABASE_URL_REPLICA) : [],
      poolSize: env.DATABASE_POOL_SIZE,
      /** The database roles that `migrate` grants rights to. */
      roles: { serving: env.DATABASE_SERVING_ROLE, importing: env.DATABASE_IMPORTING_ROLE },
    },
    /** Unset: this process counts by itself. */
    redis: env.REDIS_URL
      ? { url: env.REDIS_URL, caFile: env.REDIS_CA_FILE, sentinelPassword: env.REDIS_SENTINEL_PASSWORD }
      : undefined,
    /** The proxy settings that are set, under the names that Node reads. */
    proxy: Object.fromEntries(
      Object.entries({
        http_proxy: env.http_proxy ?? env.HTTP_PROXY,
        https_proxy: env.https_proxy ?? env.HTTPS_PROXY,
        no_proxy: env.no_proxy ?? env.NO_PROXY,
      }).filter(([, value]) => value !== undefined),
    ),
    identity: {
      issuer: env.OIDC_ISSUER,
      /** The issuers beside it. */
      issuers: env.OIDC_ISSUERS,
      audience: env.OIDC_AUDIENCE,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      /** The first one seals, all of them open. Unset: a secret in a file in dataDir. */
      sessionSecrets: env.SESSION_SECRET,
      /** The e-mail addresses of the operators. */
      operators: env.OPERATORS,
    },
    /** Without either: reports of leaked keys are not taken. The file wins. */
    secretScanning: { keysUrl: env.SECRET_SCANNING_KEYS_URL, keysFile: env.SECRET_SCANNING_KEYS },
    /** Unset: no payment provider, or outside production the local one. */
    billing: billingOf(env),
    /** Unset: no mail server. */
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    /** In days. */
    retention: {
      paymentEvents: env.RETENTION_PAYMENT_EVENTS_DAYS,
      usage: env.RETENTION_USAGE_DAYS,
      revokedKeys: env.RETENTION_REVOKED_KEYS_DAYS,
      auditEntries: env.RETENTION_AUDIT_DAYS,
      sessions: env.RETENTION_SESSIONS_DAYS,
      requestLog: env.RETENTION_REQUEST_LOG_DAYS,
      changes: env.RETENTION_CHANGES_DAYS,
    },
  };
}

/** All four settings are set or none: `missingSettings` has checked that. */
function billingOf(env: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pro } = env;
  const { STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = env;
  return secretKey && webhookSecret && pro && business
    ? { secretKey, webhookSecret, prices: { pro, business }, apiBase }
    : undefined;
}

/** The host under which the service reaches itself: localhost if it listens on all addresses or on loopback. */
function reachableHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export type Config = ReturnType<typeof loadConfig>;

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
