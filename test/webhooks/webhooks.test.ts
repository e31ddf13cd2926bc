import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AccountChanges } from '../../src/accounts/changes.ts';
import { cursorOf } from '../../src/changes/index.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { blocksOf } from '../../src/watching/hit-blocks.ts';
import { DeliveryWorker } from '../../src/webhooks/delivery/worker.ts';
import { EndpointSecrets } from '../../src/webhooks/endpoint-secrets.ts';
import { announceAll, type WebhookEvent, webhookEvents } from '../../src/webhooks/index.ts';
import { addKey, type ChangesGround, changesGround, type Row, smallRegister } from '../support/changes.ts';
import { contract, expectMessage } from '../support/contract.ts';
import { guideBlocks } from '../support/guide-blocks.ts';
import { as } from '../support/people.ts';
import { type Received, startReceiver } from '../support/servers/receiver.ts';
import { pythonWith } from '../support/suite/programs.ts';

let ground: ChangesGround;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let pool: pg.Pool;
beforeAll(async () => {
  receiver = await startReceiver();
  ground = await changesGround({ webhooks: { deadline: 400, interval: 20, resolve: async () => ['8.8.8.8', '10.0.0.1'] } });
  pool = new pg.Pool({ connectionString: ground.url });
  await ground.importRows(md, [row('1', 'Alfa'), row('2', 'Beta')]);
});
afterAll(async () => {
  await pool.end();
  await ground.close();
  receiver.close();
});

const md = smallRegister('md');
const row = (number: string, name: string): Row => ({ number, name });
const absent = '00000000-0000-4000-8000-000000000000';

