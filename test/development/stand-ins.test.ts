import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { isLoopback } from '../../src/config/loopback.ts';
import { tokenFor } from '../../src/development/issuer/token.ts';
import { keepWithinLoopback, openStandIns, refuseRemoteRequest } from '../../src/development/stand-ins.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { processes, runHere } from '../support/process.ts';
import { RawClient } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const { run, endAll } = processes();
afterEach(endAll);
let database: Awaited<ReturnType<typeof createDatabase>>;
let dataDir: string;
beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'registry-doors-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const issuer = { OIDC_ISSUER: 'https://issuer.example' };
const stripe = { STRIPE_SECRET_KEY: 'a', STRIPE_WEBHOOK_SECRET: 'b', STRIPE_PRICE_PRO: 'c', STRIPE_PRICE_BUSINESS: 'd' };
const refusal = (env: Record<string, string>): string => {
  const config = loadConfig(env);
  try {
    keepWithinLoopback(config, openStandIns(config));
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Error).message;
  }
  return '';
};

test.each([
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.255.0.9',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
])('%s is this machine', (host) => expect(isLoopback(host)).toBe(true));

test.each([
  '0.0.0.0',
  '::',
  '[::]',
  '192.168.1.7',
  '10.0.0.1',
  '128.0.0.1',
  'fe80::1%eth0',
  '::ffff:10.0.0.1',
  'registry.example',
  'localhost.example',
  '127.0.0.1.example',
  '127.1',
  '0',
  '',
])('%j may be reached from elsewhere', (host) => expect(isLoopback(host)).toBe(false));

test.each([
  [
    'every address',
    { HOST: '0.0.0.0' },
    /^HOST leads .* any e-mail address and payments without money: set OIDC_ISSUER and STRIPE/,
  ],
  ['every address, IPv6', { HOST: '::' }, /^HOST leads/],
  ['an address of the network', { HOST: '192.168.1.7' }, /^HOST leads/],
  ['a name', { HOST: 'my-laptop' }, /^HOST leads/],
  ['a public address', { BASE_URL: 'https://registry.example' }, /^BASE_URL leads/],
  ['both', { HOST: '::', BASE_URL: 'http://10.0.0.1' }, /^HOST and BASE_URL lead beyond/],
  ['a test', { HOST: '0.0.0.0', NODE_ENV: 'test' }, /^HOST leads/],
  ['the payments alone', { HOST: '0.0.0.0', ...issuer }, /the service opens payments without money: set STRIPE_SECRET_KEY/],
  [
    'the sign-in alone',
    { HOST: '0.0.0.0', ...stripe },
    /the service opens a sign-in that takes any e-mail address: set OIDC_ISSUER, or/,
  ],
  ['no', { HOST: '0.0.0.0', ALLOW_INSECURE_DEVELOPMENT: 'false' }, /ALLOW_INSECURE_DEVELOPMENT=true\.$/],
])('for development the service is not opened to %s', (_, env, message) => {
  expect(refusal(env)).toMatch(message);
  expect(refusal(env)).not.toContain('\n');
});

test.each([
  ['nothing is set', {}],
  ['everything is loopback', { HOST: '127.0.0.2', BASE_URL: 'http://[::1]:3000' }],
  ['there are a real issuer and real payments', { HOST: '0.0.0.0', ...issuer, ...stripe }],
  ['it is asked for in so many words', { HOST: '0.0.0.0', ALLOW_INSECURE_DEVELOPMENT: 'true' }],
  [
    'it is production, which has no such doors',
    { NODE_ENV: 'production', ...issuer, DATABASE_URL: 'postgres://db/x', SESSION_SECRET: sessionSecret },
  ],
])('it is opened where %s', (_, env) => expect(refusal(env)).toBe(''));

test('the start is refused in one line before anything listens, metrics included; migrating opens nothing', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, HOST: '0.0.0.0', METRICS_PORT: '0', NODE_ENV: 'test' };
  const refused = run(env);
  expect(await refused.end()).toBe(1);
  expect(refused.output.trim().split('\n')).toEqual([expect.stringMatching(/^HOST leads beyond this machine/)]);
  expect((await runHere(env, 'migrate')).code).toBe(0);
});

test('asked for in so many words it starts', async () => {
  const env = { HOST: '0.0.0.0', ALLOW_INSECURE_DEVELOPMENT: 'true' };
  const service = await startTestService({ databaseUrl: database.url, env });
  expect((await service.get('/oidc/.well-known/openid-configuration')).status).toBe(200);
  await service.stop();
});

test('neither a service put together otherwise nor a token is an exception', async () => {
  const base = { BASE_URL: 'https://registry.example' };
  await expect(startTestService({ databaseUrl: database.url, env: base })).rejects.toThrow(/^BASE_URL leads/);
  await expect(tokenFor(['ada@example.com'], loadConfig(base))).rejects.toThrow(/^BASE_URL leads/);
});

/** With headers that fetch would not send. */
const statusOf = (url: string, headers: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    const asking = request(url, { headers }, async (res) => resolve(`${res.statusCode} ${await text(res)}`));
    asking.on('error', reject).end();
  });

