import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { readOrCreateSecret } from '../../src/development/data-folder.ts';
import { localClientId, personOf } from '../../src/development/issuer/local-identity.ts';
import { openLocalIssuer } from '../../src/development/issuer/local-issuer.ts';
import { tokenFor } from '../../src/development/issuer/token.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { Browser } from '../support/browser/browser.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { runHere, ServiceProcess } from '../support/process.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

const operation = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ plans { id } }"}' };
/** Where the local issuer is tried behind an address that is not this machine. */
const open = { ALLOW_INSECURE_DEVELOPMENT: 'true' };
const form = (email: string) => ({ method: 'POST', body: new URLSearchParams({ email }) });
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('signing in without anybody else', () => {
  let service: TestService;
  const noise = vi.spyOn(process.stdout, 'write');
  const complaints = ['log', 'info', 'warn', 'error'].map((level) => vi.spyOn(console, level as 'log'));
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(async () => {
    await service.stop();
    vi.restoreAllMocks();
  });
  const atPage = async (browser: Browser, path = '/auth/login') => {
    const { response, url } = await browser.follow(service.url + path);
    expect([response.status, new URL(url).pathname]).toEqual([200, expect.stringMatching(/^\/oidc\/sign-in\//)]);
    return { html: await response.text(), url, headers: response.headers };
  };

  test('is loaded before anybody comes, for nobody is answered meanwhile', async () => {
    await service.warmUp();
    expect(service.log.entries()).toContainEqual(expect.objectContaining({ route: '/oidc', status: 200 }));
  });

  /** From the answer of the sign-in page on. */
  const finish = async (browser: Browser, response: Response) => {
    expect(response.status).toBe(303);
    return browser.follow(response.headers.get('location') ?? '', /\/docs/);
  };

  test('any e-mail address works, on a page without scripts, and nothing else is asked', async () => {
    const browser = new Browser();
    const { html, url, headers } = await atPage(browser, '/auth/login?returnTo=/docs');
    expect(html).toMatch(/Local issuer, development only/);
    expect(html).not.toMatch(/<script|src=|https?:/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('content-security-policy')).toMatch(/form-action 'self'/);
    const { url: end } = await finish(browser, await browser.visit(url, form(' Ada.Lovelace@Example.com ')));
    expect(end).toBe(`${service.url}/docs`);
    expect((await browser.visit(`${service.url}/graphql`, operation)).status).toBe(200);
  });

  test('whoever signs in again is asked again, and can be somebody else', async () => {
    const browser = new Browser();
    for (const email of ['ada@example.com', 'grace@example.com']) {
      const { url } = await atPage(browser);
      await finish(browser, await browser.visit(url, form(email)));
      expect(browser.cookies.has('session')).toBe(true);
    }
  });

  test.each([
    '',
    'nobody',
    'a@',
    '"><script>alert(1)</script>@x',
    `${'a'.repeat(250)}@example.com`,
  ])('%j is no e-mail address', async (email) => {
    const browser = new Browser();
    const { url } = await atPage(browser);
    const response = await browser.visit(url, form(email));
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(html).toMatch(/This is no e-mail address/);
    expect(html).not.toContain('<script');
    expect((await browser.visit(url, form('ada@example.com'))).status, 'another attempt').toBe(303);
  });

  test('a page of another browser, or of none, is over', async () => {
    const { url } = await atPage(new Browser());
    for (const init of [{}, form('eve@example.com')]) {
      const response = await new Browser().visit(url, init);
      expect(response.status).toBe(400);
      expect(await response.text()).toMatch(/Start again/);
    }
    expect((await new Browser().visit(`${service.url}/oidc/sign-in/invented`)).status).toBe(400);
  });

  test('its access tokens are sessions, with e-mail and name, for whichever client asks', async () => {
    const discovered = await openid.discovery(new URL(`${service.url}/oidc`), localClientId, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
    const [verifier, state, browser] = [openid.randomPKCECodeVerifier(), openid.randomState(), new Browser()];
    const start = openid.buildAuthorizationUrl(discovered, {
      redirect_uri: `${service.url}/auth/callback`,
      scope: 'openid email profile',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const { url } = await browser.follow(start.href);
    const posted = await browser.visit(url, form('ada@example.com'));
    const back = await browser.follow(posted.headers.get('location') ?? '', /\/auth\/callback/);
    const tokens = await openid.authorizationCodeGrant(discovered, new URL(back.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const identity = { sub: 'ada@example.com', email: 'ada@example.com', name: 'ada' };
    expect(tokens.claims()).toMatchObject(identity);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ ...identity, iss: `${service.url}/oidc`, aud: 'company-registry' });
    expect((await service.graphql('{ plans { id } }', withToken(tokens.access_token))).status).toBe(200);
    const { status } = await service.graphql('{ plans { id } }', withToken(tokens.id_token ?? ''));
    expect(status, 'what is meant for the client is no session').toBe(401);
  });

  test.each([
    ['another place to return to', { redirect_uri: 'https://evil.example/auth/callback' }],
    ['another client', { client_id: 'another' }],
    ['no challenge', { code_challenge: undefined }],
  ])('a request with %s gets no code', async (_, changes) => {
    const login = await new Browser().visit(`${service.url}/auth/login`);
    const url = new URL(login.headers.get('location') ?? '');
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    const response = await new Browser().visit(url.href);
    expect(response.headers.get('location') ?? '').not.toMatch(/evil|code=|sign-in/);
  });

  test('nothing is printed and nothing secret is logged on the way', () => {
    for (const spy of [...complaints, noise]) expect(spy.mock.calls.map(String).join('\n')).not.toMatch(/oidc|WARNING|NOTICE/i);
    expect(service.log.text()).toMatch(/"route":"\/oidc"/);
    expect(service.log.text()).not.toMatch(/eyJ|code=|signing-key/);
  });
});

test('behind a proxy its addresses are those that clients use', async () => {
  const service = await startTestService({ env: { ...open, BASE_URL: 'https://registry.example' } });
  const { body } = await call(service.url, '/oidc/.well-known/openid-configuration');
  expect(body.issuer).toBe('https://registry.example/oidc');
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'])
    expect(body[name]).toMatch(/^https:\/\/registry\.example\/oidc\//);
  const login = await call(service.url, '/auth/login');
  expect(login.headers.get('location')).toMatch(/^https:\/\/registry\.example\/oidc\/auth\?/);
  await service.stop();
});

describe('in production', () => {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    SESSION_SECRET: sessionSecret,
    HOST: '127.0.0.1',
  };

  test('there is no local issuer, not even at its own address', async () => {
    const service = await startTestService({
      env: { ...env, OIDC_ISSUER: 'https://registry.example/oidc', BASE_URL: 'https://registry.example' },
    });
    for (const path of ['/oidc/.well-known/openid-configuration', '/oidc/jwks', '/oidc/sign-in/x', '/oidc'])
      expect((await call(service.url, path)).status, path).toBe(404);
    await service.stop();
  });

  test('no configuration switches it on', () => {
    expect(() => loadConfig(env)).toThrow(/OIDC_ISSUER is required in production/);
    const config = loadConfig({ ...env, OIDC_ISSUER: 'https://issuer.example' });
    const without: Config = { ...config, identity: { ...config.identity, issuer: undefined } };
    for (const one of [config, without]) expect(() => openLocalIssuer(one, 'https://registry.example')).toThrow(Refusal);
  });

  test('its tokens are refused', async () => {
    const issuer = 'https://registry.example';
    const dataDir = await mkdtemp(join(tmpdir(), 'registry-local-'));
    const token = await tokenFor(['eve@example.com'], loadConfig({ ...open, DATA_DIR: dataDir, BASE_URL: issuer }));
    const service = await startTestService({
      env: { ...env, DATA_DIR: dataDir, OIDC_ISSUER: `${issuer}/oidc`, BASE_URL: issuer },
    });
    expect((await service.graphql('{ plans { id } }', withToken(token))).status).toBe(503);
    await service.stop();
    await rm(dataDir, { recursive: true });
  });
});

describe('npm run token', () => {
  let dataDir: string;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'registry-token-'));
    database = await createDatabase();
  });
  afterAll(async () => {
    await rm(dataDir, { recursive: true });
    await database.drop();
  });
  const run = async (env: Record<string, string>, ...words: string[]) => {
    const command = new ServiceProcess({ DATA_DIR: dataDir, ...env }, 'token', ...words);
    const code = await command.end();
    return { code, output: command.output };
  };

  test('prints a session token, alone, that the service takes, also after a restart', async () => {
    const base = 'https://registry.example';
    const { code, output } = await run({ ...open, BASE_URL: base }, 'Ada@Example.com', '--name', 'Ada Lovelace');
    expect([code, output]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)]);
    const token = output.trim();
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256' });
    expect(decodeJwt(token)).toMatchObject({
      iss: `${base}/oidc`,
      sub: 'ada@example.com',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
    });

    for (let start = 0; start < 2; start += 1) {
      const service = await startTestService({ databaseUrl: database.url, env: { ...open, DATA_DIR: dataDir, BASE_URL: base } });
      expect((await service.graphql('{ plans { id } }', withToken(token))).status).toBe(200);
      await service.stop();
    }
    const elsewhere = await startTestService({ databaseUrl: database.url, env: { ...open, BASE_URL: base } });
    expect((await elsewhere.graphql('{ plans { id } }', withToken(token))).status, 'another DATA_DIR').toBe(401);
    await elsewhere.stop();
  });

  test('a session of the browser outlives a restart too', async () => {
    const env = { DATA_DIR: dataDir, PORT: '0' };
    const browser = new Browser();
    const first = await startTestService({ databaseUrl: database.url, env });
    const { url } = await browser.follow(`${first.url}/auth/login`);
    const posted = await browser.visit(url, form('ada@example.com'));
    await browser.follow(posted.headers.get('location') ?? '', /\/docs/);
    await first.stop();
    const second = await startTestService({ databaseUrl: database.url, env: { ...env, PORT: new URL(first.url).port } });
    expect((await browser.visit(`${second.url}/graphql`, operation)).status).toBe(200);
    await second.stop();
    // What it signs with is readable by its owner alone.
    const folder = join(dataDir, 'identity');
    expect((await readdir(folder)).sort()).toEqual(['session-secret', 'signing-key.json']);
    for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600);
  });

  test('refuses in one line what it cannot do', async () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      OIDC_ISSUER: 'https://issuer.example',
      SESSION_SECRET: sessionSecret,
    };
    const refusals = await Promise.all([
      runHere({ DATA_DIR: dataDir, ...production }, 'token', 'ada@example.com'),
      runHere({ DATA_DIR: dataDir, OIDC_ISSUER: 'https://issuer.example' }, 'token', 'ada@example.com'),
      runHere({ DATA_DIR: dataDir, PORT: '0' }, 'token', 'ada@example.com'),
      runHere({ DATA_DIR: dataDir, PORT: '3000' }, 'token'),
    ]);
    const words = [
      /^Session tokens are made for development alone/,
      /^OIDC_ISSUER is set/,
      /^PORT is 0/,
      /^Usage: npm run token/,
    ];
    for (const [index, { code, output }] of refusals.entries()) {
      expect([code, output.split('\n')]).toEqual([1, [expect.stringMatching(words[index] ?? /./)]]);
    }
  });

  test.each([
    ['nobody'],
    ['a@b.example', 'c@d.example'],
    ['--nmae', 'x', 'a@b.example'],
    [''],
  ])('%j %j is not what it asks for', async (...words) => {
    await expect(tokenFor(words, loadConfig({ DATA_DIR: dataDir }))).rejects.toThrow(/^Usage/);
  });
});

test('a person is an e-mail address, whichever way it is written', () => {
  expect(personOf(' Ada@Example.COM ')).toEqual({ email: 'ada@example.com', name: 'ada' });
  expect(personOf('ada@example.com', ' Ada ')).toEqual({ email: 'ada@example.com', name: 'Ada' });
});

test('of several who make a secret at once, all get the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-kept-'));
  const path = join(folder, 'deep', 'secret');
  const all = await Promise.all(Array.from({ length: 10 }, (_, index) => readOrCreateSecret(path, () => `secret ${index}`)));
  expect(new Set(all).size).toBe(1);
  expect(await readFile(path, 'utf8')).toBe(all[0]);
  expect(await readdir(join(folder, 'deep'))).toEqual(['secret']);
  await rm(folder, { recursive: true });
});
