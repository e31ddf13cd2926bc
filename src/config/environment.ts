import { isIP } from 'node:net';
import { z } from 'zod';
import { issuerList } from './issuers.ts';
import { hostUrls, httpUrl, protectedUrl } from './urls.ts';

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65535, 'must be a port number');
const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: `must be ${what}` });
/** One or several hosts, separated by commas. */
const addresses = (protocols: RegExp, what: string) =>
  z
    .string()
    .refine(
      (value) => hostUrls(value).every((one) => URL.canParse(one) && protocols.test(new URL(one).protocol)),
      `must be ${what}`,
    );
/** Whether an address with several Redis hosts names their kind: a cluster, or sentinels. */
const hasOneKind = (value: string): boolean => hostUrls(value).length < 2 || /[?&](cluster=true|sentinel=[^&]+)(&|$)/.test(value);
/** Whether the names of ClickHouse's database and cluster need no quotation marks. */
const hasPlainNames = (value: string): boolean =>
  hostUrls(value).every((one) => {
    const { pathname, searchParams } = URL.canParse(one) ? new URL(one) : new URL('http://none');
    return /^\/?\w*$/.test(pathname) && /^[\w-]*$/.test(searchParams.get('cluster') ?? '');
  });
const databaseUrl = addresses(/^postgres(ql)?:$/, 'a postgres:// address');
const withoutSlashes = (address: string): string => (address.endsWith('/') ? withoutSlashes(address.slice(0, -1)) : address);
/** The new secret, and after a comma the old one while both are in use. */
export function secretsIn(text: string): string[] {
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
  CLICKHOUSE_URL: addresses(/^https?:$/, 'an http or https address')
    .refine((value) => hostUrls(value).length < 2 || /[?&]cluster=./.test(value), 'with several hosts must say ?cluster=<name>')
    .refine(hasPlainNames, 'must name a database and a cluster by letters, digits and underscores')
    .optional(),
  REDIS_URL: addresses(/^rediss?:$/, 'a redis:// or rediss:// address')
    .refine(hasOneKind, 'with several hosts must say ?cluster=true or ?sentinel=<name of the master>')
    .optional(),
  REDIS_CA_FILE: z.string().optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
});

/**
 * Only downloads use these, so a wrong value does not stop the start. Names in lower case take precedence, as in other programs.
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
  OIDC_ISSUER: protectedUrl.optional(),
  OIDC_ISSUERS: issuerList,
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

const secretScanning = z.object({
  SECRET_SCANNING_KEYS_URL: protectedUrl.optional(),
  SECRET_SCANNING_KEYS: z.string().optional(),
});

const billing = z.object({
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_PRO: z.string().optional(),
  STRIPE_PRICE_BUSINESS: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
});

const mail = z.object({
  SMTP_URL: url(/^smtps?$/, 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z.email('must be an e-mail address').max(254, 'must be an e-mail address').optional(),
});

/** In days. A second purchase can extend a period to two months, and its usage is needed until its end. */
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
  RETENTION_REQUEST_LOG_DAYS: days(0, 7),
  RETENTION_CHANGES_DAYS: days(1, 400),
});

/** The variables, each checked by itself. environment-rules.ts checks them together. */
export const environment = z.object({
  ...http.shape,
  ...operations.shape,
  ...storage.shape,
  ...network.shape,
  ...identity.shape,
  ...operators.shape,
  ...secretScanning.shape,
  ...billing.shape,
  ...mail.shape,
  ...retention.shape,
});
export type Environment = z.output<typeof environment>;
/** The variables that are set, before they are parsed. */
export type RawEnvironment = Partial<Record<keyof Environment, string>>;