async function call(method: string, path: string, body?: unknown, secret = ground.secret, headers = {}) {
  return ground.service.get(`/api/v1${path}`, {
    method,
    headers: { 'x-api-key': secret, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

let paths = 0;
/** An endpoint with a path of its own at the receiver. */
async function endpoint(more: object = {}, secret?: string, events = ['watch_list.changed', 'alert.raised']) {
  const path = `/${++paths}`;
  const { status, body } = await call('POST', '/webhook-endpoints', { url: receiver.url + path, events, ...more }, secret);
  expect(status).toBe(201);
  return { path, id: body.data.id as string, secret: body.data.secret as string };
}
const endpointsAt = '/webhook-endpoints';
const deliveries = async (id: string, query = '', secret?: string) =>
  (await call('GET', `${endpointsAt}/${id}/deliveries${query}`, undefined, secret)).body;
const outcomes = async (id: string) => (await deliveries(id)).data.map(({ outcome }: { outcome: string }) => outcome);
const state = async (id: string) => (await call('GET', `${endpointsAt}/${id}`)).body.data;
/** What a receiver makes of a message, which is as the contract has it. */
function verified(secret: string, { text, headers, body }: Received): unknown {
  expectMessage(body);
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
/** Tells of something that happened, to the account of the endpoints. */
const tell = (
  subject: string,
  data: Record<string, string | number> = {},
  accountId = ground.accountId,
  type: WebhookEvent = 'alert.raised',
) => inTransaction(pool, (client) => announceAll(client, [{ accountId, type, subject, data }]));
/** Lets the time go by that messages wait. */
const makeDue = (id: string) => ground.query('UPDATE webhook_message SET due_at = now() WHERE endpoint_id = $1', [id]);
const arrived = (path: string, count: number) => expect.poll(() => receiver.at(path).length, { interval: 20 }).toBe(count);

test('an endpoint is made, read, changed and deleted, and shows its secret once', async () => {
  const wanted = { url: `${receiver.url}/crud`, description: ' Suppliers ', events: ['alert.raised'], listIds: null };
  const made = await call('POST', endpointsAt, wanted);
  expect(made.status).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  const { secret, ...shown } = made.body.data;
  expect(shown).toMatchObject({ ...wanted, description: 'Suppliers', disabledAt: null, waiting: 0 });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(await state(shown.id)).toEqual(shown);
  const change = { description: null, events: ['watch_list.changed', 'alert.raised'] };
  expect((await call('PATCH', `${endpointsAt}/${shown.id}`, change)).body.data).toEqual({ ...shown, ...change });
  const { body } = await call('GET', endpointsAt);
  expect(body.data.map(({ id }: { id: string }) => id)).toContain(shown.id);
  expect(body.meta.count).toBe(body.data.length);
  const stored = await ground.query('SELECT * FROM webhook_endpoint WHERE id = $1', [shown.id]);
  expect(JSON.stringify([body, stored])).not.toContain(secret);
  expect((await call('DELETE', `${endpointsAt}/${shown.id}`)).status).toBe(204);
  expect((await call('GET', `${endpointsAt}/${shown.id}`)).body.error.code).toBe('webhook_endpoint_not_found');
});

test('wrong input is refused, and says where it is wrong', async () => {
  const url = `${receiver.url}/wrong`;
  const events = ['alert.raised'];
  const { id } = await endpoint();
  const refusals: [string, string, unknown, number, RegExp][] = [
    ['POST', endpointsAt, { url }, 400, /events/],
    ['POST', endpointsAt, { url, events: [] }, 400, /events: must be some of/],
    ['POST', endpointsAt, { url, events: ['endpoint.test'] }, 400, /events: must be some of/],
    ['POST', endpointsAt, { url, events, description: 'x'.repeat(201) }, 400, /description/],
    ['POST', endpointsAt, { url, events, listIds: ['1'] }, 400, /listIds/],
    ['POST', endpointsAt, { url, events, listIds: [absent] }, 404, /watch list/],
    ['POST', endpointsAt, { url: 'http://receiver.example.com', events }, 400, /url: must be an https address/],
    ['POST', endpointsAt, { url: 'https://169.254.169.254/latest', events }, 400, /url: must be on the public internet/],
    ['PATCH', `${endpointsAt}/${id}`, { url: 'https://2852039166' }, 400, /url: must be on the public internet/],
    ['POST', `${endpointsAt}/${id}/rotate-secret`, { overlapSeconds: 700_000 }, 400, /overlapSeconds/],
    ['GET', `${endpointsAt}/${id}/deliveries?cursor=1`, undefined, 400, /cursor/],
    ['POST', `${endpointsAt}/${id}/replay`, { listId: absent, cursor: 'start' }, 404, /watch list/],
    ['POST', `${endpointsAt}/${id}/deliveries/${absent}/replay`, undefined, 404, /delivery/],
  ];
  for (const [method, path, body, status, message] of refusals) {
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  }
});

test('a change of a watched company is a signed, thin message, and its cursors lead to the change', async () => {
  const list = (await call('POST', '/watch-lists', { name: 'hooks' })).body.data.id;
  const [company] = await ground.query("SELECT id FROM entity WHERE number = '1'");
  await call('POST', `/watch-lists/${list}/companies`, { add: [company?.id] });
  const { id, path, secret } = await endpoint({ listIds: [list] });
  await ground.importRows(md, [row('1', 'Alfa Nova'), row('2', 'Beta Nova')]);
  await arrived(path, 1);
  const [message] = receiver.at(path) as [Received];
  expect(verified(secret, message)).toEqual(message.body);
  expect(message.body).toEqual({
    type: 'watch_list.changed',
    timestamp: expect.any(String),
    data: { listId: list, since: expect.any(String), cursor: expect.any(String), count: 1 },
  });
  expect(message.text).not.toContain('Alfa');
  expect(() => expectMessage({ ...message.body, data: { listId: list } })).toThrow('since');
  expect(Object.keys(contract.webhooks)).toEqual([...webhookEvents, 'endpoint.test']);
  const changes = async (cursor: string) => (await call('GET', `/watch-lists/${list}/changes?cursor=${cursor}`)).body.data;
  expect(await changes(message.body.data.since)).toMatchObject([{ canonicalName: 'Alfa Nova' }]);
  expect(await changes(message.body.data.cursor)).toEqual([]);
  await expect.poll(() => outcomes(id)).toEqual(['delivered']);
  const [delivery] = (await deliveries(id)).data;
  expect(delivery).toMatchObject({ messageId: message.id, attempt: 1, status: 204, data: message.body.data });

  // Replayed: of one delivery, and from a cursor.
  expect((await call('POST', `${endpointsAt}/${id}/deliveries/${delivery.id}/replay`)).status).toBe(202);
  await arrived(path, 2);
  const replayed = await call('POST', `${endpointsAt}/${id}/replay`, { listId: list, cursor: 'start' });
  await arrived(path, 3);
  const [, second, third] = receiver.at(path);
  for (const replay of [second, third]) expectMessage(replay?.body);
  expect([second?.body.data, third?.id]).toEqual([message.body.data, replayed.body.data.messageId]);
  expect((await changes(third?.body.data.since)).length).toBe(third?.body.data.count);
  const wrong = await call('POST', `${endpointsAt}/${id}/replay`, { listId: list, cursor: 'nonsense' });
  expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringMatching(/cursor/)]);

  // A deleted list is no longer named, and nothing more is sent about it.
  await call('DELETE', `/watch-lists/${list}`);
  expect(await state(id)).toMatchObject({ listIds: [], waiting: 0 });
  const pages = [await deliveries(id, '?limit=2')];
  pages.push(await deliveries(id, `?limit=2&cursor=${pages[0].meta.nextCursor}`));
  expect(pages.map(({ data, meta }) => [data.length, meta.nextCursor === null])).toEqual([
    [2, false],
    [1, true],
  ]);
});

test('what happens while the receiver is away becomes one message, with the newest data and the same waiting time', async () => {
  const { id, path } = await endpoint();
  receiver.react(path, 500);
  await tell('one', { n: 1 });
  await arrived(path, 1);
  await expect.poll(async () => (await state(id)).failingSince).not.toBe(null);
  const due = async () =>
    (await ground.query(
      'SELECT subject, attempts, extract(epoch FROM due_at - now())::int AS wait FROM webhook_message WHERE endpoint_id = $1',
      [id],
    )) as unknown[];
  expect(await due()).toEqual([{ subject: 'one', attempts: 1, wait: expect.closeTo(5, -1) }]);
  for (const n of [2, 3]) await tell('one', { n });
  expect(await due()).toHaveLength(1);
  await makeDue(id);
  await arrived(path, 2);
  await expect.poll(due).toEqual([{ subject: 'one', attempts: 2, wait: expect.closeTo(300, -1) }]);
  const [first, second] = receiver.at(path);
  expect([first?.body.data, second?.body.data]).toEqual([{ n: 1 }, { n: 3 }]);
  expect(second?.id).not.toBe(first?.id);
  await makeDue(id);
  await arrived(path, 3);
  expect(receiver.at(path)[2]?.id, 'the same message has the same id').toBe(second?.id);
  // It is back: the next message that arrives makes the others due.
  receiver.react(path, 200);
  await tell('two');
  await arrived(path, 5);
  await expect.poll(async () => await state(id)).toMatchObject({ waiting: 0, failingSince: null });
});

test('what happens during a delivery is sent after it', async () => {
  const { path } = await endpoint();
  const { promise: begun, resolve } = Promise.withResolvers<() => void>();
  receiver.react(path, (res) => resolve(() => res.writeHead(200).end()));
  const list = { listId: absent, since: 'a', cursor: 'b', count: 2 };
  await tell('busy', list);
  const answer = await begun;
  await tell('busy', { ...list, since: 'b', cursor: 'c', count: 3 });
  receiver.react(path, 200);
  answer();
  await arrived(path, 2);
  expect(receiver.at(path)[1]?.body.data).toEqual({ listId: absent, since: 'b', cursor: 'c', count: 3 });
});

test('an endpoint is deleted while messages are queued for it, and nothing deadlocks', async () => {
  const { id } = await endpoint();
  await ground.query('UPDATE webhook_endpoint SET lease = $2, leased_until = $3 WHERE id = $1', [id, absent, '2099-01-01']);
  const waiting = (count: number) =>
    expect
      .poll(
        async () =>
          (await ground.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`))
            .length,
      )
      .toBe(count);
  const said = ['a', 'b', 'c'].map((subject) => ({
    ...{ accountId: ground.accountId, type: 'alert.raised' as const, subject, data: {} },
  }));
  await inTransaction(pool, (client) => announceAll(client, said.slice(0, 2)));
  // It has the first message, waits for the second, and then needs the endpoint for the third.
  const busy = await pool.connect();
  await busy.query('BEGIN');
  await busy.query("SELECT FROM webhook_message WHERE endpoint_id = $1 AND subject = 'b' FOR UPDATE", [id]);
  const announced = inTransaction(pool, (client) => announceAll(client, said));
  await waiting(1);
  const deleted = call('DELETE', `${endpointsAt}/${id}`);
  await waiting(2);
  await busy.query('ROLLBACK');
  busy.release();
  await announced;
  expect((await deleted).status).toBe(204);
  await inTransaction(pool, (client) => announceAll(client, said));
  expect(await ground.query('SELECT FROM webhook_message WHERE endpoint_id = $1', [id])).toEqual([]);
});

/** A list with hits: five in the first import, three in the second and two in the third. */
async function listWithHits() {
  const listId = (await call('POST', '/watch-lists', { name: 'counted' })).body.data.id as string;
  const at = (version: number, position: number) => cursorOf({ version: 900 + version, position, epoch: '0a0b0c0d' });
  for (const [place, hits] of [
    [1, 2, 3, 4, 7],
    [2, 4, 9],
    [1, 9],
  ].entries())
    for (const { position, earlier } of blocksOf(hits))
      await ground.query('INSERT INTO watch_hit (list_id, version, position, at, earlier) VALUES ($1, $2, $3, now(), $4)', [
        ...[listId, 901 + place, position, earlier],
      ]);
  return { listId, at, span: (from: string, to: string, count: number) => ({ listId, since: from, cursor: to, count }) };
}

test('a message counts what is between its cursors: after an attempt that failed, after one that worked, and sent again', async () => {
  const { id, path } = await endpoint();
  const { listId, at, span } = await listWithHits();
  const [one, two, three] = [span(at(1, 0), at(1, 9), 5), span(at(2, 0), at(2, 9), 3), span(at(3, 0), at(3, 9), 2)];
  const say = (data: Record<string, string | number>) => tell(listId, data, ground.accountId, 'watch_list.changed');
  const sent = async (count: number) => {
    await arrived(path, count);
    return receiver.at(path)[count - 1]?.body.data;
  };
  const answers: (() => void)[] = [];
  const hold = () => receiver.react(path, (res) => answers.push(() => res.writeHead(200).end()));
  hold();
  await say(one);
  expect(await sent(1)).toEqual(one);
  await say(two);
  receiver.react(path, 500);
  await expect.poll(() => outcomes(id)).toEqual(['timeout']);
  // Nobody has answered the first one, so the next one has all of it.
  hold();
  await makeDue(id);
  expect(await sent(2)).toEqual(span(at(1, 0), at(2, 9), 8));
  await say(three);
  receiver.react(path, 200);
  answers[1]?.();
  expect(await sent(3), 'what is left after an answer').toEqual(three);

  // A replay during a delivery is sent after it, with what came meanwhile.
  await expect.poll(async () => (await state(id)).waiting).toBe(0);
  hold();
  await say(two);
  expect(await sent(4)).toEqual(two);
  const [first] = (await deliveries(id)).data.filter(({ data }: { data: object }) => 'count' in data).slice(-1);
  await call('POST', `${endpointsAt}/${id}/deliveries/${first.id}/replay`);
  await say(three);
  receiver.react(path, 200);
  answers[2]?.();
  expect(await sent(5)).toEqual(span(at(1, 0), at(3, 9), 10));
  await expect.poll(async () => (await state(id)).waiting).toBe(0);
});

test('a replay of an alert is joined with the one that waits, and loses nothing', async () => {
  const { id, path } = await endpoint({}, undefined, ['alert.raised']);
  const alert = async (key: string) =>
    (
      await ground.query(
        `INSERT INTO alert (account_id, kind, key, data) VALUES ($1, 'key_leaked', $2, '{"prefix":"crd_","keyId":"1"}') RETURNING id::text`,
        [ground.accountId, key],
      )
    )[0]?.id ?? '';
  const alerts = () => receiver.at(path).filter(({ body }) => body.data.kind === 'key_leaked');
  const first = await alert('first');
  await expect.poll(async () => alerts().length).toBe(1);
  expect(alerts()[0]?.body.data).toEqual({ kind: 'key_leaked', alertId: first, since: first, count: 1 });
  await expect.poll(() => outcomes(id)).toContain('delivered');
  await ground.query('UPDATE webhook_endpoint SET leased_until = $2, lease = $3 WHERE id = $1', [id, '2099-01-01', absent]);
  await alert('second');
  const last = await alert('third');
  await expect.poll(async () => (await state(id)).waiting).toBe(1);
  await expect.poll(() => ground.query('SELECT FROM alert WHERE handed_on_at IS NULL')).toEqual([]);
  const [delivery] = (await deliveries(id)).data;
  await call('POST', `${endpointsAt}/${id}/deliveries/${delivery.id}/replay`);
  await ground.query('UPDATE webhook_endpoint SET leased_until = NULL, lease = NULL WHERE id = $1', [id]);
  await expect.poll(async () => alerts().length).toBe(2);
  expect(alerts()[1]?.body.data).toEqual({ kind: 'key_leaked', alertId: last, since: first, count: 3 });
  await call('DELETE', `${endpointsAt}/${id}`);
});

test('parallel changes of an endpoint are done once each', async () => {
  const { id, path } = await endpoint();
  const times = <Result>(work: () => Promise<Result>) => Promise.all([1, 2, 3, 4].map(work));
  const patched = await times(() => call('PATCH', `${endpointsAt}/${id}`, { description: 'same' }));
  expect(new Set(patched.map(({ text }) => text)).size).toBe(1);
  const rotated = await times(() => call('POST', `${endpointsAt}/${id}/rotate-secret`));
  expect(rotated.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  receiver.react(path, () => {});
  const tests = await times(() => call('POST', `${endpointsAt}/${id}/test`));
  expect(tests.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect((await state(id)).waiting).toBeLessThanOrEqual(1);
  const deleted = await times(() => call('DELETE', `${endpointsAt}/${id}`));
  expect(deleted.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
});

describe('the secrets of endpoints', () => {
  const insert = async (sealed: string, previous: string | null = null) => {
    const { accountId } = await addKey(ground.query as never);
    const [row] = await ground.query(
      `INSERT INTO webhook_endpoint (account_id, url, events, sealed_secret, sealed_previous, previous_ends_at)
       VALUES ($1, $2, '{alert.raised}', $3, $4, CASE WHEN $4::text IS NOT NULL THEN timestamptz '2099-01-01' END) RETURNING id`,
      [accountId, `${receiver.url}/sealed`, sealed, previous],
    );
    return { id: row?.id ?? '', accountId };
  };
  const sealedOf = async (id: string) =>
    (await ground.query('SELECT sealed_secret AS now, sealed_previous AS before FROM webhook_endpoint WHERE id = $1', [id]))[0];

  test('are sealed anew when the secret of the service is rotated, and then the old one opens nothing', async () => {
    const [older, both, newer] = [['old'], ['new', 'old'], ['new']].map((secrets) => new EndpointSecrets(secrets));
    const { id } = await insert((await older?.close('whsec_now')) ?? '', await older?.close('whsec_before'));
    const done = await insert((await newer?.close('whsec_done')) ?? '');
    const lost = await insert((await new EndpointSecrets(['lost']).close('whsec_lost')) ?? '');
    const others = [await sealedOf(done.id), await sealedOf(lost.id)];
    await Promise.all([both?.renew(pool), both?.renew(pool)]);
    const renewed = await sealedOf(id);
    expect([await newer?.open(renewed?.['now']), await newer?.open(renewed?.['before'])]).toEqual(['whsec_now', 'whsec_before']);
    expect([await older?.open(renewed?.['now']), await older?.open(renewed?.['before'])]).toEqual([undefined, undefined]);
    expect([await sealedOf(done.id), await sealedOf(lost.id)]).toEqual(others);
    // Without a rotation nothing is written.
    await newer?.renew(pool);
    expect(await sealedOf(id)).toEqual(renewed);
    // What nobody can open any more disables its endpoint, and nothing is sent without a signature.
    await tell('lost', {}, lost.accountId);
    await expect
      .poll(() => ground.query('SELECT disabled_reason AS why FROM webhook_endpoint WHERE id = $1', [lost.id]))
      .toEqual([{ why: 'secret_lost' }]);
    expect(receiver.at('/sealed')).toEqual([]);
  });

  test('are in no log, no export and no error', async () => {
    const { session, secret: key } = await ground.caller(50_000);
    const made = await endpoint({}, key);
    const rotated = await call('POST', `${endpointsAt}/${made.id}/rotate-secret`, undefined, key);
    const secrets = [made.secret, rotated.body.data.secret];
    receiver.react(made.path, 500);
    await call('POST', `${endpointsAt}/${made.id}/test`, undefined, key);
    await arrived(made.path, 1);
    const texts = [
      await call('POST', `${endpointsAt}/${made.id}/rotate-secret`, undefined, key),
      await call('POST', endpointsAt, { url: secrets[0], events: secrets }, key),
      await call('PATCH', `${endpointsAt}/${secrets[0]}`, { url: `https://${secrets[0]}@8.8.8.8/` }, key),
      await ground.service.get('/api/v1/account/export', { headers: session }),
      await ground.service.get('/api/v1/audit', { headers: session }),
      await call('GET', `${endpointsAt}/${made.id}/deliveries`, undefined, key),
    ].map(({ text }) => text);
    const stored = JSON.stringify(await ground.query('SELECT * FROM webhook_endpoint WHERE id = $1', [made.id]));
    for (const text of [...texts, stored, ground.service.log.text()])
      for (const secret of secrets) expect(text).not.toContain(secret.slice('whsec_'.length, -4));
  });
});

test('a redirect, a hanging receiver and a name that leads inward are failures, and Retry-After is kept', async () => {
  const redirected = await endpoint();
  receiver.react(redirected.path, (res) => res.writeHead(302, { location: `${receiver.url}/inward` }).end());
  const hanging = await endpoint();
  receiver.react(hanging.path, () => {});
  const busy = await endpoint();
  receiver.react(busy.path, (res) => res.writeHead(429, { 'retry-after': '600' }).end('go away'));
  const inward = await endpoint({ url: 'https://two.example.com/' });
  await tell('failures');
  for (const [{ id }, outcome] of [
    [redirected, 'redirected'],
    [hanging, 'timeout'],
    [busy, 'failed'],
    [inward, 'address_refused'],
  ] as const)
    await expect.poll(() => outcomes(id)).toEqual([outcome]);
  expect(receiver.at('/inward')).toEqual([]);
  const [{ wait } = {}] = (await ground.query(
    'SELECT extract(epoch FROM due_at - now())::int AS wait FROM webhook_message WHERE endpoint_id = $1',
    [busy.id],
  )) as { wait?: number }[];
  expect(wait).toBeGreaterThan(500);
  expect(JSON.stringify(await deliveries(busy.id))).not.toContain('go away');
  for (const { id } of [redirected, hanging, busy, inward]) await call('DELETE', `${endpointsAt}/${id}`);
});

test('410 disables, and so do five days of failures; enabling sends what waits', async () => {
  const { session, secret } = await ground.caller(50_000);
  const [{ id: accountId = '' } = {}] = await ground.query(
    'SELECT account_id AS id FROM api_key ORDER BY created_at DESC LIMIT 1',
  );
  const lists = ['watch_list.changed'];
  const gone = await endpoint({}, secret, lists);
  receiver.react(gone.path, 410);
  const failing = await endpoint({}, secret, lists);
  const alerted = await endpoint({}, secret, ['alert.raised']);
  receiver.react(failing.path, 503);
  await ground.query(`UPDATE webhook_endpoint SET failing_since = now() - interval '121 hours' WHERE id = $1`, [failing.id]);
  await tell('disabling', {}, accountId, 'watch_list.changed');
  const shown = async (id: string) => (await call('GET', `${endpointsAt}/${id}`, undefined, secret)).body.data;
  await expect.poll(() => shown(gone.id)).toMatchObject({ disabledAt: expect.any(String), disabledReason: 'gone', waiting: 1 });
  await expect.poll(() => shown(failing.id)).toMatchObject({ disabledReason: 'failing', waiting: 1 });
  expect((await call('POST', `${endpointsAt}/${gone.id}/test`, undefined, secret)).body.error.code).toBe(
    'webhook_endpoint_disabled',
  );
  const audit = await ground.service.get('/api/v1/audit', { headers: session });
  const entry = { action: 'webhook_endpoint.disabled', subject: gone.id, details: { reason: 'gone' } };
  expect(audit.body.data).toContainEqual(expect.objectContaining(entry));
  // Each one is an alert, which goes to the endpoints that are left.
  const { body: alerts } = await ground.service.get('/api/v1/alerts', { headers: session });
  expect(alerts.data.map(({ kind }: { kind: string }) => kind)).toEqual(['endpoint_disabled', 'endpoint_disabled']);
  await expect.poll(() => receiver.at(alerted.path).length).toBeGreaterThan(0);
  const told = receiver.at(alerted.path).map(({ body }) => body);
  for (const one of told) {
    expect(one).toMatchObject({ type: 'alert.raised', data: { kind: 'endpoint_disabled' } });
    expectMessage(one);
  }
  receiver.react(gone.path, 200);
  expect((await call('POST', `${endpointsAt}/${gone.id}/enable`, undefined, secret)).body.data.disabledAt).toBe(null);
  await arrived(gone.path, 2);
  await expect.poll(() => shown(gone.id)).toMatchObject({ waiting: 0 });
});

test('a test is sent once, and its failure counts for nothing', async () => {
  const { id, path, secret } = await endpoint();
  const { body } = await call('POST', `${endpointsAt}/${id}/test`);
  await arrived(path, 1);
  const [message] = receiver.at(path) as [Received];
  expect(message.id).toBe(body.data.messageId);
  expect(verified(secret, message)).toMatchObject({ type: 'endpoint.test', data: { endpointId: id } });
  receiver.react(path, 500);
  await call('POST', `${endpointsAt}/${id}/test`);
  await expect.poll(() => outcomes(id)).toEqual(['failed', 'delivered']);
  expect(await state(id)).toMatchObject({ failingSince: null, waiting: 0 });
});

test('after a rotation both secrets sign, until the older one ends', async () => {
  const { id, path, secret } = await endpoint();
  const rotate = (overlapSeconds?: number) => call('POST', `${endpointsAt}/${id}/rotate-secret`, { overlapSeconds });
  const rotated = await rotate();
  expect(rotated.body.data.previousSecretEndsAt).not.toBe(null);
  await call('POST', `${endpointsAt}/${id}/test`);
  await arrived(path, 1);
  const [first] = receiver.at(path) as [Received];
  for (const one of [secret, rotated.body.data.secret]) expect(verified(one, first)).toBeTruthy();
  expect((await rotate()).body.error.code).toBe('rotation_in_progress');
  await ground.query('UPDATE webhook_endpoint SET previous_ends_at = now() WHERE id = $1', [id]);
  await call('POST', `${endpointsAt}/${id}/test`);
  await arrived(path, 2);
  const second = receiver.at(path)[1] as Received;
  expect(() => verified(secret, second)).toThrow();
  expect(verified(rotated.body.data.secret, second)).toBeTruthy();
  const atOnce = await rotate(0);
  expect(atOnce.body.data).toMatchObject({ previousSecretEndsAt: null });
  await call('POST', `${endpointsAt}/${id}/test`);
  await arrived(path, 3);
  expect(() => verified(rotated.body.data.secret, receiver.at(path)[2] as Received)).toThrow();
});

test('parallel requests with one Idempotency-Key make one endpoint, and never more than the plan allows', async () => {
  const { secret } = await addKey(ground.query as never, 'free');
  const wanted = { url: `${receiver.url}/once`, events: ['alert.raised'] };
  const headers = { 'idempotency-key': 'once' };
  const make = (body: object = wanted, more = {}) => call('POST', endpointsAt, body, secret, more);
  const made = await Promise.all([1, 2, 3].map(() => make(wanted, headers)));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(made.map(({ body }) => `${body.data.id} ${body.data.secret}`)).size).toBe(1);
  expect(made.filter((one) => one.headers.get('idempotent-replayed') === 'true')).toHaveLength(2);
  expect((await make({ ...wanted, description: 'other' }, headers)).body.error.code).toBe('idempotency_key_reused');
  const refused = await Promise.all([make(), make()]);
  expect(refused.map(({ body }) => body.error.code)).toEqual(['webhook_limit_reached', 'webhook_limit_reached']);
  expect(refused[0]?.body.error.message).toBe('The plan Free allows 1 webhook endpoint: delete one, or change the plan.');
  await call('POST', `${endpointsAt}/${made[0]?.body.data.id}/rotate-secret`, undefined, secret);
  const late = await make(wanted, headers);
  expect([late.status, late.body.error.code], 'a secret that was replaced is not shown again').toEqual([
    409,
    'idempotency_key_reused',
  ]);
});

test('the endpoints of another account are not there', async () => {
  const { id } = await endpoint();
  const { secret } = await addKey(ground.query as never);
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', { description: 'mine' }],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
    ['POST', '/enable'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', `/deliveries/${absent}/replay`],
  ];
  for (const [method, path, body] of calls) {
    const answer = await call(method, `${endpointsAt}/${id}${path}`, body, secret);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'webhook_endpoint_not_found']);
  }
  expect((await call('GET', endpointsAt, undefined, secret)).body.data).toEqual([]);
});

