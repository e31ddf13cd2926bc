import { createPublicKey } from 'node:crypto';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityOf } from '../../src/identity/claims.ts';
import { audience, ForeignIssuer, makeKey } from '../support/browser/issuer.ts';
import { startTestService, type TestService } from '../support/service.ts';

const anything = '{ plans { id } }';

/** What an operation that needs a session answers to a bearer token. */
async function ask(service: TestService, token: string): Promise<string> {
  const { status, body, headers } = await service.graphql(anything, { headers: { authorization: `Bearer ${token}` } });
  if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  return status === 200 ? 'welcome' : `${status} ${body.error.code}`;
}

const seconds = () => Math.floor(Date.now() / 1000);

describe('an issuer that is not ours', () => {
  let issuer: ForeignIssuer;
  let service: TestService;
  beforeAll(async () => {
    issuer = await ForeignIssuer.start();
    issuer.keys.push(await makeKey('ES256'), await makeKey('EdDSA'), await makeKey('PS384'), await makeKey('ES384'));
    service = await startTestService({ env: { OIDC_ISSUER: issuer.url } });
  });
  afterAll(async () => {
    await service.stop();
    await issuer.stop();
  });

  test.each(['RS256', 'ES256', 'EdDSA', 'PS384', 'ES384'])('a token signed with %s is a session', async (alg) => {
    expect(await ask(service, await issuer.token({}, { key: issuer.key(alg) }))).toBe('welcome');
  });

  test.each([
    ['for several audiences', () => ({ aud: ['another', audience] })],
    ['that ended half a minute ago, by our clock', () => ({ exp: seconds() - 30 })],
    ['that begins in half a minute, by our clock', () => ({ nbf: seconds() + 30 })],
    ['without e-mail and name', () => ({ email: undefined, name: undefined })],
    ['with claims of another kind than usual', () => ({ email: ['a@b.example'], name: { given: 'Ada' } })],
    ['with a name that no database would keep', () => ({ name: 'Ada\0', email: 'a\0@b.example' })],
  ])('a token %s is a session', async (_, claims) => {
    expect(await ask(service, await issuer.token(claims()))).toBe('welcome');
  });

  test('a token that names no key is taken where one key alone can be meant', async () => {
    expect(await ask(service, await issuer.token({}, { header: { kid: undefined } }))).toBe('welcome');
  });

  test.each([
    ['expired', () => ({ exp: seconds() - 90 })],
    ['not valid yet', () => ({ nbf: seconds() + 90 })],
    ['without an end', () => ({ exp: undefined })],
    ['whose end is no number', () => ({ exp: 'tomorrow' })],
    ['of another issuer', () => ({ iss: 'https://issuer.example' })],
    ['of an issuer that only begins alike', () => ({ iss: `${issuer.url}/` })],
    ['of no issuer', () => ({ iss: undefined })],
    ['for another audience', () => ({ aud: 'another' })],
    ['for other audiences', () => ({ aud: ['another', 'company'] })],
    ['for no audience', () => ({ aud: undefined })],
    ['of nobody', () => ({ sub: undefined })],
    ['of an empty subject', () => ({ sub: '' })],
    ['of an endless subject', () => ({ sub: 'x'.repeat(256) })],
    ['of a subject that a database would change', () => ({ sub: 'ada\0' })],
    ['of a subject that is not text', () => ({ sub: 'ada\ud800' })],
  ])('a token %s is no session', async (_, claims) => {
    expect(await ask(service, await issuer.token(claims()))).toBe('401 invalid_session');
  });

  test('a token that its issuer did not sign is no session', async () => {
    const { kid } = issuer.key();
    const forged = await makeKey('RS256', kid);
    expect(await ask(service, await issuer.token({}, { key: forged }))).toBe('401 invalid_session');
    const [header, , signature] = (await issuer.token()).split('.');
    const [, payload] = (await issuer.token({ sub: 'eve' })).split('.');
    expect(await ask(service, `${header}.${payload}.${signature}`)).toBe('401 invalid_session');
    expect(await ask(service, `${header}.${payload}.`)).toBe('401 invalid_session');
  });

  test('alg none is no session, in whatever case', async () => {
    const claims = { iss: issuer.url, aud: audience, sub: 'eve', exp: seconds() + 300 };
    const token = new UnsecuredJWT(claims).encode();
    expect(await ask(service, token)).toBe('401 invalid_session');
    for (const alg of ['None', 'NONE', '']) {
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
      expect(await ask(service, `${header}.${token.split('.')[1]}.`)).toBe('401 invalid_session');
    }
  });

  test('a token signed with the public key as a shared secret is no session', async () => {
    const { jwk, kid } = issuer.key();
    const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    expect(pem).toContain((await exportSPKI((await importJWK(jwk)) as never)).trim().split('\n')[1]);
    for (const secret of [String(pem), JSON.stringify(jwk), jwk.n ?? '']) {
      const token = await new SignJWT({ iss: issuer.url, aud: audience, sub: 'eve', exp: seconds() + 300 })
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(Buffer.from(secret));
      expect(await ask(service, token)).toBe('401 invalid_session');
    }
  });

  test('a key that comes with the token is not believed', async () => {
    const own = await makeKey('ES256');
    for (const header of [{ jwk: own.jwk }, { kid: undefined, jwk: own.jwk }, { jku: 'https://evil.example/jwks' }])
      expect(await ask(service, await issuer.token({}, { key: own, header }))).toBe('401 invalid_session');
  });

  test('an extension that must be understood is not passed over', async () => {
    const { privateKey, kid } = issuer.key();
    const unknown = await new SignJWT({ iss: issuer.url, aud: audience, sub: 'ada', exp: seconds() + 300 })
      .setProtectedHeader({ alg: 'RS256', kid, crit: ['limits'], limits: 'none' })
      .sign(privateKey, { crit: { limits: true } });
    expect(await ask(service, unknown)).toBe('401 invalid_session');
  });

  test.each([
    'x',
    '..',
    'a.b.c',
    '....',
    'crd_0123456789abcdefghijABCDEFGHIJ0123456789',
    'null',
    '{}',
    'eyJ9.eyJ9.eyJ9',
    `${'a'.repeat(4000)}.b.c`,
    '%00',
  ])('%j is no session', async (token) => expect(await ask(service, token)).toBe('401 invalid_session'));

  test('a token of 8 kB works; one that is larger than any is refused; what no header can hold is 413', async () => {
    const padded = (length: number) => issuer.token({ groups: 'x'.repeat(length) });
    const token = await padded(8_000);
    expect(token.length).toBeGreaterThan(8_192);
    expect(await ask(service, token)).toBe('welcome');
    expect(await ask(service, await padded(10_000))).toBe('401 invalid_session');
    expect(await ask(service, await padded(20_000))).toBe('413 payload_too_large');
  });

  test('another scheme is no session; the name of the scheme is taken in any case', async () => {
    const token = await issuer.token();
    const sent = (authorization: string) => service.graphql(anything, { headers: { authorization } });
    expect((await sent(`bearer   ${token}`)).status).toBe(200);
    expect((await sent(`Basic ${token}`)).body.error.code).toBe('session_required');
    expect((await sent('Bearer')).body.error.code).toBe('session_required');
    expect((await sent(`Bearer ${token} ${token}`)).body.error.code).toBe('invalid_session');
  });

  test('neither tokens nor what is in them reach the log', async () => {
    for (const token of [await issuer.token(), 'crd_0123456789abcdefghijABCDEFGHIJ0123456789']) await ask(service, token);
    const log = service.log.text();
    expect(log).not.toMatch(/eyJ|example\.com|crd_0/);
  });
});

