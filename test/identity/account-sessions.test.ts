import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { maxOpenSessions } from '../../src/identity/session-records.ts';
import { tables } from '../../src/tables/index.ts';
import { deleteOldData } from '../../src/tables/retention.ts';
import { Browser } from '../support/browser/browser.ts';
import { ForeignIssuer } from '../support/browser/issuer.ts';
import { signIn, signInAt, withCookie } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two instances on one database. */
let issuer: ForeignIssuer;
let instances: [TestService, TestService];
let here: TestService;
let there: TestService;
let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  issuer = await ForeignIssuer.start();
  const { url: databaseUrl, ...own } = await createDatabase();
  const env = { ...signInAt(issuer), BASE_URL: 'https://registry.example' };
  instances = [await startTestService({ databaseUrl, env }), await startTestService({ databaseUrl, env })];
  [here, there] = instances;
  pool = new pg.Pool({ connectionString: databaseUrl });
  drop = own.drop;
});
afterAll(async () => {
  await pool.end();
  for (const instance of instances) await instance.stop();
  await drop();
  await issuer.stop();
});

interface Row {
  id: string;
  device: string | null;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  current: boolean;
}
const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const signInAs = (sub: string, browser = new Browser(), headers = {}) => {
  issuer.person = { sub, email: `${sub}@example.com`, name: sub };
  return signIn(here.url, browser, headers);
};
const tokenOf = async (sub: string) => ({ authorization: `Bearer ${await issuer.token({ sub })}` });
const me = async (cookie: string, { url } = here) => (await withCookie(url, cookie, '/api/v1/auth/me')).status;
const list = async (cookie: string): Promise<Row[]> => (await withCookie(here.url, cookie, '/api/v1/sessions')).body.data;
const idOf = async (cookie: string) => (await list(cookie)).find(({ current }) => current)?.id ?? '';
const end = (cookie: string, id: string, { url } = here) =>
  withCookie(url, cookie, `/api/v1/sessions/${id}`, { method: 'DELETE' });
const graphql = async (cookie: string, query: string) => {
  const headers = { 'content-type': 'application/json' };
  return (await withCookie(here.url, cookie, '/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })).body;
};
/** Within a second, on a machine with nothing else to do: signing-out.test.ts looks at the time. */
const soon = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 60_000, interval: 20 });

describe('the list', () => {
  test('has the open sessions of the account, newest first, and says which one asks', async () => {
    const first = await signInAs('ada', new Browser(), firefox);
    const second = await signInAs('ada', new Browser(), { 'user-agent': 'something else' });
    const [newer, older, ...more] = await list(first);
    expect(more).toEqual([]);
    expect(older).toMatchObject({ device: 'Firefox on Windows', current: true });
    expect(newer).toMatchObject({ device: null, current: false });
    expect((await list(second)).map(({ current }) => current)).toEqual([true, false]);
    for (const { createdAt, lastSeenAt, expiresAt } of await list(first)) {
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(12 * 60 * 60 * 1000);
      expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
    }
    const { data } = await graphql(first, '{ sessions { id device current } }');
    expect(data.sessions).toEqual((await list(first)).map(({ id, device, current }) => ({ id, device, current })));
  });

  test('asked with a token none is the one that asks, and the token has no row', async () => {
    await signInAs('alan');
    const { status, body } = await here.get('/api/v1/sessions', { headers: await tokenOf('alan') });
    expect([status, body.data.length, body.data[0].current, body.meta]).toEqual([200, 1, false, { count: 1 }]);
    const nobody = await here.get('/api/v1/sessions', { headers: await tokenOf('somebody new') });
    expect(nobody.body).toEqual({ data: [], meta: { count: 0 } });
  });

  test('has neither ended nor expired sessions, nor those of anybody else', async () => {
    const cookie = await signInAs('bob');
    const [ended, expired] = [await idOf(await signInAs('bob')), await idOf(await signInAs('bob'))];
    await signInAs('eve');
    expect((await end(cookie, ended)).status).toBe(204);
    await pool.query('UPDATE session SET expires_at = now() WHERE id = $1', [expired]);
    expect((await list(cookie)).map(({ id }) => id)).toEqual([await idOf(cookie)]);
  });

  test('knows when each was last seen, to the minute, and is told behind the requests', async () => {
    const cookie = await signInAs('cleo');
    const id = await idOf(cookie);
    await pool.query("UPDATE session SET created_at = '2026-01-01', last_seen_at = '2026-01-01' WHERE id = $1", [id]);
    await withCookie(there.url, cookie, '/api/v1/auth/me');
    const seen = async () => new Date((await list(cookie)).find((row) => row.id === id)?.lastSeenAt ?? '');
    await expect.poll(async () => (await seen()).getFullYear()).toBe(new Date().getFullYear());
    expect((await seen()).getTime() % 60_000).toBe(0);
  });
});

