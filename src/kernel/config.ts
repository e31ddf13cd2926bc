import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { addressesOf } from './addresses.ts';
import { Refusal } from './errors.ts';
import { isGuessable } from './guessable.ts';

/** Everything that is wrong with the environment, in one message. Values are never quoted, because they may be secrets. */
export class ConfigurationError extends Refusal {
  constructor(mistakes: string[]) {
    super(`The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}: ${mistakes.join('; ')}.`);
  }
}

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65535, 'must be a port number');
const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: `must be ${what}` });
/** Ours is shown to clients, and `fetch` asks none that has a password. */
const httpUrl = url(/^https?$/, 'an http or https address').refine((value) => {
  const { username, password } = URL.parse(value) ?? {};
  return !username && !password;
}, 'must be an http or https address without a user and a password');
/** One or several hosts, separated by commas. */
const addresses = (protocols: RegExp, what: string) =>
  z
    .string()
    .refine(
      (value) => addressesOf(value).every((one) => URL.canParse(one) && protocols.test(new URL(one).protocol)),
      `must be ${what}`,
    );
/** Whether it is told what several Redis servers are to each other. */
const hasOneKind = (value: string): boolean =>
  addressesOf(value).length < 2 || /[?&](cluster=true|sentinel=[^&]+)(&|$)/.test(value);
const databaseUrl = addresses(/^postgres(ql)?:$/, 'a postgres:// address');
const withoutSlashes = (address: string): string => (address.endsWith('/') ? withoutSlashes(address.slice(0, -1)) : address);
/** The new secret, and after a comma the old one while both are in use. */
function secretsIn(text: string): string[] {
  return text.split(',').map((secret) => secret.trim());
}
/** What Express accepts: a number of proxies, or a list of addresses, ranges and names of ranges. */
const isTrust = (value: string): boolean =>
  /^\d{1,2}$/.test(value) ||
  value.split(',').every((part) => {
    const [address = '', bits = '0', ...rest] = part.trim().split('/');
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(part.trim());
    return named || (isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= 128 && rest.length === 0);
  });
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether a host is this machine only. A name other than localhost may be anywhere. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family ? loopback.check(address, family === 6 ? 'ipv6' : 'ipv4') : address.toLowerCase() === 'localhost';
}
/** Whether an address is https, or http on this machine. */
const isProtected = (url: string): boolean => !URL.canParse(url) || url.startsWith('https:') || isLoopback(new URL(url).hostname);

const http = z.object({
  PORT: port.default(3000),
  HOST: z.string().optional(),
  BASE_URL: httpUrl.transform(withoutSlashes).optional(),
  TRUST_PROXY: z.string().refine(isTrust, 'must be a number of proxies or a list of their addresses').default('0'),
});

const operations = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('development'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.transform(withoutSlashes).optional(),
  ALLOW_INSECURE_DEVELOPMENT: z.enum(['true', 'false'], { error: 'must be true or false' }).default('false'),
});

const storage = z.object({
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_DIRECT: databaseUrl.optional(),
  DATABASE_URL_REPLICA: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number({ error: 'must be a whole number from 1 to 1000' })
    .int('must be a whole number from 1 to 1000')
    .min(1, 'must be a whole number from 1 to 1000')
    .max(1000, 'must be a whole number from 1 to 1000')
    .default(10),
  DATABASE_SERVING_ROLE: z.string().max(63, 'must be the name of a database role').optional(),
  DATABASE_IMPORTING_ROLE: z.string().max(63, 'must be the name of a database role').optional(),
  BODY_MEMORY_MB: z.coerce
    .number({ error: 'must be a number from 0 to 65536' })
    .min(0, 'must be a number from 0 to 65536')
    .max(65_536, 'must be a number from 0 to 65536')
    .default(32),
  SEARCH_THREADS: z.coerce
    .number({ error: 'must be a whole number from 1 to 64' })
    .int('must be a whole number from 1 to 64')
    .min(1, 'must be a whole number from 1 to 64')
    .max(64, 'must be a whole number from 1 to 64')
    .optional(),
  REDIS_URL: addresses(/^rediss?:$/, 'a redis:// or rediss:// address')
    .refine(hasOneKind, 'with several hosts must say ?cluster=true or ?sentinel=<name of the master>')
    .optional(),
  REDIS_CA_FILE: z.string().optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
});

/**
 * For downloads alone, so a wrong one doesn't keep the service from starting. In lower case they count first, as with other
 * programs.
 */