test('an identity is what the issuer vouches for, as far as it can be kept', () => {
  const of = (claims: object) => identityOf('https://issuer.example', { sub: 'ada', ...claims });
  const ada = { issuer: 'https://issuer.example', subject: 'ada', email: null, name: null, isEmailVerified: false };
  expect(of({ email: 'ada@example.com', name: 'Ada', groups: ['x'] })).toEqual({ ...ada, email: 'ada@example.com', name: 'Ada' });
  expect(of({})).toEqual(ada);
  for (const odd of [null, 1, '', 'a\0b', 'a\nb', ['a'], {}, '\ud800']) expect(of({ email: odd, name: odd })).toEqual(ada);
  expect(of({ email: `${'a'.repeat(330)}@example.com` })).toEqual(ada);
  expect(of({ name: '𝒜'.repeat(500) })).toEqual({ ...ada, name: '𝒜'.repeat(200) });
});

describe('keys that change', () => {
  let issuer: ForeignIssuer;
  let service: TestService;
  let later = 0;
  beforeEach(async () => {
    issuer = await ForeignIssuer.start();
    service = await startTestService({ env: { OIDC_ISSUER: issuer.url }, now: () => later });
  });
  afterEach(async () => {
    await service.stop();
    await issuer.stop();
  });

  test('nothing is asked of the issuer before it is needed, and then once for all who wait', async () => {
    expect(issuer.requests).toEqual([]);
    expect(await ask(service, 'garbage')).toBe('401 invalid_session');
    expect(issuer.requests).toEqual([]);
    const token = await issuer.token();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(service, token)));
    expect(new Set(answers)).toEqual(new Set(['welcome']));
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  test('a new key is accepted at once, one that was withdrawn no longer', async () => {
    expect(await ask(service, await issuer.token())).toBe('welcome');
    const old = issuer.key();
    issuer.keys = [await makeKey('ES256')];
    expect(await ask(service, await issuer.token())).toBe('welcome');
    expect(issuer.count('/jwks')).toBe(2);
    expect(await ask(service, await issuer.token({}, { key: old }))).toBe('401 invalid_session');
  });

  test('a key that does not exist makes one question, and hides none that is new', async () => {
    expect(await ask(service, await issuer.token())).toBe('welcome');
    later += 5_000;
    const before = issuer.count('/jwks');
    const invented = await issuer.token({}, { key: await makeKey('ES256', 'invented') });
    for (let round = 0; round < 5; round += 1) expect(await ask(service, invented)).toBe('401 invalid_session');
    expect(issuer.count('/jwks') - before).toBe(1);
    issuer.keys = [await makeKey('ES256')];
    expect(await ask(service, await issuer.token())).toBe('welcome');
    expect(await ask(service, invented)).toBe('401 invalid_session');
    expect(issuer.count('/jwks') - before).toBe(2);
  });

  test('120 tokens with keys that do not exist make a few questions, and a few more after the pause', async () => {
    expect(await ask(service, await issuer.token())).toBe('welcome');
    later += 5_000;
    const before = issuer.count('/jwks');
    const invented = await makeKey('ES256');
    const flood = async (count: number) => {
      const tokens = await Promise.all(
        Array.from({ length: count }, (_, index) => issuer.token({}, { key: invented, header: { kid: `invented ${index}` } })),
      );
      const answers = await Promise.all(tokens.map((token) => ask(service, token)));
      expect(new Set(answers)).toEqual(new Set(['401 invalid_session']));
    };
    await flood(100);
    const first = issuer.count('/jwks') - before;
    expect([1, 2, 3]).toContain(first);
    await flood(20);
    expect(issuer.count('/jwks') - before).toBeLessThanOrEqual(3);
    later += 5_000;
    await flood(20);
    expect(issuer.count('/jwks') - before).toBeGreaterThan(first);
    expect(issuer.count('/jwks') - before).toBeLessThanOrEqual(6);
    expect(await ask(service, await issuer.token())).toBe('welcome');
  });

  test('keys are asked for again after ten minutes, so that one that was withdrawn does not stay', async () => {
    expect(await ask(service, await issuer.token())).toBe('welcome');
    const old = issuer.key();
    issuer.keys = [await makeKey('ES256')];
    expect(await ask(service, await issuer.token({}, { key: old })), 'known a moment ago').toBe('welcome');
    later += 11 * 60_000;
    expect(await ask(service, await issuer.token({}, { key: old }))).toBe('401 invalid_session');
    expect(await ask(service, await issuer.token())).toBe('welcome');
  });
});