describe('the end of a session', () => {
  test.each(['REST', 'GraphQL'])('over %s is known on every instance within a second, and others stay', async (way) => {
    const [mine, other] = [await signInAs('dan'), await signInAs('dan')];
    expect([await me(other, here), await me(other, there)]).toEqual([200, 200]);
    const id = await idOf(other);
    if (way === 'REST') expect((await end(mine, id)).status).toBe(204);
    else expect(await graphql(mine, `mutation { endSession(id: "${id}") }`)).toEqual({ data: { endSession: id } });
    expect(await me(other, here), 'where it was ended, at once').toBe(401);
    await soon(async () => expect(await me(other, there)).toBe(401));
    expect([await me(mine, here), await me(mine, there)]).toEqual([200, 200]);
    const again = await end(mine, id);
    expect([again.status, again.body.error.code]).toEqual([404, 'session_not_found']);
  });

  test('may be that of the one who asks', async () => {
    const cookie = await signInAs('dora');
    expect((await end(cookie, await idOf(cookie))).status).toBe(204);
    expect(await me(cookie)).toBe(401);
  });

  test("another account's sessions are not there, whoever knows their ids", async () => {
    const [victim, attacker] = [await signInAs('victim'), await signInAs('attacker')];
    const id = await idOf(victim);
    const answers = [
      await end(attacker, id),
      await here.get(`/api/v1/sessions/${id}`, { method: 'DELETE', headers: await tokenOf('attacker') }),
    ];
    for (const { status, body } of answers) expect([status, body.error.code]).toEqual([404, 'session_not_found']);
    const { errors, data } = await graphql(attacker, `mutation { endSession(id: "${id}") }`);
    expect([errors[0].extensions.code, data]).toEqual(['session_not_found', { endSession: null }]);
    await withCookie(here.url, attacker, '/api/v1/sessions', { method: 'DELETE' });
    expect([await me(victim, here), await me(victim, there)]).toEqual([200, 200]);
  });

  test.each([randomUUID(), 'x', '%00', "';--", 'x'.repeat(8_000)])('%j is no session', async (id) => {
    const { status, body } = await end(await signInAs('frank'), encodeURI(id));
    expect([status, body.error.code]).toEqual([404, 'session_not_found']);
  });

  test('can be that of all others at once; with a token it is that of all', async () => {
    const cookies = [await signInAs('gil'), await signInAs('gil'), await signInAs('gil')];
    const [mine = '', ...others] = cookies;
    for (const cookie of cookies) for (const instance of instances) expect(await me(cookie, instance)).toBe(200);
    expect((await withCookie(here.url, mine, '/api/v1/sessions', { method: 'DELETE' })).status).toBe(204);
    for (const cookie of others) {
      expect(await me(cookie, here)).toBe(401);
      await soon(async () => expect(await me(cookie, there)).toBe(401));
    }
    expect(await list(mine)).toHaveLength(1);
    const again = await signInAs('gil');
    expect(await graphql(mine, 'mutation { endOtherSessions }')).toEqual({ data: { endOtherSessions: 1 } });
    expect(await me(again)).toBe(401);
    expect((await here.get('/api/v1/sessions', { method: 'DELETE', headers: await tokenOf('gil') })).status).toBe(204);
    expect(await me(mine)).toBe(401);
  });

  test('of two who end the same session at once one does', async () => {
    const [cookie, other] = [await signInAs('hans'), await signInAs('hans')];
    const id = await idOf(other);
    const answers = await Promise.all([end(cookie, id), end(cookie, id, there), end(cookie, id), end(cookie, id, there)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
  });

  test('must be asked for by a page of ours, and never with an API key', async () => {
    const cookie = await signInAs('hal');
    const id = await idOf(cookie);
    const headers = { origin: 'https://evil.example' };
    for (const path of ['/api/v1/sessions', `/api/v1/sessions/${id}`])
      expect((await withCookie(here.url, cookie, path, { method: 'DELETE', headers })).body.error.code).toBe('invalid_session');
    const key = (
      await withCookie(here.url, cookie, '/api/v1/api-keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"k"}',
      })
    ).body.data.secret;
    for (const method of ['GET', 'DELETE'])
      expect((await here.get('/api/v1/sessions', { method, headers: { 'x-api-key': key } })).body.error.code).toBe(
        'invalid_session',
      );
    expect(await me(cookie)).toBe(200);
  });

  test('is also that of whoever works on the database, of a person who is deleted, and of a deleted account', async () => {
    const cookies = [await signInAs('ian'), await signInAs('ida'), await signInAs('ike')];
    const [ended = '', , left = ''] = cookies;
    for (const cookie of cookies) for (const instance of instances) expect(await me(cookie, instance)).toBe(200);
    const [endedId, leftId] = [await idOf(ended), await idOf(left)];
    await pool.query('UPDATE session SET ended_at = now() WHERE id = $1', [endedId]);
    await pool.query("DELETE FROM user_profile WHERE subject = 'ida'");
    await pool.query("DELETE FROM account WHERE email = 'ike@example.com'");
    for (const cookie of cookies)
      for (const instance of instances) await soon(async () => expect(await me(cookie, instance)).toBe(401));
    expect((await pool.query('SELECT FROM session WHERE id = $1', [leftId])).rowCount).toBe(0);
    expect(await me(await signInAs('ike')), 'who comes back starts anew').toBe(200);
  });

  test('lets a request that is under way end well, and no other', async () => {
    const [cookie, other] = [await signInAs('jon'), await signInAs('jon')];
    const id = await idOf(other);
    await pool.query("UPDATE session SET last_seen_at = '2000-01-01' WHERE id = $1", [id]);
    const underWay = request(`${there.url}/api/v1/api-keys`, {
      method: 'POST',
      headers: { cookie: `__Host-session=${other}`, 'content-type': 'application/json' },
    });
    underWay.write('{"name":');
    // It was let in, and waits for the rest of the body.
    const seen = async () =>
      (await pool.query('SELECT last_seen_at AS at FROM session WHERE id = $1', [id])).rows[0].at.getFullYear();
    await expect.poll(seen).toBeGreaterThan(2000);
    expect((await end(cookie, id)).status).toBe(204);
    await soon(async () => expect(await me(other, there)).toBe(401));
    underWay.end('"k"}');
    const [response] = (await once(underWay, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(201);
  });
});

describe('signing in again', () => {
  test('replaces the session that the browser had, also that of somebody else', async () => {
    const browser = new Browser();
    const ada = await signInAs('kay', browser);
    const again = await signInAs('kay', browser);
    expect([await me(ada), await me(again)]).toEqual([401, 200]);
    expect(await list(again)).toHaveLength(1);
    const other = await signInAs('lee', browser);
    expect([await me(again), await me(other)]).toEqual([401, 200]);
  });

  test('beyond the most that may be open ends the oldest', async () => {
    const first = await signInAs('mia');
    await pool.query(
      `INSERT INTO session (account_id, user_id, created_at, expires_at) SELECT account_id, id, now() - n * interval '1 second', now() + interval '1 hour'
       FROM user_profile, generate_series(1, $1) n WHERE subject = 'mia'`,
      [maxOpenSessions],
    );
    const cookie = await signInAs('mia');
    const open = await list(cookie);
    expect(open).toHaveLength(maxOpenSessions);
    expect(open[0]?.current).toBe(true);
    expect(await me(first)).toBe(200);
  });
});

test('what is long over is deleted, and nothing else; nobody is told of it', async () => {
  const cookie = await signInAs('nan');
  const id = await idOf(cookie);
  const changed = async () =>
    (await pool.query("SELECT changed_at::text FROM account WHERE email = 'nan@example.com'")).rows[0].changed_at;
  await pool.query(
    `INSERT INTO session (account_id, user_id, expires_at, ended_at) SELECT account_id, user_id, now() - make_interval(days => age), now() - interval '29 days'
     FROM session, unnest(ARRAY[31, 29]) age WHERE id = $1`,
    [id],
  );
  const before = await changed();
  const { retention: days } = loadConfig({});
  expect(await deleteOldData({ tables, pool, days, clock: { ask: async () => new Date() } })).toMatchObject({ session: 1 });
  expect(await changed()).toBe(before);
  expect(await me(cookie)).toBe(200);
});
