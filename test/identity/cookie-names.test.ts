import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCookie, sentCookie } from '../../src/identity/cookies.ts';
import { sessionSeal } from '../../src/identity/sessions.ts';
import { scrub } from '../../src/kernel/log/scrub.ts';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { comeBack, sessionSecret, signInAt } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

/** Behind a proxy that ends TLS; and on this machine, on the same database with the same secret: as before there was the prefix. */
let issuer: ForeignIssuer;
let database: Awaited<ReturnType<typeof createDatabase>>;
let encrypted: TestService;
let plain: TestService;
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  database = await createDatabase();
  const start = (env: object) => startTestService({ databaseUrl: database.url, env: { ...signInAt(issuer), ...env } });
  encrypted = await start({ BASE_URL: 'https://registry.example' });
  plain = await start({});
});
afterAll(async () => {
  await Promise.all([encrypted.stop(), plain.stop()]);
  await database.drop();
  await issuer.stop();
});

async function signIn({ url }: TestService, browser = new Browser()): Promise<Browser> {
  expect((await browser.visit(await comeBack(url, browser))).status).toBe(302);
  return browser;
}
const valueIn = (browser: Browser, name: string): string => browser.cookies.get(name)?.value ?? expect.unreachable();
const me = async (cookie: string, { url } = encrypted) => {
  const { status, body } = await call(url, '/api/v1/auth/me', { headers: { cookie } });
  return status === 200 ? 'welcome' : body.error.code;
};

describe('where cookies are for encrypted connections alone', () => {
  test('both have the prefix, and what it demands', async () => {
    const browser = new Browser();
    const back = await comeBack(encrypted.url, browser);
    expect([...browser.cookies.keys()]).toEqual(['__Host-sign_in']);
    await browser.visit(back);
    expect([...browser.cookies.keys()]).toEqual(['__Host-session']);
    for (const name of ['__Host-sign_in', '__Host-session']) {
      expect(browser.received.get(name)).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
      expect(browser.received.get(name)).not.toMatch(/domain/i);
    }
    expect(await me(`__Host-session=${valueIn(browser, '__Host-session')}`)).toBe('welcome');
  });

  test('they count under no other name', async () => {
    const session = valueIn(await signIn(encrypted), '__Host-session');
    expect(await me(`session=${session}`)).toBe('invalid_session');
    const browser = new Browser();
    const back = await comeBack(encrypted.url, browser);
    const cookie = `sign_in=${valueIn(browser, '__Host-sign_in')}`;
    expect((await fetch(back, { redirect: 'manual', headers: { cookie } })).status).toBe(400);
  });

  test('of both names the one with the prefix wins, good or not', async () => {
    const [old, own] = [valueIn(await signIn(plain), 'session'), valueIn(await signIn(encrypted), '__Host-session')];
    expect(await me(`session=${old}; __Host-session=${own}`)).toBe('welcome');
    expect(await me(`session=forged; __Host-session=${own}`)).toBe('welcome');
    expect(await me(`__Host-session=forged; session=${old}`)).toBe('invalid_session');
    expect(await me(`__Host-session=${own}; __Host-session=${own}`)).toBe('invalid_session');
  });

  test('a session from before goes on, until its person signs in or out', async () => {
    const browser = await signIn(plain);
    const old = `session=${valueIn(browser, 'session')}`;
    expect(await me(old)).toBe('welcome');
    await signIn(encrypted, browser);
    expect([...browser.cookies.keys()], 'the old one is replaced').toEqual(['__Host-session']);
    expect(await me(old)).toBe('invalid_session');

    const other = await signIn(plain);
    const cookie = `session=${valueIn(other, 'session')}`;
    const out = await fetch(`${encrypted.url}/auth/logout`, { method: 'POST', redirect: 'manual', headers: { cookie } });
    expect([out.status, out.headers.getSetCookie()]).toEqual([
      303,
      [expect.stringMatching(/^__Host-session=; Path=\/; .*Secure/), expect.stringMatching(/^session=; Path=\/; .*Secure/)],
    ]);
    expect(await me(cookie)).toBe('invalid_session');
  });

  test('a sign-in that began before comes back', async () => {
    const browser = new Browser();
    const back = await comeBack(plain.url, browser);
    const { pathname, search } = new URL(back);
    // The issuer is told the address of the service, so this one fails there and not at our door.
    const { status } = await browser.visit(encrypted.url + pathname + search);
    expect([status, issuer.requests.at(-1)]).toEqual([400, '/token']);
    expect([...browser.cookies.keys()], 'it is over').toEqual([]);
  });
});

test('on plain http on this machine there is no prefix', async () => {
  const browser = await signIn(plain);
  expect([...browser.cookies.keys()]).toEqual(['session']);
  expect(browser.received.get('sign_in')).toMatch(/; Path=\/auth; /);
  expect(browser.received.get('session')).not.toContain('Secure');
  const sent = sentCookie({ cookie: `session=${valueIn(browser, 'session')}` }, 'session');
  expect(
    await openCookie(
      sessionSeal(async () => [sessionSecret]),
      sent,
    ),
  ).not.toHaveProperty('isPrefixed');
});

test('no log tells a cookie by its new name either', () => {
  expect(scrub('cookie: __Host-session=abc.def; more')).not.toContain('abc.def');
  expect(scrub('__Host-session=abc.def')).toBe('__Host-session=[redacted]');
});
