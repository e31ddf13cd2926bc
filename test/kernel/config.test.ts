import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigurationError, loadConfig } from '../../src/config/config.ts';
import { isGuessable } from '../../src/config/environment-rules.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';

function mistakes(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  return '';
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://u:p@db/registry',
  OIDC_ISSUER: 'https://issuer.example',
  SESSION_SECRET: sessionSecret,
};

test('an empty environment gives the embedded defaults', () => {
  const config = loadConfig({});
  expect(config).toMatchObject({
    production: false,
    http: { port: 3000, host: '127.0.0.1', reachableHost: 'localhost', baseUrl: undefined, trustProxy: 0 },
    logLevel: 'info',
    metricsPort: undefined,
    dataDir: resolve('.data'),
    database: { url: undefined, poolSize: 10 },
    identity: { audience: 'company-registry' },
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('the data folder is in the folder of the package, wherever a command is started', () => {
  const before = process.cwd();
  try {
    process.chdir('/');
    expect([loadConfig({}).dataDir, loadConfig({ DATA_DIR: 'data' }).dataDir]).toEqual([`${before}/.data`, `${before}/data`]);
    expect(loadConfig({ DATA_DIR: '/srv/data' }).dataDir).toBe('/srv/data');
  } finally {
    process.chdir(before);
  }
});

test('variables that look like settings and are none are named, without their values', () => {
  const env = { DATABSE_URL: 'secret', LOGLEVEL: '', PROT: '1', STRIPE_KEY: 'secret', RETENTION_DAYS: '1' };
  expect(loadConfig(env).unknownSettings).toEqual([
    'DATABSE_URL is not a setting of this service, so it is ignored. Did you mean DATABASE_URL?',
    'LOGLEVEL is not a setting of this service, so it is ignored. Did you mean LOG_LEVEL?',
    'PROT is not a setting of this service, so it is ignored. Did you mean PORT?',
    'STRIPE_KEY is not a setting of this service, so it is ignored.',
    'RETENTION_DAYS is not a setting of this service, so it is ignored.',
  ]);
  const others = ['HOME', 'PATH', 'HOSTNAME', 'FTP_PROXY', 'ALL_PROXY', 'POSTGRES_PASSWORD', 'npm_config_port'];
  const ofKubernetes = ['REDIS_SERVICE_HOST', 'REDIS_PORT_6379_TCP_ADDR', 'DATABASE_SERVICE_PORT_HTTP', 'REDIS_PORT'];
  const unset = Object.fromEntries([...others, ...ofKubernetes, 'DATABASE_URL'].map((name) => [name, '']));
  expect(loadConfig(unset).unknownSettings).toEqual([]);
});

test('an address that we show, or ask without a password, has none', () => {
  for (const name of ['BASE_URL', 'OIDC_ISSUER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'STRIPE_API_BASE']) {
    const message = mistakes({ [name]: 'https://someone:hidden@host.example' });
    expect(message).toContain(`${name} must be an http or https address without a user and a password`);
    expect(message).not.toContain('hidden');
  }
});

test('an empty variable counts as unset', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '', METRICS_PORT: '', NODE_ENV: '', BASE_URL: '' })).toEqual(loadConfig({}));
});

test('production listens on every address, and needs database, issuer and session secret', () => {
  expect(loadConfig(production)).toMatchObject({ production: true, http: { host: '0.0.0.0' } });
  const message = mistakes({ NODE_ENV: 'production', DATABASE_URL: '' });
  for (const name of ['DATABASE_URL', 'OIDC_ISSUER', 'SESSION_SECRET'])
    expect(message).toContain(`${name} is required in production`);
  expect(message).not.toContain('\n');
});

test('all mistakes are told together, by name, and never with their values', () => {
  const message = mistakes({
    ...production,
    PORT: 'hunter2',
    BASE_URL: 'hunter2',
    LOG_LEVEL: 'hunter2',
    DATABASE_URL: 'mysql://hunter2',
    SESSION_SECRET: 'hunter2',
    STRIPE_SECRET_KEY: 'hunter2',
  });
  for (const name of [
    'PORT',
    'BASE_URL',
    'LOG_LEVEL',
    'DATABASE_URL',
    'SESSION_SECRET',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PRICE_PRO',
    'STRIPE_PRICE_BUSINESS',
  ])
    expect(message).toContain(name);
  expect(message).not.toContain('hunter2');
});

test('half of a payment provider is a mistake, whichever half; a public client needs no secret', () => {
  const whole = { STRIPE_SECRET_KEY: 'a', STRIPE_WEBHOOK_SECRET: 'b', STRIPE_PRICE_PRO: 'c', STRIPE_PRICE_BUSINESS: 'd' };
  expect(loadConfig(whole).billing).toMatchObject({ secretKey: 'a', webhookSecret: 'b', prices: { pro: 'c', business: 'd' } });
  for (const name of Object.keys(whole))
    expect(mistakes({ ...whole, [name]: '' })).toContain(`${name} is required beside STRIPE_`);
  expect(mistakes({ STRIPE_API_BASE: 'http://localhost:1' })).toContain('STRIPE_SECRET_KEY is required beside STRIPE_API_BASE');
  expect(mistakes({ OIDC_CLIENT_SECRET: 'a' })).toContain('OIDC_CLIENT_ID is required');
  expect(mistakes({ OIDC_CLIENT_ID: 'a' })).toBe('');
});

test.each(['0', '65535'])('%s is a port', (value) => expect(loadConfig({ PORT: value }).http.port).toBe(Number(value)));
test.each(['-1', '65536', '3.5', '0x', 'NaN'])('%s is no port', (value) =>
  expect(mistakes({ PORT: value })).toContain('PORT must be a port number'));

test('a plain-http issuer is accepted on loopback alone', () => {
  for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000'])
    expect(mistakes({ OIDC_ISSUER: `http://${host}` })).toBe('');
  for (const host of ['issuer.example', 'localhost.example', '127.0.0.1.example'])
    expect(mistakes({ OIDC_ISSUER: `http://${host}` })).toContain('OIDC_ISSUER');
});

test('in production the payment provider is reached by https, and two plans have two prices', () => {
  const whole = { STRIPE_SECRET_KEY: 'a', STRIPE_WEBHOOK_SECRET: 'b', STRIPE_PRICE_PRO: 'c', STRIPE_PRICE_BUSINESS: 'd' };
  for (const base of ['http://localhost:1', 'http://api.example', 'HTTP://api.example']) {
    expect(mistakes({ ...production, ...whole, STRIPE_API_BASE: base })).toContain('STRIPE_API_BASE must be https in production');
    expect(mistakes({ ...whole, STRIPE_API_BASE: base })).toBe('');
  }
  expect(mistakes({ ...production, ...whole, STRIPE_API_BASE: 'https://api.example' })).toBe('');
  for (const env of [production, {}])
    expect(mistakes({ ...env, ...whole, STRIPE_PRICE_BUSINESS: 'c' })).toContain('STRIPE_PRICE_BUSINESS must be another price');
});

test('where people sign in by browser, production is reached by https', () => {
  const signIn = { ...production, OIDC_CLIENT_ID: 'dashboard' };
  expect(mistakes({ ...signIn, BASE_URL: 'http://registry.example' })).toContain('BASE_URL must be https outside loopback');
  for (const base of ['https://registry.example', 'http://localhost:3000', ''])
    expect(mistakes({ ...signIn, BASE_URL: base })).toBe('');
  expect(mistakes({ ...production, BASE_URL: 'http://registry.example' }), 'tokens alone').toBe('');
});

test.each([
  ['one character', 'x'.repeat(64)],
  ['few characters', 'abcabcacbbacabcbacbabcabcbacbacbabcacbbacbabcacb'],
  ['a repeated word', 'Zq8-Zq8-Zq8-Zq8-Zq8-Zq8-Zq8-Zq8-Zq8-'],
  ['what was meant to be replaced', 'please-Change_Me-before-you-go-live!'],
  ['a known word', 'MySuperSecretForTheRegistry-2026-xyz'],
  ['a row of digits', '0123456789abcdef0123456789ABCDEF'],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'],
  ['a bad one beside a good one', `${sessionSecret},${'x'.repeat(32)}`],
])('in production %s is no session secret; the value is not told', (_, secret) => {
  const message = mistakes({ ...production, SESSION_SECRET: secret });
  expect(message).toMatch(/SESSION_SECRET can be guessed: make one at random/);
  expect(message).not.toContain(secret);
  expect(mistakes({ SESSION_SECRET: secret })).toBe('');
});

test('whatever is made at random is a session secret', () => {
  // The same in every run, so that the test says the same in every run.
  for (let i = 0; i < 1_000; i++) {
    const bytes = hash('sha256', String(i), 'buffer');
    for (const secret of [bytes.toString('hex', 0, 16), bytes.toString('base64')])
      expect(isGuessable(secret), secret).toBe(false);
  }
  // A letter of these was random: in five of a row there can be a word.
  expect(isGuessable('TOU5+7DL/C7VnUA9dANhMiXkvZREAMGqGupassWfzL4=')).toBe(false);
});

test('a session secret may have a successor before it; three are a mistake, and each has its length', () => {
  const other = randomBytes(32).toString('base64');
  expect(loadConfig({ SESSION_SECRET: sessionSecret }).identity.sessionSecrets).toEqual([sessionSecret]);
  expect(loadConfig({ SESSION_SECRET: `${other}, ${sessionSecret}` }).identity.sessionSecrets).toEqual([other, sessionSecret]);
  expect(mistakes({ SESSION_SECRET: `${other},${sessionSecret},${other}` })).toContain('SESSION_SECRET may hold two values');
  for (const short of [`${other},short`, `short,${other}`, `${other},`, `,${other}`])
    expect(mistakes({ SESSION_SECRET: short })).toContain('SESSION_SECRET must have at least 32 characters');
});

test('several ClickHouse servers are a cluster, whose name needs no quotation marks; the password is not told', () => {
  const url = 'http://registry:hunter2@one:8123,two:8123/registry';
  expect(loadConfig({ CLICKHOUSE_URL: `${url}?cluster=main` }).search.clickhouseUrl).toBe(`${url}?cluster=main`);
  expect(mistakes({ CLICKHOUSE_URL: 'https://one:8443' })).toBe('');
  expect(mistakes({ CLICKHOUSE_URL: url })).toContain('CLICKHOUSE_URL with several hosts must say ?cluster=<name>');
  for (const wrong of ['tcp://one:9000', 'http://one/a.b', `${url}?cluster=a'b`]) {
    expect(mistakes({ CLICKHOUSE_URL: wrong })).toContain('CLICKHOUSE_URL');
    expect(mistakes({ CLICKHOUSE_URL: wrong })).not.toContain('hunter2');
  }
});

test('the base address has no slash at its end, however it was given', () => {
  expect(loadConfig({ BASE_URL: 'https://registry.example/' }).http.baseUrl).toBe('https://registry.example');
});

test('.env.example explains every variable that the service reads', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const source = readFileSync(new URL('../../src/config/environment.ts', import.meta.url), 'utf8');
  const read = [...source.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
  const explained = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(read.length).toBeGreaterThan(20);
  expect(explained.sort()).toEqual(read.sort());
});

test.each([
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['127.0.0.2', '127.0.0.2'],
  ['fd00::1', '[fd00::1]'],
])('listening on %s, the service reaches itself at %s', (HOST, reachableHost) => {
  expect(loadConfig({ HOST }).http).toMatchObject({ host: HOST, reachableHost });
});
