import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { signIn, signInAt, withCookie } from '../support/browser/sign-in.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { call, startTestService, type TestService } from '../support/service.ts';

const patient = { timeout: 60_000, interval: 50 };
let primary: PrivatePostgres;
let standby: PrivatePostgres;
let issuer: ForeignIssuer;
let service: TestService;
beforeAll(async () => {
  primary = await PrivatePostgres.start();
  standby = await primary.replicate();
  issuer = await ForeignIssuer.start();
  const url = primary.url.replace(/@(.*)\//, `@$1,${new URL(standby.url).host}/`);
  // Time passes slowly, so the failover is over before the service would take it for a long gap.
  const now = () => performance.now() / 100;
  service = await startTestService({ databaseUrl: url, env: signInAt(issuer), now });
});
afterAll(async () => {
  await service?.stop();
  await issuer?.stop();
  await standby?.stop();
  await primary?.stop();
});

test('after a failover that lost a new account its key is refused, and its owner signs in to another one', async () => {
  const headers = { authorization: `Bearer ${await issuer.token()}`, 'content-type': 'application/json' };
  const me = () => service.get('/api/v1/auth/me', { headers });
  const use = (key: string) => service.get('/api/v1/countries', { headers: { 'x-api-key': key } });
  await primary.caughtUp(standby);
  // From now on the standby gets nothing.
  await standby.query("ALTER SYSTEM SET primary_conninfo = ''");
  await standby.query('SELECT pg_reload_conf()');
  await vi.waitFor(async () => expect(await primary.query('SELECT FROM pg_stat_replication')).toHaveLength(0), patient);

  const lost = (await me()).body.data.accountId;
  const cookie = await signIn(service.url);
  const made = await call(service.url, '/api/v1/api-keys', { method: 'POST', headers, body: '{"name":"new"}' });
  const { secret } = made.body.data;
  expect((await use(secret)).status).toBe(200);
  await primary.shutDown('immediate');
  await standby.promote();

  await vi.waitFor(async () => expect((await use(secret)).body.error?.code).toBe('invalid_api_key'), patient);
  const { status, body } = await me();
  expect(status).toBe(200);
  expect(body.data.accountId).not.toBe(lost);
  expect((await withCookie(service.url, cookie, '/api/v1/account')).status).toBe(401);
  const anew = await withCookie(service.url, await signIn(service.url), '/api/v1/account');
  expect(anew.body.data.id).toBe(body.data.accountId);
  const again = await call(service.url, '/api/v1/api-keys', { method: 'POST', headers, body: '{"name":"another"}' });
  expect((await use(again.body.data.secret)).status).toBe(200);
});