describe('an issuer that is away', () => {
  let issuer: ForeignIssuer;
  let service: TestService;
  let later = 0;
  beforeEach(async () => {
    issuer = await ForeignIssuer.start();
    service = await startTestService({ env: { OIDC_ISSUER: issuer.url }, now: () => performance.now() + later });
  });
  afterEach(async () => {
    await service.stop();
    await issuer.stop();
  });

  test('before its keys are known nobody gets in, and nobody is told that a session is wrong', async () => {
    const token = await issuer.token();
    await issuer.vanish();
    expect(await ask(service, token)).toBe('503 service_unavailable');
    expect(await ask(service, 'garbage')).toBe('401 invalid_session');
    await issuer.comeBack();
    later += 1_000;
    issuer.status = 500;
    expect(await ask(service, token), 'it answers 500').toBe('503 service_unavailable');
    issuer.status = 200;
    const lies = [
      { metadata: { issuer: 'https://another.example' } },
      { metadata: { jwks_uri: 'somewhere' } },
      { jwks: 'none' },
      { jwks: { keys: 'none' } },
    ];
    for (const lie of lies) {
      later += 1_000;
      issuer.lies = lie;
      expect(await ask(service, token), JSON.stringify(lie)).toBe('503 service_unavailable');
    }
    issuer.lies = {};
    issuer.hangs = true;
    later += 1_000;
    const waiting = await Promise.all([ask(service, token), ask(service, token)]);
    expect(waiting, 'it never answers').toEqual(['503 service_unavailable', '503 service_unavailable']);
    issuer.hangs = false;
    later += 1_000;
    expect(await ask(service, token)).toBe('welcome');
    expect(service.log.text()).toMatch(/the identity provider cannot be used[\s\S]*the identity provider is back/);
  });

  test('it is not asked again and again', async () => {
    const other = await startTestService({ env: { OIDC_ISSUER: issuer.url }, now: () => 0 });
    issuer.status = 500;
    const [token, before] = [await issuer.token(), issuer.requests.length];
    for (let round = 0; round < 5; round += 1) expect(await ask(other, token)).toBe('503 service_unavailable');
    expect(issuer.requests.length - before).toBe(1);
    issuer.status = 200;
    await other.stop();
  });

  test('once they are known, sessions go on for as long as it stays away, and nobody else gets in', async () => {
    const [token, stranger] = [await issuer.token(), await makeKey('RS256')];
    expect(await ask(service, token)).toBe('welcome');
    await issuer.vanish();
    for (const minutes of [0, 11, 60, 24 * 60]) {
      later += minutes * 60_000;
      expect(await ask(service, token), `after ${minutes} minutes`).toBe('welcome');
      expect(await ask(service, await issuer.token({}, { key: stranger }))).toBe('401 invalid_session');
    }
    await issuer.comeBack();
    issuer.hangs = true;
    later += 5_000;
    expect(await ask(service, token), 'it never answers').toBe('welcome');
    await expect.poll(() => issuer.unanswered, { message: 'it is asked still, and nobody waited' }).toBe(1);
    await issuer.vanish();
    await issuer.comeBack();
    issuer.keys = [stranger];
    const isBack = async () => {
      later += 5_000;
      return ask(service, await issuer.token());
    };
    await expect.poll(isBack).toBe('welcome');
  });
});
