import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure } from '../../src/kernel/errors.ts';
import { addKey, type ChangesGround, changesGround, personalColumn, type Row, smallRegister } from '../support/changes.ts';
import { connect } from '../support/imports.ts';
import { as, sessions } from '../support/people.ts';
import { hasRedis, TestRedis } from '../support/servers/redis.ts';
import type { Answer } from '../support/service.ts';

/* What following the changes meets: other instances, Redis, the limits, sessions, imports under way, persons, a restart. */

let ground: ChangesGround;
const gb = smallRegister('gb');
const row = (number: number, name: string, more: Row = {}): Row => ({ number: String(number), name, activity: '1', ...more });
beforeEach(async () => {
  ground = await changesGround();
  await ground.importRows(gb, [row(1, 'A')]);
});
afterEach(() => ground.close());

const numbersOf = ({ body }: Answer): string[] => body.data.map(({ number }: { number: string }) => number);
const newest = async (): Promise<string> => (await ground.get('/changes?cursor=now')).body.meta.nextCursor;
const remaining = ({ headers }: Answer) => Number(headers.get('x-monthly-quota-remaining'));

/** An account whose quota is used up but for so many. */
async function accountWith(left: number) {
  const account = await addKey(ground.query as never, 'free');
  await ground.query("INSERT INTO period_usage VALUES ($1, '2026-11-01', $2)", [account.accountId, 1_000 - left]);
  return account;
}

test.skipIf(!hasRedis)('with Redis: whoever waits on one instance or another wakes, and pays from one quota', async () => {
  const redis = await TestRedis.start();
  const env = { REDIS_URL: redis.url };
  const instances = [await ground.start({ env }), await ground.start({ env })];
  const { secret } = await accountWith(3);
  const [path, key] = [`/changes?cursor=${await newest()}`, { 'x-api-key': secret }];
  const waiting = instances.map((instance) => ground.get(path, { ...key, prefer: 'wait=30' }, instance));
  await ground.importRows(gb, [row(1, 'A'), row(2, 'B')]);
  const answers = await Promise.all(waiting);
  for (const answer of answers) expect([answer.status, numbersOf(answer)]).toEqual([200, ['2']]);
  expect(answers.map(remaining).toSorted()).toEqual([1, 2]);

  // What is known already costs nothing, on either instance; the last unit buys a page, and then nobody waits for a refusal.
  const known = { ...key, 'if-none-match': answers[0]?.headers.get('etag') ?? '' };
  for (const instance of instances) {
    const same = await ground.get(path, known, instance);
    expect([same.status, remaining(same)]).toEqual([304, 1]);
  }
  expect((await ground.get(path, key, instances[0])).status).toBe(200);
  const refused = await ground.get(path, { ...key, prefer: 'wait=30' }, instances[1]);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'monthly_quota_exceeded']);
  for (const instance of instances) await instance.stop();
  await redis.stop();
});

test('an import under way is not seen, and holds nobody up; when it is done, it is told once', async () => {
  const cursor = await newest();
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const importing = ground.importRows(gb, [row(1, 'A'), row(3, 'C')], {
    connect: async () => {
      const client = await connect(ground.url);
      const query = client.query.bind(client) as (...words: unknown[]) => unknown;
      client.query = ((...words: unknown[]) => {
        if (words[0] !== 'COMMIT') return query(...words);
        reached.resolve();
        return goesOn.promise.then(() => query(...words));
      }) as typeof client.query;
      return client;
    },
  });
  await reached.promise;
  expect(await newest()).toBe(cursor);
  expect((await ground.get(`/changes?cursor=${cursor}`)).body.data).toEqual([]);
  const waiting = ground.get(`/changes?cursor=${cursor}`, { prefer: 'wait=30' });
  goesOn.resolve();
  await importing;
  const told = await waiting;
  expect(numbersOf(told)).toEqual(['3']);
  expect((await ground.get(`/changes?cursor=${told.body.meta.nextCursor}`)).body.data).toEqual([]);
});

test('a session is no key, and a key no session; both wait in the places of their account', async () => {
  const session = { headers: as(ground.accountId) };
  await ground.query(
    `INSERT INTO user_profile (account_id, issuer, subject) VALUES ($1::uuid, 'https://issuer.example', $1::text)`,
    [ground.accountId],
  );
  const rest = await ground.service.get('/api/v1/changes', session);
  expect([rest.status, rest.body.error.code]).toEqual([401, 'invalid_api_key']);
  const ask = '{ changes(cursor: "now", wait: 5) { waited } }';
  const byKey = await ground.service.graphql(ask, { headers: { authorization: `Bearer ${ground.secret}` } });
  expect(JSON.stringify(byKey.body)).toContain('invalid_session');

  const held = Array.from({ length: 6 }, () => ground.get('/changes?cursor=now', { prefer: 'wait=30' }));
  await Promise.race(held);
  expect((await ground.service.graphql(ask, session)).body.data.changes).toEqual({ waited: null });
  await ground.importRows(gb, [row(1, 'A'), row(2, 'B')]);
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
});

test('include=entity has the record as it is now, with what is about persons until that is erased; it may not be kept', async () => {
  const md = smallRegister('md');
  await ground.importRows(md, [row(5, 'M', { [personalColumn]: 'ADA' })]);
  const cursor = await newest();
  await ground.importRows(md, [row(5, 'M', { [personalColumn]: 'EVE' }), row(6, 'N')]);
  const path = `/changes?cursor=${cursor}&include=entity&limit=2`;
  const before = await ground.get(path);
  expect(before.body.meta.hasMore).toBe(true);
  expect(before.headers.get('cache-control')).toBe('private, no-cache');
  const told = before.body.data.find(({ number }: { number: string }) => number === '5');
  expect(told.entity).toEqual((await ground.get(`/entities/${told.entityId}`)).body.data);
  expect(told.entity.registry.directors).toEqual([{ name: 'EVE', role: null }]);
  expect(JSON.stringify({ ...told, entity: null })).not.toMatch(/ADA|EVE/);

  await ground.erase(told.entityId);
  await expect.poll(async () => (await ground.get(path)).text).not.toMatch(/ADA|EVE/);
  const after = await ground.get(path, { 'if-none-match': before.headers.get('etag') ?? '' });
  expect(after.status).toBe(200);
});

test('after a restart whoever follows goes on where he was', async () => {
  const first = await ground.start();
  const { body } = await ground.get('/changes?limit=1', {}, first);
  await first.stop();
  await ground.importRows(gb, [row(1, 'A'), row(2, 'B'), row(9, 'I')]);
  const second = await ground.start();
  const rest = await ground.get(`/changes?cursor=${body.meta.nextCursor}&limit=1000`, {}, second);
  const whole = await ground.get('/changes?limit=1000', {}, second);
  expect([...body.data, ...rest.body.data]).toEqual(whole.body.data);
  await second.stop();
});

test('over GraphQL, too, a session that ends while it waits gets nothing', async () => {
  let calls = 0;
  const identify: typeof sessions.identify = (caller) => {
    calls += 1;
    if (calls > 1) throw new Failure('invalid_session');
    return sessions.identify(caller);
  };
  const instance = await ground.start({ sessions: { identify } });
  const { body } = await instance.graphql('{ changes(cursor: "now", wait: 1) { waited } }', { headers: as('leaver') });
  expect(body.errors[0].extensions.code).toBe('invalid_session');
  expect(calls).toBe(2);
  await instance.stop();
});