const network = z.object({
  HTTP_PROXY: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  http_proxy: z.string().optional(),
  https_proxy: z.string().optional(),
  no_proxy: z.string().optional(),
});

const identity = z.object({
  OIDC_ISSUER: httpUrl.refine(isProtected, 'must be https outside loopback').optional(),
  OIDC_AUDIENCE: z.string().default('company-registry'),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SESSION_SECRET: z
    .string()
    .transform(secretsIn)
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), 'must have at least 32 characters')
    .refine((secrets) => secrets.length <= 2, 'may hold two values at most, the new one and the old one')
    .optional(),
});

const wrongOperators = 'must be a list of at most 100 e-mail addresses, with commas between them';
const operators = z.object({
  OPERATORS: z
    .string()
    .transform((text) => text.split(',').map((email) => email.trim()))
    .pipe(z.array(z.email(wrongOperators).max(254, wrongOperators)).max(100, wrongOperators))
    .default([]),
});

const billing = z.object({
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_PRO: z.string().optional(),
  STRIPE_PRICE_BUSINESS: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
});

/** In days. Buying again can make a period longer, up to two months. Its usage is needed until its end. */
const longestPeriod = 62;
const days = (least: number, preset: number) => {
  const what = `must be a whole number of days from ${least} to 36500`;
  return z.coerce.number({ error: what }).int(what).min(least, what).max(36_500, what).default(preset);
};
const retention = z.object({
  RETENTION_PAYMENT_EVENTS_DAYS: days(30, 730),
  RETENTION_USAGE_DAYS: days(longestPeriod, 400),
  RETENTION_REVOKED_KEYS_DAYS: days(1, 400),
  RETENTION_AUDIT_DAYS: days(1, 400),
  RETENTION_SESSIONS_DAYS: days(1, 30),
  RETENTION_CHANGES_DAYS: days(1, 400),
});

const environment = z.object({
  ...http.shape,
  ...operations.shape,
  ...storage.shape,
  ...network.shape,
  ...identity.shape,
  ...operators.shape,
  ...billing.shape,
  ...retention.shape,
});
type Environment = z.output<typeof environment>;
/** The variables that are set, before they are parsed. */
type Given = Partial<Record<keyof Environment, string>>;

/** What is asked for in production: by the service, and by a command, which serves nobody and so needs no identity. */
const requiredInProduction = {
  serving: ['DATABASE_URL', 'OIDC_ISSUER', 'SESSION_SECRET'],
  command: ['DATABASE_URL'],
} as const;
/** What the settings are read for. */
type Purpose = keyof typeof requiredInProduction;
/** Settings that need each other. With some of Stripe's settings missing the service must not start without payments. */
const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO', 'STRIPE_PRICE_BUSINESS'] as const;
const groups = [
  { anyOf: [...stripe, 'STRIPE_API_BASE'], needs: stripe },
  { anyOf: ['OIDC_CLIENT_SECRET'], needs: ['OIDC_CLIENT_ID'] },
] as const;

function missing(values: Given, purpose: Purpose): string[] {
  const production = values['NODE_ENV'] === 'production';
  const ports = values['METRICS_PORT'] !== '0' && values['METRICS_PORT'] === (values['PORT'] ?? '3000');
  return [
    ...(ports ? ['METRICS_PORT must be another port than PORT'] : []),
    ...requiredInProduction[purpose]
      .filter((name) => production && values[name] === undefined)
      .map((name) => `${name} is required in production`),
    ...groups.flatMap(({ anyOf, needs }) => {
      const given = anyOf.find((name) => values[name] !== undefined);
      return given ? needs.filter((name) => values[name] === undefined).map((name) => `${name} is required beside ${given}`) : [];
    }),
  ];
}

/** Settings that would work but are not safe. */
function unsafe(values: Given): string[] {
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = values;
  const { SESSION_SECRET: secrets, BASE_URL: baseUrl, OIDC_CLIENT_ID: clientId } = values;
  const production = values['NODE_ENV'] === 'production';
  return [
    ...(pro && pro === business ? ['STRIPE_PRICE_BUSINESS must be another price than STRIPE_PRICE_PRO'] : []),
    ...(production && apiBase && !/^https:/i.test(apiBase) ? ['STRIPE_API_BASE must be https in production'] : []),
    ...(production && secrets && secretsIn(secrets).some(isGuessable)
      ? ['SESSION_SECRET can be guessed: make one at random, for instance with openssl rand -base64 32']
      : []),
    // Outside loopback browsers send our cookies over https only.
    ...(production && clientId && baseUrl && !isProtected(baseUrl)
      ? ['BASE_URL must be https outside loopback where people sign in by browser (OIDC_CLIENT_ID)']
      : []),
  ];
}

function deeplyFrozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (part && typeof part === 'object') deeplyFrozen(part);
  return Object.freeze(value);
}

/** The environment. The file .env fills in what it lacks. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Whether `npm run` or `npm start` has started this process. */
export const isStartedByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined;

/** The environment as one frozen, typed value. An empty variable counts as unset. */
export function loadConfig(env: Record<string, string | undefined>, purpose: Purpose = 'serving') {
  const values: Given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && name in environment.shape),
  );
  const parsed = environment.safeParse(values);
  const mistakes = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...missing(values, purpose),
    ...unsafe(values),
  ];
  if (!parsed.success || mistakes.length > 0) throw new ConfigurationError(mistakes);
  return deeplyFrozen(arrange(parsed.data));
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
    /** Whether other machines may reach what is embedded for development, see development-doors.ts. */
    allowsInsecureDevelopment: env.ALLOW_INSECURE_DEVELOPMENT === 'true',
    logLevel: env.LOG_LEVEL,
    /** Unset: no metrics are kept or served. */
    metricsPort: env.METRICS_PORT,
    /** Unset: nothing is traced. */
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    dataDir: resolve(env.DATA_DIR),
    /** Unset: one thread for each processor; with more than two processors, one is left free. */
    search: { threads: env.SEARCH_THREADS },
    /** In bytes. */
    bodyMemory: env.BODY_MEMORY_MB * 1024 * 1024,
    /** Without a url: the embedded server in dataDir. */
    database: {
      url: env.DATABASE_URL,
      /** For commands, which a pooler in transaction mode cannot serve. Unset: as url. */
      directUrl: env.DATABASE_URL_DIRECT,
      /** Company data is read there, one address for each server. */
      replicaUrls: env.DATABASE_URL_REPLICA ? addressesOf(env.DATABASE_URL_REPLICA) : [],
      poolSize: env.DATABASE_POOL_SIZE,
      /** `migrate` grants them their rights. */
      roles: { serving: env.DATABASE_SERVING_ROLE, importing: env.DATABASE_IMPORTING_ROLE },
    },
    /** Unset: this process counts by itself. */
    redis: env.REDIS_URL
      ? { url: env.REDIS_URL, caFile: env.REDIS_CA_FILE, sentinelPassword: env.REDIS_SENTINEL_PASSWORD }
      : undefined,
    /** Named as Node takes them. Only those that are set. */
    proxy: Object.fromEntries(
      Object.entries({
        http_proxy: env.http_proxy ?? env.HTTP_PROXY,
        https_proxy: env.https_proxy ?? env.HTTPS_PROXY,
        no_proxy: env.no_proxy ?? env.NO_PROXY,
      }).filter(([, value]) => value !== undefined),
    ),
    identity: {
      issuer: env.OIDC_ISSUER,
      audience: env.OIDC_AUDIENCE,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      /** The first one seals, all of them open. Unset: one that is kept in dataDir. */
      sessionSecrets: env.SESSION_SECRET,
      /** The e-mail addresses of who runs the service. */
      operators: env.OPERATORS,
    },
    /** Unset: no payment provider, or outside production the local one. */
    billing: billingOf(env),
    /** In days. */
    retention: {
      paymentEvents: env.RETENTION_PAYMENT_EVENTS_DAYS,
      usage: env.RETENTION_USAGE_DAYS,
      revokedKeys: env.RETENTION_REVOKED_KEYS_DAYS,
      auditEntries: env.RETENTION_AUDIT_DAYS,
      sessions: env.RETENTION_SESSIONS_DAYS,
      changes: env.RETENTION_CHANGES_DAYS,
    },
  };
}

/** All four settings or none: `missing` has checked that. */
function billingOf(env: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pro } = env;
  const { STRIPE_PRICE_BUSINESS: business, STRIPE_API_BASE: apiBase } = env;
  return secretKey && webhookSecret && pro && business
    ? { secretKey, webhookSecret, prices: { pro, business }, apiBase }
    : undefined;
}

/** The host under which this service reaches itself. Hosts that mean every address, or loopback, become localhost. */
function reachableHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export type Config = ReturnType<typeof loadConfig>;

function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}
