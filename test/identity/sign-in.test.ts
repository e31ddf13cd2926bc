import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../support/browser/browser.ts';
import { client, ForeignIssuer, makeKey } from '../support/browser/issuer.ts';
import { comeBack, signInAt } from '../support/browser/sign-in.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

/** Who a cookie is the session of. */
const whoIs = async (browser: Browser, url: string) => {
  const { data } = (await (await browser.visit(`${url}/api/v1/auth/me`)).json()) as { data: object };
  return data;
};
const operation = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ plans { id } }"}' };

describe('at an issuer that is not ours', () => {
  let issuer: ForeignIssuer;
  let service: TestService;
  beforeAll(async () => {
    issuer = await ForeignIssuer.start();
    service = await startTestService({ env: signInAt(issuer) });
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });
  const begin = (browser: Browser, query = '') => comeBack(service.url, browser, query);
  const errorOf = async (response: Response) => {
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { error } = (await response.json()) as { error: { code: string; requestId: string } };
    expect(response.headers.get('x-request-id')).toBe(error.requestId);
    return `${response.status} ${error.code}`;
  };

  test('whoever signs in comes back with a session, to the page that they came from', async () => {
    const browser = new Browser();
    const login = await browser.visit(`${service.url}/auth/login?returnTo=${encodeURIComponent('/docs?a=b#c')}`);
    expect(login.status).toBe(302);
    expect(login.headers.get('cache-control')).toBe('no-store');
    expect(login.headers.get('x-request-id')).toBeTruthy();
    const asked = new URL(login.headers.get('location') ?? '');
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: `${service.url}/auth/callback`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.searchParams.get(name)).toMatch(/^[\w-]{43}$/);

    const back = await browser.follow(asked.href, /\/auth\/callback/);
    const done = await browser.visit(back.url);
    expect([done.status, done.headers.get('location')]).toEqual([302, `${service.url}/docs?a=b#c`]);
    expect(done.headers.get('cache-control')).toBe('no-store');
    expect(browser.received.get('session')).toMatch(/^session=[\w.-]+; Max-Age=43200; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect([...browser.cookies.keys()], 'what was remembered of the sign-in is gone').toEqual(['session']);
    expect((await browser.visit(`${service.url}/graphql`, operation)).status).toBe(200);
    expect(await whoIs(browser, service.url)).toMatchObject({ email: 'ada@example.com', name: 'Ada' });
  });

  test('the session opens the account; what changes something must be asked for by a page of ours', async () => {
    const browser = new Browser();
    await browser.visit(await begin(browser));
    const elsewhere = { origin: 'https://evil.example' };
    const me = await browser.visit(`${service.url}/api/v1/auth/me`, { headers: elsewhere });
    expect(await me.json()).toMatchObject({ data: { email: 'ada@example.com', name: 'Ada' } });
    const create = (headers: Record<string, string>) =>
      browser.visit(`${service.url}/api/v1/api-keys`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"name":"mine"}',
      });
    expect(await errorOf(await create(elsewhere))).toBe('401 invalid_session');
    const created = await create({ origin: service.url });
    const { data } = (await created.json()) as { data: { id: string } };
    expect(created.status).toBe(201);
    const revoke = (headers: Record<string, string>) =>
      browser.visit(`${service.url}/api/v1/api-keys/${data.id}`, { method: 'DELETE', headers });
    expect(await errorOf(await revoke({ 'sec-fetch-site': 'cross-site' }))).toBe('401 invalid_session');
    expect((await revoke({ 'sec-fetch-site': 'same-origin' })).status).toBe(204);
  });

  test('no sign-in is like another, and nothing of one can be read', async () => {
    const [one, two] = [new Browser(), new Browser()];
    const [first, second] = [await begin(one), await begin(two)];
    for (const name of ['state', 'code'])
      expect(new URL(first).searchParams.get(name)).not.toBe(new URL(second).searchParams.get(name));
    expect(one.received.get('sign_in')).toMatch(/^sign_in=[\w.-]+; Max-Age=900; Path=\/auth; .*HttpOnly; SameSite=Lax$/);
    expect(one.received.get('sign_in')).not.toContain(new URL(first).searchParams.get('state'));
  });

  test.each([
    ['another state', { state: 'x'.repeat(43) }],
    ['no state', { state: undefined }],
    ['an invented code', { code: 'invented' }],
    ['no code', { code: undefined }],
    ['nothing', { code: undefined, state: undefined }],
    ['a refusal', { code: undefined, error: 'access_denied' }],
    ['the name of another issuer', { iss: 'https://another.example' }],
  ])('a return with %s signs nobody in', async (_, changes) => {
    const browser = new Browser();
    const url = new URL(await begin(browser));
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    expect(await errorOf(await browser.visit(url.href))).toBe('400 invalid_request');
    expect(browser.cookies.has('session')).toBe(false);
  });

  test('a return in another browser, twice, or out of nothing signs nobody in', async () => {
    const [mine, theirs] = [new Browser(), new Browser()];
    const url = await begin(mine);
    expect(await errorOf(await theirs.visit(url))).toBe('400 invalid_request');
    await begin(theirs);
    expect(await errorOf(await theirs.visit(url)), 'in the middle of their own').toBe('400 invalid_request');
    const cookie = mine.cookies.get('sign_in');
    expect((await mine.visit(url)).status).toBe(302);
    expect(await errorOf(await mine.visit(url))).toBe('400 invalid_request');
    if (cookie) mine.cookies.set('sign_in', cookie);
    expect(await errorOf(await mine.visit(url)), 'with the cookie as before').toBe('400 invalid_request');
    mine.cookies.set('sign_in', { path: '/', value: mine.cookies.get('session')?.value ?? '' });
    expect(await errorOf(await mine.visit(url)), 'with a session for a sign-in').toBe('400 invalid_request');
    expect(theirs.cookies.has('session')).toBe(false);
  });

  test.each([
    ['for another sign-in', { nonce: 'another' }],
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://another.example' }],
    ['that has expired', { exp: 1 }],
    ['of nobody', { sub: undefined }],
    ['of a subject that no database keeps', { sub: 'ada\0' }],
  ])('an ID token %s signs nobody in', async (_, idToken) => {
    const browser = new Browser();
    const url = await begin(browser);
    issuer.lies = { idToken };
    expect(await errorOf(await browser.visit(url))).toBe('400 invalid_request');
    issuer.lies = {};
    expect(browser.cookies.has('session')).toBe(false);
  });

  test('an ID token that its issuer did not sign signs nobody in', async () => {
    const browser = new Browser();
    const url = await begin(browser);
    const keys = issuer.keys;
    issuer.lies = { jwks: { keys: [(await makeKey('RS256', issuer.key().kid)).jwk] } };
    expect(await errorOf(await browser.visit(url))).toBe('400 invalid_request');
    issuer.lies = {};
    issuer.keys = keys;
  });

  test('an issuer that goes away in between is a matter of trying again later', async () => {
    const browser = new Browser();
    const url = await begin(browser);
    issuer.status = 500;
    expect(await errorOf(await browser.visit(url))).toBe('503 service_unavailable');
    issuer.status = 200;
    const again = await begin(browser);
    await issuer.vanish();
    const response = await browser.visit(again);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await errorOf(response)).toBe('503 service_unavailable');
    await issuer.comeBack();
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
  ])('nobody is sent to %j afterwards', async (returnTo) => {
    const browser = new Browser();
    const done = await browser.visit(await begin(browser, `?returnTo=${encodeURIComponent(returnTo)}`));
    expect(done.headers.get('location')).toBe(`${service.url}/`);
  });

  test('a question that is asked twice is refused', async () => {
    expect((await call(service.url, '/auth/login?returnTo=/a&returnTo=/b')).status).toBe(400);
  });

  test('signing out ends the session; a visit alone, or another site, does not', async () => {
    const browser = new Browser();
    await browser.visit(await begin(browser));
    const page = await browser.visit(`${service.url}/auth/logout`);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await page.text()).toMatch(/<form method="post" action="\/auth\/logout">/);
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } };
    const refused = await browser.visit(`${service.url}/auth/logout`, foreign);
    expect(await errorOf(refused)).toBe('401 invalid_session');
    expect(browser.cookies.has('session')).toBe(true);

    const done = await browser.visit(`${service.url}/auth/logout`, { method: 'POST', headers: { origin: service.url } });
    expect(done.headers.get('clear-site-data')).toBe('"storage"');
    expect([done.status, done.headers.get('location')]).toEqual([303, `${service.url}/`]);
    expect(browser.cookies.has('session')).toBe(false);
    expect((await browser.visit(`${service.url}/graphql`, operation)).status).toBe(401);
  });

  test('other methods are refused by name', async () => {
    for (const [path, method, allow] of [
      ['/auth/login', 'POST', 'GET, HEAD'],
      ['/auth/callback', 'POST', 'GET, HEAD'],
      ['/auth/logout', 'DELETE', 'GET, HEAD, POST'],
    ] as const) {
      const { status, headers } = await call(service.url, path, { method });
      expect([status, headers.get('allow')], path).toEqual([405, allow]);
    }
    expect((await call(service.url, '/auth/elsewhere')).status).toBe(404);
    expect((await call(service.url, '/auth')).status).toBe(404);
  });

  test('what an issuer keeps for its userinfo is asked for there, and done without where it fails', async () => {
    const known = issuer.person;
    issuer.userinfo = {};
    const other = await startTestService({ env: signInAt(issuer) });
    for (const [person, sub, email] of [
      ['grace', 'grace', 'grace@example.com'],
      ['hopper', 'somebody else', null],
    ]) {
      issuer.person = { sub: person };
      issuer.userinfo = { sub, email: 'grace@example.com' };
      const browser = new Browser();
      const { url } = await browser.follow(`${other.url}/auth/login`, /\/auth\/callback/);
      expect((await browser.visit(url)).status).toBe(302);
      expect(await whoIs(browser, other.url)).toMatchObject({ email });
    }
    expect(issuer.count('/userinfo')).toBe(2);
    await other.stop();
    issuer.userinfo = undefined;
    issuer.person = known;
  });

  test('neither codes, states, cookies nor the secret reach the log', async () => {
    const browser = new Browser();
    await browser.visit(await begin(browser));
    const log = service.log.text();
    expect(log).toMatch(/"route":"\/auth\/callback"/);
    expect(log).not.toMatch(/eyJ|state=|code=|example\.com|the secret of/);
    for (const { route } of service.log.entries()) if (route) expect(route).not.toContain('?');
  });
});

