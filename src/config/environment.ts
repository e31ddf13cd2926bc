import { isIP } from 'node:net';
import { z } from 'zod';
import { issuerList } from './issuers.ts';
import { hostUrls, httpUrl, protectedUrl } from './urls.ts';

const wholeNumber = (least: number, most: number, error = `must be a whole number from ${least} to ${most}`) =>
  z.coerce.number({ error }).int(error).min(least, error).max(most, error);
const port = wholeNumber(0, 65_535, 'must be a port number');
/** For how long rows are kept. */
const days = (least: number, preset: number) =>
  wholeNumber(least, 36_500, `must be a whole number of days from ${least} to 36500`).default(preset);
/** A second purchase can extend a period to two months, and its usage is needed until its end. */
const longestPeriodDays = 62;
const wrongMemory = 'must be a number from 0 to 65536';
const wrongOperators = 'must be a list of at most 100 e-mail addresses, with commas between them';
/** One or several hosts, separated by commas. */
const urls = (protocols: RegExp, what: string) =>
  z
    .string()
    .refine(
      (value) => hostUrls(value).every((one) => URL.canParse(one) && protocols.test(new URL(one).protocol)),
      `must be ${what}`,
    );
/** Whether a URL with several Redis hosts names their kind: a cluster, or sentinels. */
const hasOneKind = (value: string): boolean => hostUrls(value).length < 2 || /[?&](cluster=true|sentinel=[^&]+)(&|$)/.test(value);
/** Whether the names of ClickHouse's database and cluster need no quotation marks. */
const hasPlainNames = (value: string): boolean =>
  hostUrls(value).every((one) => {
    const { pathname, searchParams } = URL.canParse(one) ? new URL(one) : new URL('http://none');
    return /^\/?\w*$/.test(pathname) && /^[\w-]*$/.test(searchParams.get('cluster') ?? '');
  });
const databaseUrl = urls(/^postgres(ql)?:$/, 'a postgres:// address');
const withoutSlashes = (url: string): string => (url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url);
/** The new secret, and after a comma the old one while both are in use. */
export const secretsIn = (text: string): string[] => text.split(',').map((secret) => secret.trim());
/** What Express accepts: a number of proxies, or a list of IPs, ranges and names of ranges. */
const isTrust = (value: string): boolean =>
  /^\d{1,2}$/.test(value) ||
  value.split(',').every((part) => {
    const [ip = '', bits = '0', ...rest] = part.trim().split('/');
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(part.trim());
    return named || (isIP(ip) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= 128 && rest.length === 0);
  });

/** The variables, each checked by itself. environment-rules.ts checks them together. */
export const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().optional(),
  BASE_URL: httpUrl.transform(withoutSlashes).optional(),
  TRUST_PROXY: z.string().refine(isTrust, 'must be a number of proxies or a list of their addresses').default('0'),

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

  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_DIRECT: databaseUrl.optional(),
  DATABASE_URL_REPLICA: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_SERVING_ROLE: z.string().max(63, 'must be the name of a database role').optional(),
  DATABASE_IMPORTING_ROLE: z.string().max(63, 'must be the name of a database role').optional(),
  BODY_MEMORY_MB: z.coerce.number({ error: wrongMemory }).min(0, wrongMemory).max(65_536, wrongMemory).default(32),
  SEARCH_THREADS: wholeNumber(1, 64).optional(),
  CLICKHOUSE_URL: urls(/^https?:$/, 'an http or https address')
    .refine((value) => hostUrls(value).length < 2 || /[?&]cluster=./.test(value), 'with several hosts must say ?cluster=<name>')
    .refine(hasPlainNames, 'must name a database and a cluster by letters, digits and underscores')
    .optional(),
  REDIS_URL: urls(/^rediss?:$/, 'a redis:// or rediss:// address')
    .refine(hasOneKind, 'with several hosts must say ?cluster=true or ?sentinel=<name of the master>')
    .optional(),
  REDIS_CA_FILE: z.string().optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),

  // Only downloads use these, so a wrong value does not stop the start. Names in lower case win, as in other programs.
  HTTP_PROXY: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  http_proxy: z.string().optional(),
  https_proxy: z.string().optional(),
  no_proxy: z.string().optional(),

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
  OPERATORS: z
    .string()
    .transform((text) => text.split(',').map((email) => email.trim()))
    .pipe(z.array(z.email(wrongOperators).max(254, wrongOperators)).max(100, wrongOperators))
    .default([]),

  SECRET_SCANNING_KEYS_URL: protectedUrl.optional(),
  SECRET_SCANNING_KEYS: z.string().optional(),

  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_PRO: z.string().optional(),
  STRIPE_PRICE_BUSINESS: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),

  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.email('must be an e-mail address').max(254, 'must be an e-mail address').optional(),

  RETENTION_PAYMENT_EVENTS_DAYS: days(30, 730),
  RETENTION_USAGE_DAYS: days(longestPeriodDays, 400),
  RETENTION_REVOKED_KEYS_DAYS: days(1, 400),
  RETENTION_AUDIT_DAYS: days(1, 400),
  RETENTION_SESSIONS_DAYS: days(1, 30),
  RETENTION_REQUEST_LOG_DAYS: days(0, 7),
  RETENTION_CHANGES_DAYS: days(1, 400),
});
export type Environment = z.output<typeof environment>;
/** The variables that are set, before they are parsed. */
export type RawEnvironment = Partial<Record<keyof Environment, string>>;
