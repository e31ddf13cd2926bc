import { describe, expect, test } from 'vitest';
import { endpointSecrets } from '../../src/webhooks/endpoint-secrets.ts';
import { addKey } from '../support/changes.ts';
import { as } from '../support/people.ts';
import type { Received } from '../support/servers/receiver.ts';
import {
  absent,
  arrived,
  call,
  endpoint,
  endpointsAt,
  ground,
  outcomes,
  pool,
  receiver,
  state,
  tell,
  useWebhookGround,
  verified,
} from './webhook-ground.ts';

useWebhookGround();

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

test('parallel changes of an endpoint are done once each', async () => {
  const { id, path } = await endpoint();
  const times = <Result>(work: () => Promise<Result>) => Promise.all([1, 2, 3, 4].map(work));
  const patched = await times(() => call('PATCH', `${endpointsAt}/${id}`, { description: 'same' }));
  expect(new Set(patched.map(({ text }) => text)).size).toBe(1);
  const rotated = await times(() => call('POST', `${endpointsAt}/${id}/rotate-secret`));
  expect(rotated.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  receiver.react(path, () => {});
  const tests = await times(() => call('POST', `${endpointsAt}/${id}/test`));
  // One is under way. It may be over before the last one is asked for.
  expect(tests.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
  expect(tests.map(({ status }) => status)).toContain(202);
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
    const [older, both, newer] = [['old'], ['new', 'old'], ['new']].map((secrets) => endpointSecrets(secrets));
    const { id } = await insert((await older?.close('whsec_now')) ?? '', await older?.close('whsec_before'));
    const done = await insert((await newer?.close('whsec_done')) ?? '');
    const lost = await insert((await endpointSecrets(['lost']).close('whsec_lost')) ?? '');
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
