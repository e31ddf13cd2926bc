import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { comeBack, signIn, signInAtAll, withCookie } from '../support/browser/sign-in.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

describe('several issuers', () => {
  let everybody: ForeignIssuer;
  let acme: ForeignIssuer;
  let hidden: ForeignIssuer;
  let service: TestService;
  beforeAll(async () => {
    [everybody, acme, hidden] = await Promise.all([ForeignIssuer.start(), ForeignIssuer.start(), ForeignIssuer.start()]);
    service = await startTestService({
      env: signInAtAll(everybody, {
        acme: { issuer: acme, domains: ['acme.example'], scope: 'groups' },
        hidden: { issuer: hidden, domains: ['hidden.example'], listed: false, audience: 'hidden' },
      }),
    });
  });
  afterAll(async () => {
    await service.stop();
    for (const issuer of [everybody, acme, hidden]) await issuer.stop();
  });
  const login = (query = '', browser = new Browser()) => browser.visit(`${service.url}/auth/login${query}`);
  const me = async (token: string) => {
    const { status, body } = await call(service.url, '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } });
    return status === 200 ? body.data.accountId : body.error.code;
  };

  test('a person chooses one by name, unless it is hidden, or by the domain of an e-mail address', async () => {
    const page = await login('?returnTo=/docs');
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('href="/auth/login?issuer=default&amp;returnTo=%2Fdocs"');
    expect(html).toContain('href="/auth/login?issuer=acme&amp;returnTo=%2Fdocs"');
    expect(html).not.toContain('hidden.example');
    expect(html).not.toContain('issuer=hidden');
    for (const [email, id] of [
      ['Ada@ACME.example', 'acme'],
      ['ada@hidden.example', 'hidden'],
      ['ada@example.com', 'default'],
      ['ada@acme.example@example.com', 'default'],
    ])
      expect((await login(`?email=${encodeURIComponent(email ?? '')}&returnTo=/docs`)).headers.get('refresh')).toMatch(
        new RegExp(`^0; url=/auth/login\\?issuer=${id}&returnTo=%2Fdocs&email=`),
      );
    expect((await login('?issuer=unknown')).status).toBe(400);
    const shown = await (await login('?email=%22%3E%3Cscript%3E@x')).text();
    expect(shown).not.toContain('"><script>');
  });

  test('the sign-in goes to the chosen one, and comes back on its own path', async () => {
    const asked = new URL((await login('?issuer=acme&email=ada@acme.example')).headers.get('location') ?? '');
    expect(asked.origin).toBe(acme.url);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      redirect_uri: `${service.url}/auth/callback/acme`,
      scope: 'openid email profile groups',
      login_hint: 'ada@acme.example',
    });
    const first = new URL((await login('?issuer=default')).headers.get('location') ?? '');
    expect([first.origin, first.searchParams.get('redirect_uri')]).toEqual([everybody.url, `${service.url}/auth/callback`]);
  });

  test('one subject at two issuers is two persons, by cookie and by token', async () => {
    const accounts = new Set<string>();
    for (const [id, issuer] of [
      ['default', everybody],
      ['acme', acme],
    ] as const) {
      const cookie = await signIn(service.url, new Browser(), {}, `?issuer=${id}`);
      const { body } = await withCookie(service.url, cookie, '/api/v1/auth/me');
      expect(await me(await issuer.token())).toBe(body.data.accountId);
      accounts.add(body.data.accountId);
    }
    expect(accounts.size).toBe(2);
  });

  test('the answer of one issuer is not taken for that of another', async () => {
    // The attacker runs the issuer acme. It sends the browser on to the issuer for everybody, and wants its code.
    const browser = new Browser();
    const asked = new URL((await login('?issuer=acme', browser)).headers.get('location') ?? '');
    const diverted = new URL(`${everybody.url}/authorize?${asked.searchParams}`);
    diverted.searchParams.set('redirect_uri', `${service.url}/auth/callback`);
    const { url } = await browser.follow(diverted.href, /\/auth\/callback/);
    const before = acme.count('/token');
    expect((await browser.visit(url)).status).toBe(400);
    expect(acme.count('/token'), 'the code is not sent to the attacker').toBe(before);

    for (const change of ['/auth/callback/hidden', '/auth/callback/unknown', '/auth/callback/default', '/auth/callback']) {
      const mine = new Browser();
      const back = new URL(await comeBack(service.url, mine, '?issuer=acme'));
      back.pathname = change;
      expect((await mine.visit(back.href)).status, change).toBe(400);
    }
    const mine = new Browser();
    const named = new URL(await comeBack(service.url, mine, '?issuer=acme'));
    named.searchParams.set('iss', everybody.url);
    expect((await mine.visit(named.href)).status, 'the issuer that the answer names').toBe(400);
  });

  test('a token counts by the exact name, the keys and the audience of its own issuer', async () => {
    expect(await me(await acme.token())).toMatch(/^[0-9a-f-]{36}$/);
    expect(await me(await hidden.token()), 'for another audience').toBe('invalid_session');
    expect(await me(await hidden.token({ aud: 'hidden' }))).toMatch(/^[0-9a-f-]{36}$/);
    for (const claims of [{ iss: everybody.url }, { iss: `${acme.url}/` }, { iss: acme.url.toUpperCase() }, { iss: [acme.url] }])
      expect(await me(await acme.token(claims)), JSON.stringify(claims)).toBe('invalid_session');
    const stolen = { ...acme.key(), kid: everybody.key().kid };
    expect(await me(await everybody.token({}, { key: stolen }))).toBe('invalid_session');
  });

  test('agents are told of all that are not hidden', async () => {
    const { body } = await call(service.url, '/.well-known/oauth-protected-resource');
    expect(body.authorization_servers).toEqual([everybody.url, acme.url]);
  });
});

