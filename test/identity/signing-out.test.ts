import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { comeBack, sessionSecret, signIn, signInAt, withCookie } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { DatabaseProxy } from '../support/servers/proxy.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

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
  await vi.waitFor(async () => expect(await me(cookie, there)).toBe('401 invalid_session'), { timeout: 60_000, interval: 20 });
});

test('the cookie of a sign-in makes one token request, however often and wherever it is sent', async () => {
  const browser = new Browser();
  const url = await comeBack(instances[0].url, browser);
  const cookie = browser.cookies.get('__Host-sign_in')?.value;
  const before = issuer.count('/token');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      fetch(url.replace(instances[0].url, instances[number % 2 ? 1 : 0].url), {
        redirect: 'manual',
        headers: { cookie: `__Host-sign_in=${cookie}` },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, ...Array(9).fill(400)]);
  expect(issuer.count('/token') - before).toBe(1);
});

test('used sign-ins are remembered for as long as their cookies could be good, and then cleared away by those that follow', async () => {
  const pool = new pg.Pool({ connectionString: instances[0].databaseUrl }).on('error', () => {});
  const kept = async () =>
    (await pool.query("SELECT count(*)::int FROM used_sign_in WHERE used_at < now() - interval '20 minutes'")).rows[0].count;
  await pool.query(
    "INSERT INTO used_sign_in (id, used_at) SELECT gen_random_uuid(), now() - age * interval '1 minute' FROM unnest(ARRAY[30, 61, 90, 900]) age",
  );
  expect(await kept()).toBe(4);
  await signIn(instances[0].url);
  expect(await kept()).toBe(1);
  await pool.end();
});

test('of two tabs the one that began last signs in; the other is told to start again and takes nothing from it', async () => {
  const browser = new Browser();
  const [{ url }] = instances;
  const [first, second] = [await comeBack(url, browser), await comeBack(url, browser)];
  const before = issuer.count('/token');
  expect((await browser.visit(first)).status).toBe(400);
  expect(issuer.count('/token')).toBe(before);
  expect((await browser.visit(second)).status).toBe(302);
  expect((await browser.visit(second)).status, 'once more').toBe(400);
});

test('signing out with a session that is over, with two, or with none does no harm', async () => {
  const [{ url }] = instances;
  const cookie = await signIn(url);
  const other = await signIn(url);
  for (const sent of [
    `__Host-session=${cookie}`,
    `__Host-session=${cookie}`,
    '__Host-session=forged',
    `__Host-session=${other}; __Host-session=${other}`,
    '',
  ]) {
    const { status, headers } = await call(url, '/auth/logout', { method: 'POST', headers: { cookie: sent } });
    expect([status, headers.get('set-cookie')], sent).toEqual([303, expect.stringMatching(/^__Host-session=; /)]);
  }
  expect([await me(cookie), await me(other)]).toEqual(['401 invalid_session', 'welcome']);
});

test('a session whose end cannot be written is not called ended: the cookie stays, for another attempt', async () => {
  const own = await createDatabase();
  const proxy = await DatabaseProxy.before(own.url);
  const service = await startTestService({ databaseUrl: proxy.url, env: signInAt(issuer) });
  const cookie = await signIn(service.url);
  const signOut = () => withCookie(service.url, cookie, '/auth/logout', { method: 'POST' });
  await proxy.vanish();
  await expect.poll(async () => (await me(cookie, service)).slice(0, 3)).toBe('503');
  const refused = await signOut();
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([503, null]);
  const browser = new Browser();
  const back = await comeBack(service.url, browser);
  const before = issuer.count('/token');
  expect((await browser.visit(back)).status, 'a sign-in that cannot be used once is not used').toBe(503);
  expect(issuer.count('/token')).toBe(before);
  await proxy.comeBack();
  await expect.poll(() => me(cookie, service)).toBe('welcome');
  expect((await signOut()).status).toBe(303);
  expect(await me(cookie, service)).toBe('401 invalid_session');
  await service.stop();
  await proxy.vanish();
  await own.drop();
});

test('a secret is replaced without signing anybody out: the new one seals, both open, until the old one is gone', async () => {
  const { databaseUrl } = instances[0];
  const fresh = 'n8Vq3LxT0cYw6RzK1bGm5PdJ9sHf2uEa';
  const start = (secret: string) =>
    startTestService({ databaseUrl, env: { ...signInAt(issuer), BASE_URL: base, SESSION_SECRET: secret } });
  const [rotating, rotated] = [await start(`${fresh}, ${sessionSecret}`), await start(fresh)];
  const [old, young] = [await signIn(instances[0].url), await signIn(rotating.url)];
  expect([await me(old, rotating), await me(young, rotating)]).toEqual(['welcome', 'welcome']);
  expect([await me(old, rotated), await me(young, rotated)]).toEqual(['401 invalid_session', 'welcome']);
  expect(await me(young, instances[0]), 'sealed by the new one').toBe('401 invalid_session');
  const browser = new Browser();
  const begun = await comeBack(instances[0].url, browser);
  expect((await browser.visit(begun.replace(instances[0].url, rotating.url))).status, 'a sign-in under way').toBe(302);
  await rotating.stop();
  await rotated.stop();
});

test('of two session cookies none counts', async () => {
  const cookie = await signIn(instances[0].url);
  expect(await me(`${cookie}; __Host-session=${cookie}`)).toBe('401 invalid_session');
  expect(await me(`x; __Host-session=${cookie}`)).toBe('401 invalid_session');
  expect(await me(`${cookie}; __Host-session=`)).toBe('401 invalid_session');
  expect(await me(cookie)).toBe('welcome');
});