describe('an open door is for this machine alone', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ databaseUrl: database.url, env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => service.stop());

  test.each([
    [
      { 'x-forwarded-for': '192.0.2.1' },
      /proxy \(x-forwarded-for\).*any e-mail address: set OIDC_ISSUER, or, .*DEVELOPMENT=true/,
    ],
    [{ forwarded: 'for=192.0.2.1' }, /proxy \(forwarded\)/],
    [{ via: '1.1 haproxy' }, /proxy \(via\)/],
    [{ 'x-real-ip': '192.0.2.1' }, /proxy \(x-real-ip\)/],
    [{ 'x-forwarded-host': 'localhost' }, /proxy \(x-forwarded-host\)/],
    [{ host: 'evil.example' }, /names another host/],
    [{ host: 'localhost.evil.example:3000' }, /names another host/],
    [{ host: '192.168.1.7:3000' }, /names another host/],
  ])('%j is refused at the sign-in, and says what to set', async (headers, message) => {
    for (const path of ['/oidc/.well-known/openid-configuration', '/auth/login', '/auth/callback?code=a&state=b', '/oidc/auth']) {
      const answer = await statusOf(service.url + path, headers);
      expect(answer, path).toMatch(/^400 .*invalid_request/);
      expect(answer, path).toMatch(message);
    }
    expect(await statusOf(`${service.url}/api/v1/plans`, headers), 'what is no door').toMatch(/^200 /);
  });

  test.each([
    ...['x-cluster-client-ip', 'fastly-client-ip', 'fly-client-ip', 'x-azure-clientip', 'x-envoy-external-address'],
    ...['x-proxyuser-ip', 'x-amzn-trace-id', 'cf-ray', 'cdn-loop', 'x-appengine-user-ip', 'x-request-id', 'traceparent'],
    ...['x-somebody-elses-ip', 'client', 'x-9', 'remote-user', 'proxy-connection', 'x-arr-ssl', 'sec', 'x-sec-fetch-site'],
  ])('%s is of no browser, so it is refused', async (name) => {
    for (const path of ['/oidc/.well-known/openid-configuration', '/auth/login'])
      expect(await statusOf(service.url + path, { [name]: '192.0.2.1' }), path).toMatch(
        new RegExp(`^400 .*came through a proxy \\(${name}\\)`),
      );
  });

  test('what browsers, curl and clients of other languages send comes in', async () => {
    const accept = { accept: '*/*', 'accept-encoding': 'gzip, br', 'accept-language': 'en', 'user-agent': 'x' };
    const callers: Record<string, string>[] = [
      { 'user-agent': 'curl/8.5.0', accept: '*/*' },
      {
        ...{ ...accept, connection: 'keep-alive', 'upgrade-insecure-requests': '1', 'sec-fetch-site': 'none', 'sec-gpc': '1' },
        ...{ 'sec-ch-ua': '"Chromium"', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' },
        ...{
          priority: 'u=0, i',
          te: 'trailers',
          dnt: '1',
          cookie: 'a=b',
          referer: `${service.url}/dashboard`,
          pragma: 'no-cache',
        },
        ...{ 'cache-control': 'no-cache', 'if-none-match': '"x"', 'if-modified-since': 'Sat, 29 Oct 1994 19:43:31 GMT' },
      },
    ];
    for (const headers of callers) expect(await statusOf(`${service.url}/auth/login`, headers)).toMatch(/^302 /);
  });

  test('a caller from elsewhere is refused, whatever it sends', () => {
    const asking = (remoteAddress: string) => () =>
      refuseRemoteRequest('mail', { httpVersion: '1.1', headers: { host: 'localhost' }, socket: { remoteAddress } });
    for (const address of ['192.168.1.7', '::ffff:10.0.0.1', 'fe80::1']) expect(asking(address)).toThrow(/another machine/);
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(asking(address)).not.toThrow();
  });

  test('a proxy that adds nothing is known by its HTTP/1.0', async () => {
    for (const path of ['/oidc/.well-known/openid-configuration', '/auth/login']) {
      const client = new RawClient(service.url).send(`GET ${path} HTTP/1.0\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n\r\n`);
      expect(await client.rest(), path).toMatch(/^HTTP\/1\.1 400 .*came through a proxy \(HTTP\/1\.0\)/s);
    }
  });

  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]:3000'])('%s is this machine', async (host) => {
    expect(await statusOf(`${service.url}/oidc/.well-known/openid-configuration`, { host })).toMatch(/^200 /);
    expect(await statusOf(`${service.url}/auth/login`, { host })).toMatch(/^302 /);
  });

  test('asked for in so many words everybody comes in', async () => {
    const open = await startTestService({ databaseUrl: database.url, env: { ALLOW_INSECURE_DEVELOPMENT: 'true' } });
    expect(await statusOf(`${open.url}/auth/login`, { host: 'evil.example', via: '1.1 proxy' })).toMatch(/^302 /);
    await open.stop();
  });

  test('payments without money have their own words', () => {
    expect(() =>
      refuseRemoteRequest('payments', { httpVersion: '1.1', headers: { host: 'localhost', via: '1.1 proxy' } }),
    ).toThrow(/payments without money: set STRIPE/);
    const headers = { host: 'localhost', 'user-agent': 'x', 'content-type': 'text/plain' };
    expect(() => refuseRemoteRequest('payments', { httpVersion: '1.1', headers })).not.toThrow();
  });
});