test('the list of issuers is checked at the start, and nothing of it is quoted', () => {
  const one = { id: 'acme', issuer: 'https://login.acme.example', name: 'Acme', clientId: 'c', clientSecret: 'hunter2' };
  const mistakes = (list: unknown, env: Record<string, string> = {}) => {
    try {
      loadConfig({ ...env, OIDC_ISSUERS: typeof list === 'string' ? list : JSON.stringify(list) });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  expect(mistakes([one, { ...one, id: 'b', issuer: 'https://b.example', domains: ['b.example'], groupsClaim: 'groups' }])).toBe(
    '',
  );
  expect(mistakes([{ ...one, issuer: 'local', clientId: undefined }])).toBe('');
  for (const [list, words] of [
    ['hunter2', 'OIDC_ISSUERS must be a list in JSON'],
    ['{}', 'OIDC_ISSUERS must be a list in JSON'],
    [[{ ...one, issuer: 'http://login.acme.example/hunter2' }], 'OIDC_ISSUERS.0.issuer must be https outside loopback'],
    [[{ ...one, id: 'Acme!' }], 'OIDC_ISSUERS.0.id must have'],
    [[{ ...one, clientId: undefined }], 'needs a clientId'],
    [[{ ...one, domains: ['Acme.example'] }], 'must be a domain in lower case'],
    [[one, { ...one, id: 'b' }], 'must not have an issuer twice'],
    [[one, { ...one, issuer: 'https://b.example' }], 'must not have an id twice'],
    [[{ ...one, id: 'default' }], 'OIDC_ISSUERS must not have the id default'],
    [
      [
        { ...one, domains: ['a.example'] },
        { ...one, id: 'b', issuer: 'https://b.example', domains: ['a.example'] },
      ],
      'must not have a domain twice',
    ],
  ] as const) {
    expect(mistakes(list), words).toContain(words);
    expect(mistakes(list)).not.toContain('hunter2');
  }
  expect(mistakes([one], { OIDC_ISSUER: one.issuer })).toContain('OIDC_ISSUERS must not repeat OIDC_ISSUER');
  const local = [{ ...one, issuer: 'local' }];
  expect(mistakes(local, { OIDC_ISSUER: 'https://b.example' })).toContain('only for development');
  expect(mistakes(local, { NODE_ENV: 'production' })).toContain('OIDC_ISSUER is required in production');
});

test('the local issuer plays further issuers, with groups, each with its own keys', async () => {
  const entry = { id: 'acme', issuer: 'local', name: 'Acme', domains: ['acme.example'], groupsClaim: 'groups' };
  const service = await startTestService({ env: { OIDC_ISSUERS: JSON.stringify([entry]) } });
  const browser = new Browser();
  const { response, url } = await browser.follow(`${service.url}/auth/login?issuer=acme&returnTo=/docs`);
  expect([response.status, new URL(url).pathname]).toEqual([200, expect.stringMatching(/^\/oidc-acme\/sign-in\//)]);
  expect(await response.text()).toContain('Groups, with commas between them');
  const body = new URLSearchParams({ email: 'ada@acme.example', groups: 'staff, admins' });
  const posted = await browser.visit(url, { method: 'POST', body });
  expect((await browser.follow(posted.headers.get('location') ?? '', /\/docs/)).url).toBe(`${service.url}/docs`);
  expect((await browser.visit(`${service.url}/api/v1/auth/me`)).status).toBe(200);
  const kidAt = async (path: string) => JSON.parse((await call(service.url, path)).text).keys[0].kid;
  expect(await kidAt('/oidc/jwks')).not.toBe(await kidAt('/oidc-acme/jwks'));
  await service.stop();
});
