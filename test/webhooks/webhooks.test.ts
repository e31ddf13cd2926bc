import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { AccountChanges } from '../../src/accounts/changes.ts';
import { raise } from '../../src/alerts/index.ts';
import { cursorOf } from '../../src/changes/index.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { blocksOf } from '../../src/watching/hit-blocks.ts';
import { announceAll } from '../../src/webhooks/announce.ts';
import { startWorker } from '../../src/webhooks/delivery/worker.ts';
import { endpointSecrets } from '../../src/webhooks/endpoint-secrets.ts';
import { webhookEvents } from '../../src/webhooks/index.ts';
import { addKey } from '../support/changes.ts';
import { contract, expectMessage } from '../support/contract.ts';
import { guideBlocks } from '../support/guides/guide-blocks.ts';
import type { Received } from '../support/servers/receiver.ts';
import { freePort } from '../support/servers/redis.ts';
import { Program } from '../support/suite/program.ts';
import { pythonWith } from '../support/suite/programs.ts';
import {
  absent,
  arrived,
  call,
  deliveries,
  endpoint,
  endpointsAt,
  ground,
  makeDue,
  md,
  outcomes,
  pool,
  receiver,
  row,
  state,
  tell,
  useWebhookGround,
  verified,
} from './webhook-ground.ts';

useWebhookGround();

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
    ...{ accountId: ground.accountId, topic: 'alert.raised', subject, data: {} },
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
  const alert = async (key: string) => {
    await raise(pool, { accountId: ground.accountId, kind: 'key_leaked', key, data: { prefix: 'crd_', keyId: '1' } });
    return (await ground.query('SELECT max(id)::text AS id FROM alert'))[0]?.id ?? '';
  };
  const alerts = () => receiver.at(path).filter(({ body }) => body.data.kind === 'key_leaked');
  const first = await alert('first');
  await expect.poll(async () => alerts().length).toBe(1);
  expect(alerts()[0]?.body.data).toEqual({ kind: 'key_leaked', alertId: first, since: first, count: 1 });
  await expect.poll(() => outcomes(id)).toContain('delivered');
  await ground.query('UPDATE webhook_endpoint SET leased_until = $2, lease = $3 WHERE id = $1', [id, '2099-01-01', absent]);
  await alert('second');
  const last = await alert('third');
  await expect.poll(async () => (await state(id)).waiting).toBe(1);
  await expect.poll(() => ground.query('SELECT FROM outbox')).toEqual([]);
  const [delivery] = (await deliveries(id)).data;
  await call('POST', `${endpointsAt}/${id}/deliveries/${delivery.id}/replay`);
  await ground.query('UPDATE webhook_endpoint SET leased_until = NULL, lease = NULL WHERE id = $1', [id]);
  await expect.poll(async () => alerts().length).toBe(2);
  expect(alerts()[1]?.body.data).toEqual({ kind: 'key_leaked', alertId: last, since: first, count: 3 });
  await call('DELETE', `${endpointsAt}/${id}`);
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

test('a test is sent once, and one that fails counts as a failure of the endpoint', async () => {
  const { id, path, secret } = await endpoint();
  const { body } = await call('POST', `${endpointsAt}/${id}/test`);
  await arrived(path, 1);
  const [message] = receiver.at(path) as [Received];
  expect(message.id).toBe(body.data.messageId);
  expect(verified(secret, message)).toMatchObject({ type: 'endpoint.test', data: { endpointId: id } });
  await expect.poll(() => outcomes(id)).toEqual(['delivered']);
  receiver.react(path, () => {});
  await call('POST', `${endpointsAt}/${id}/test`);
  await expect.poll(() => outcomes(id)).toEqual(['timeout', 'delivered']);
  expect(await state(id)).toMatchObject({ failingSince: expect.any(String), waiting: 0 });
  receiver.react(path, 204);
  await call('POST', `${endpointsAt}/${id}/test`);
  await expect.poll(() => outcomes(id)).toEqual(['delivered', 'timeout', 'delivered']);
  expect(await state(id)).toMatchObject({ failingSince: null, waiting: 0 });
});

test('two workers deliver each message once', async () => {
  const worker = startWorker({
    pool,
    secrets: endpointSecrets(),
    changes: new AccountChanges(pool, () => performance.now()),
    outward: { allowsLoopback: true, resolve: async () => [] },
    version: '0',
    now: () => performance.now(),
    onDelivery: () => {},
    counts: { lists: { count: async () => 0 }, alerts: { count: async () => 0 } },
    logger: ground.service.log.logger,
  });
  const { accountId, secret } = await addKey(ground.query as never);
  const made = await Promise.all([1, 2, 3].map(() => endpoint({}, secret)));
  const all = Array.from({ length: 30 }, (_, n) => n);
  await inTransaction(pool, (client) =>
    announceAll(
      client,
      all.map((n) => ({ accountId, topic: 'alert.raised', subject: `once ${n}`, data: { n } })),
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
  const receiver = new Program(program, [file], { env });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}`), { timeout: 60_000, interval: 20 });
  return receiver;
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
      const receiver = await startOf(block, port, secret);
      if (!receiver) return;
      await call('POST', `${endpointsAt}/${id}/test`);
      await receiver.says(/^received .*endpoint\.test/ms);
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
      await receiver.end('SIGKILL');
      await call('DELETE', `${endpointsAt}/${id}`);
    }),
  );
});
