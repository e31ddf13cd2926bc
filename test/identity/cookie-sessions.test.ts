import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isCrossSite, ownUrl } from '../../src/identity/origin.ts';
import { sessionSeal } from '../../src/identity/sessions.ts';
import { Seal } from '../../src/kernel/seal.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { sessionSecret as secret, signIn, signInAt } from '../support/browser/sign-in.ts';
import { startTestService, type TestService } from '../support/service.ts';

const keeper = async () => [secret];
const base = 'https://registry.example';

describe('the session cookie', () => {
  let issuer: ForeignIssuer;
  let service: TestService;
  let cookie: string;
  const opened = async () => {
    const sealed = await sessionSeal(keeper).open(cookie);
    if (!sealed) throw new Error('The cookie is not sealed as it should be.');
    return sealed;
  };
  const ask = async (headers: Record<string, string>) => {
    const { status, body } = await service.graphql('{ plans { id } }', { headers: { authorization: '', ...headers } });
    return status === 200 ? 'welcome' : `${status} ${body.error.code}`;
  };
  const send = (value: string) => ask({ cookie: `theme=dark; __Host-session=${value}; other=1` });
  beforeAll(async () => {
    issuer = await ForeignIssuer.start();
    service = await startTestService({ env: { ...signInAt(issuer), BASE_URL: base } });
    cookie = await signIn(service.url);
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  test('is a session, whether the issuer can be reached or not', async () => {
    const before = issuer.requests.length;
    await issuer.vanish();
    expect(await send(cookie)).toBe('welcome');
    expect(issuer.requests.length).toBe(before);
    await issuer.comeBack();
  });

  test('says nothing to whoever looks at it', () => {
    const parts = cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(parts.join('\n')).not.toMatch(/ada|example/i);
  });

  test('is no session once a single character is another', async () => {
    const places = [0, 20, cookie.length >> 1, cookie.length - 30, cookie.length - 3];
    for (const place of places) {
      const other = cookie[place] === 'A' ? 'B' : 'A';
      expect(await send(cookie.slice(0, place) + other + cookie.slice(place + 1)), `at ${place}`).toBe('401 invalid_session');
    }
    for (const wrong of [cookie.slice(0, -1), `${cookie}A`, cookie.slice(1), 'forged', '....', '"', '%', 'a'.repeat(4000)])
      expect(await send(wrong)).toBe('401 invalid_session');
  });

  test('is no session when it is too old, sealed by somebody else or for another purpose, or of another issuer', async () => {
    const schema = z.object({ issuer: z.string() }).loose();
    const session = await opened();
    const sealed = (purpose: string, seconds: number, key = secret) =>
      new Seal(async () => [key], purpose, seconds, schema).close(session);
    expect(await send(await sealed('session', 60))).toBe('welcome');
    expect(await send(await sealed('session', -1))).toBe('401 invalid_session');
    expect(await send(await sealed('session', 60, `${secret}.`))).toBe('401 invalid_session');
    expect(await send(await sealed('sign-in', 60))).toBe('401 invalid_session');
    expect(await send(await sessionSeal(keeper).close({ ...session, issuer: 'https://another.example' }))).toBe(
      '401 invalid_session',
    );
    const incomplete = await new Seal(keeper, 'session', 60, schema).close({ issuer: issuer.url });
    expect(await send(incomplete)).toBe('401 invalid_session');
    const old = { issuer: issuer.url, subject: 'ada', email: 'ada@example.com', name: 'Ada' };
    expect(await send(await new Seal(keeper, 'session', 60, schema).close(old)), 'from before there were rows').toBe(
      '401 invalid_session',
    );
    const unknown = await sessionSeal(keeper).close({ ...session, sessionId: crypto.randomUUID() });
    expect(await send(unknown), 'a row that is not there').toBe('401 invalid_session');
  });

  test('a token of the issuer is no cookie', async () => {
    expect(await send(await issuer.token())).toBe('401 invalid_session');
  });

  test('no cookie, an empty one and those of others are no session at all', async () => {
    for (const none of ['', '__Host-session=', 'session', 'a=b', 'a__Host-session=x', 'Session=x', ';;;'])
      expect(await ask({ cookie: none }), none).toBe('401 session_required');
  });

  test('the bearer token counts where both are sent', async () => {
    expect(await ask({ cookie: `__Host-session=${cookie}`, authorization: 'Bearer garbage' })).toBe('401 invalid_session');
    expect(await ask({ cookie: `__Host-session=${cookie}`, authorization: 'Basic garbage' })).toBe('welcome');
  });

  test.each([
    ['our own origin', { origin: base }, 'welcome'],
    ['our own origin, as the browser says too', { origin: base, 'sec-fetch-site': 'same-origin' }, 'welcome'],
    ['no browser', {}, 'welcome'],
    ['a person, without any page', { 'sec-fetch-site': 'none' }, 'welcome'],
    ['a page of ours that hides its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 'welcome'],
    ['another origin', { origin: 'https://evil.example' }, '401 invalid_session'],
    ['a neighbour', { origin: 'https://www.registry.example' }, '401 invalid_session'],
    ['another port', { origin: `${base}:8443` }, '401 invalid_session'],
    ['our name without encryption', { origin: 'http://registry.example' }, '401 invalid_session'],
    ['an origin that begins alike', { origin: `${base}.evil.example` }, '401 invalid_session'],
    ['a page that hides its address', { origin: 'null' }, '401 invalid_session'],
    ['a frame in a sandbox', { origin: 'null', 'sec-fetch-site': 'cross-site' }, '401 invalid_session'],
    ['another site, as the browser alone says', { 'sec-fetch-site': 'cross-site' }, '401 invalid_session'],
    ['a neighbour, as the browser alone says', { 'sec-fetch-site': 'same-site' }, '401 invalid_session'],
    ['two who say different things', { origin: base, 'sec-fetch-site': 'cross-site' }, '401 invalid_session'],
  ])('a change asked for by %s', async (_, headers, expected) => {
    expect(await ask({ cookie: `__Host-session=${cookie}`, ...headers })).toBe(expected);
  });

  test('where a request comes from does not matter to a bearer token', async () => {
    const headers = {
      authorization: `Bearer ${await issuer.token()}`,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    };
    expect(await ask(headers)).toBe('welcome');
  });
});

test('what only reads may be asked for from anywhere; every other method may not', () => {
  const from = (method: string) => isCrossSite({ method, headers: { origin: 'https://evil.example' }, address: '' }, base);
  expect(['GET', 'HEAD'].map(from)).toEqual([false, false]);
  expect(['POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'QUERY'].map(from)).toEqual([true, true, true, true, true, true]);
});

describe('the address to return to', () => {
  test.each([
    ['/docs', `${base}/docs`],
    ['/a/b?c=d&e#f', `${base}/a/b?c=d&e#f`],
    ['/search?q=întreprinderea', `${base}/search?q=%C3%AEntreprinderea`],
    ['/', `${base}/`],
    ['/https://evil.example', `${base}/https://evil.example`],
    ['/@evil.example', `${base}/@evil.example`],
    ['/.//evil.example', `${base}//evil.example`],
  ])('%s is ours', (path, address) => expect(ownUrl(path, base)).toBe(address));

  test.each([
    undefined,
    '',
    'docs',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'https://evil.example',
    'https:evil.example',
    `${base}.evil.example`,
    `${base}@evil.example`,
    'javascript:alert(1)',
    'data:text/html,x',
    '/\0',
    '/docs\r\nSet-Cookie: __Host-session=x',
    `/${'x'.repeat(3_000)}`,
    `/${'ș'.repeat(700)}`,
  ])('%j becomes the front page', (path) => expect(ownUrl(path, base)).toBe(`${base}/`));

  test('whatever is asked for, a browser stays with us', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '\\', '//', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '\t', '\n', 'evil.example', 'https:', base),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const address = ownUrl(pieces.join(''), base);
        // As a browser reads a Location: against the page that it comes from.
        expect(new URL(address, `${base}/auth/callback`).origin).toBe(base);
        expect(address).toMatch(/^https:\/\/registry\.example\/[\x21-\x7e]*$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