test('two workers deliver each message once', async () => {
  const worker = new DeliveryWorker({
    pool,
    lease: randomUUID(),
    secrets: new EndpointSecrets(),
    changes: new AccountChanges(pool, () => performance.now()),
    outward: { allowsLoopback: true, resolve: async () => [] },
    version: '0',
    now: () => performance.now(),
    onDisabled: async () => {},
    onDelivery: () => {},
    count: async () => 0,
    logger: ground.service.log.logger,
  });
  worker.watch();
  const { accountId, secret } = await addKey(ground.query as never);
  const made = await Promise.all([1, 2, 3].map(() => endpoint({}, secret)));
  const all = Array.from({ length: 30 }, (_, n) => n);
  await inTransaction(pool, (client) =>
    announceAll(
      client,
      all.map((n) => ({ accountId, type: 'alert.raised', subject: `once ${n}`, data: { n } })),
    ),
  );
  const waiting = () => ground.query("SELECT FROM webhook_message WHERE subject LIKE 'once %'");
  await expect.poll(waiting).toEqual([]);
  await worker.close();
  for (const { path } of made) {
    const numbers = receiver.at(path).map(({ body }) => body.data.n);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(all);
  }
});

/** A program of the guide, which listens at a port. */
async function startOf({ language, text }: { language: string; text: string }, port: number, secret: string) {
  const program = language === 'ts' ? process.execPath : pythonWith([]);
  if (!program) return undefined;
  const file = await ground.file(`receiver.${language === 'ts' ? 'mts' : 'py'}`, text);
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(program, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}`), { timeout: 20_000, interval: 20 });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

test('the receivers of the guide take what we signed, and nothing else', async () => {
  const receivers = guideBlocks(['docs/guides/webhooks.md']).filter(
    ({ language, tab }) => /^(ts|python)$/.test(language) && !tab,
  );
  expect(receivers.map(({ language }) => language)).toEqual(['ts', 'python']);
  await Promise.all(
    receivers.map(async (block) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const { id, secret } = await endpoint({ url });
      const child = await startOf(block, port, secret);
      if (!child) return;
      const printed = once(child.stdout, 'data');
      await call('POST', `${endpointsAt}/${id}/test`);
      expect(String((await printed)[0])).toMatch(/^received .*endpoint\.test/s);
      await expect.poll(() => outcomes(id)).toEqual(['delivered']);
      const forged = new Webhook(`whsec_${Buffer.alloc(24).toString('base64')}`).sign('1', new Date(), '{}');
      const old = new Webhook(secret).sign('1', new Date(Date.now() - 600_000), '{}');
      const genuine = new Webhook(secret).sign('1', new Date(), '{}');
      for (const [signature, time, body] of [
        [forged, Date.now(), '{}'],
        [old, Date.now() - 600_000, '{}'],
        [genuine, Date.now(), '{ }'],
      ] as const) {
        const headers = {
          'webhook-id': '1',
          'webhook-timestamp': String(Math.floor(time / 1000)),
          'webhook-signature': signature,
        };
        expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401);
      }
      child.kill('SIGKILL');
      await call('DELETE', `${endpointsAt}/${id}`);
    }),
  );
});

test('GraphQL and the export have the same for a session, without secrets; an erasure ends all of it', async () => {
  const session = as(`erased-${Date.now()}`);
  const account = await ground.service.get('/api/v1/account', { headers: session });
  const ask = (query: string) => ground.service.graphql(query, { headers: session });
  const url = `${receiver.url}/erased`;
  const made = await ask(
    `mutation { createWebhookEndpoint(url: "${url}", events: ["alert.raised"]) { endpoint { id } secret } }`,
  );
  const { endpoint: own, secret } = made.body.data.createWebhookEndpoint;
  receiver.react('/erased', () => {});
  await tell('erased', {}, account.body.data.id);
  await arrived('/erased', 1);
  const exported = await ground.service.get('/api/v1/account/export', { headers: session });
  expect(exported.body.data).toMatchObject({
    webhookEndpoints: [{ id: own.id, url }],
    webhookMessages: [{ type: 'alert.raised' }],
  });
  expect(exported.text).not.toContain(secret);
  expect(exported.text).not.toMatch(/sealed/);
  await tell('more', {}, account.body.data.id);
  const confirm = `mutation { deleteAccount(confirm: "${account.body.data.id}") }`;
  receiver.react('/erased', 200);
  await ask(confirm);
  expect(await ground.query('SELECT FROM webhook_endpoint WHERE id = $1', [own.id])).toEqual([]);
  const before = receiver.at('/erased').length;
  // What is queued for the account now reaches nobody, and others get theirs.
  await tell('late', {}, account.body.data.id);
  const other = await endpoint();
  await tell('late');
  await expect.poll(() => outcomes(other.id)).toContain('delivered');
  expect(receiver.at('/erased')).toHaveLength(before);
});
