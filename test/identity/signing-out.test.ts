import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser } from '../support/browser.ts';
import { createDatabase } from '../support/database.ts';
import { ForeignIssuer } from '../support/issuer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { comeBack, signIn, signInAt, withCookie } from '../support/sign-in.ts';

/** Two instances on one database, as behind a load balancer. */
const base = 'https://registry.example';
let issuer: ForeignIssuer;
let instances: [TestService, TestService];
let drop: () => Promise<void>;
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  const { url: databaseUrl, ...own } = await createDatabase();
  const env = { ...signInAt(issuer), BASE_URL: base };
  instances = [await startTestService({ databaseUrl, env }), await startTestService({ databaseUrl, env })];
  drop = own.drop;
});
afterAll(async () => {
  for (const instance of instances) await instance.stop();
  await drop();
  await issuer.stop();
});
const me = async (cookie: string, { url } = instances[0]) => {
  const { status, body } = await withCookie(url, cookie, '/api/v1/auth/me');
  return status === 200 ? 'welcome' : `${status} ${body.error.code}`;
};

test('a copied cookie is refused on every instance within a second of signing out', async () => {
  const [here, there] = instances;
  const cookie = await signIn(here.url);
  for (const instance of instances) expect(await me(cookie, instance)).toBe('welcome');
  await withCookie(here.url, cookie, '/auth/logout', { method: 'POST' });
  expect(await me(cookie, here), 'where it was ended, at once').toBe('401 invalid_session');
  await vi.waitFor(async () => expect(await me(cookie, there)).toBe('401 invalid_session'), { timeout: 1_000, interval: 20 });
});

test('the cookie of a sign-in makes one token request, however often and wherever it is sent', async () => {
  const browser = new Browser();
  const url = await comeBack(instances[0].url, browser);
  const cookie = browser.cookies.get('sign_in')?.value;
  const before = issuer.count('/token');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      fetch(url.replace(instances[0].url, instances[number % 2 ? 1 : 0].url), {
        redirect: 'manual',
        headers: { cookie: `sign_in=${cookie}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, ...Array(19).fill(400)]);
  expect(issuer.count('/token') - before).toBe(1);
});

test('of two session cookies none counts', async () => {
  const cookie = await signIn(instances[0].url);
  expect(await me(`${cookie}; session=${cookie}`)).toBe('401 invalid_session');
  expect(await me(`x; session=${cookie}`)).toBe('401 invalid_session');
  expect(await me(`${cookie}; session=`)).toBe('401 invalid_session');
  expect(await me(cookie)).toBe('welcome');
});