test('outside loopback the cookies are for encrypted connections alone', async () => {
  const issuer = await ForeignIssuer.start();
  const env = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: client.id };
  for (const [base, secure] of [
    ['https://registry.example', true],
    ['http://registry.example', true],
    ['https://localhost', true],
    ['http://127.0.0.1', false],
  ] as const) {
    const service = await startTestService({ env: { ...env, BASE_URL: base } });
    const browser = new Browser();
    await browser.visit(`${service.url}/auth/login`);
    const sent = browser.received.get(secure ? '__Host-sign_in' : 'sign_in');
    expect(sent?.includes('; Secure'), base).toBe(secure);
    await service.stop();
  }
  await issuer.stop();
});

test('where no client is configured nobody can sign in, and tokens are sessions all the same', async () => {
  const issuer = await ForeignIssuer.start();
  const service = await startTestService({ env: { OIDC_ISSUER: issuer.url } });
  for (const path of ['/auth/login', '/auth/callback?code=x&state=y']) {
    const { status, body } = await call(service.url, path);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(body.error.message).toMatch(/OIDC_CLIENT_ID/);
  }
  const authorization = `Bearer ${await issuer.token()}`;
  expect((await service.graphql('{ plans { id } }', { headers: { authorization } })).status).toBe(200);
  await service.stop();
  await issuer.stop();
});

test('with the issuer away, the way to it says so', async () => {
  const issuer = await ForeignIssuer.start();
  await issuer.stop();
  const service = await startTestService({ env: { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: client.id } });
  const { status, body, headers } = await call(service.url, '/auth/login');
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '1']);
  await service.stop();
});

test('a header that was sent by hand changes no address of ours', async () => {
  const issuer = await ForeignIssuer.start();
  const service = await startTestService({ env: { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: client.id } });
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const location = await new Promise<string>((resolve, reject) => {
    const req = request(`${service.url}/auth/login`, { headers }, (res) => {
      res.resume();
      resolve(res.headers.location ?? '');
    });
    req.on('error', reject).end();
  });
  expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${service.url}/auth/callback`);
  await service.stop();
  await issuer.stop();
});
