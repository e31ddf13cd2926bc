import { expect, test } from 'vitest';
import { shareOf } from '../../src/webhooks/delivery/limits.ts';
import { testsPerMinute } from '../../src/webhooks/index.ts';
import { addKey } from '../support/changes.ts';
import { call, deliveries, endpoint, endpointsAt, ground, receiver, tell, useWebhookGround } from './webhook-ground.ts';

/* Receivers that take a message and never answer. Nothing ends while these tests run. */
useWebhookGround({ deadlineMs: 120_000 });

const [accounts, endpointsOfAccount] = [16, 8];

/** Accounts with endpoints that never answer. */
async function silentAccounts(path: string) {
  receiver.react(path, () => {});
  const { id } = await endpoint();
  const all = await Promise.all(Array.from({ length: accounts }, () => addKey(ground.query as never)));
  const made = await ground.query(
    `INSERT INTO webhook_endpoint (account_id, url, events, sealed_secret)
     SELECT own, $1, events, sealed_secret FROM webhook_endpoint, unnest($2::uuid[]) AS own, generate_series(1, $3::int)
     WHERE id = $4 RETURNING id, account_id AS "accountId"`,
    [receiver.url + path, all.map(({ accountId }) => accountId), endpointsOfAccount, id],
  );
  await call('DELETE', `${endpointsAt}/${id}`);
  return all.map((account) => ({
    ...account,
    endpointIds: made.filter(({ accountId }) => accountId === account.accountId).map((one) => one['id'] as string),
  }));
}

/** A message of an account with a new endpoint arrives at once. */
async function expectRoom(subject: string) {
  const { accountId, secret } = await addKey(ground.query as never);
  const { path } = await endpoint({}, secret);
  await tell(subject, {}, accountId);
  await expect.poll(() => receiver.at(path).length, { interval: 20 }).toBe(1);
}

test('silent receivers of some accounts leave room for all others', async () => {
  const byTests = await silentAccounts('/tests');
  const answers = await Promise.all(
    byTests.flatMap(({ secret, endpointIds }) =>
      endpointIds.map(async (id) => (await call('POST', `${endpointsAt}/${id}/test`, undefined, secret)).status),
    ),
  );
  await expect.poll(() => receiver.at('/tests').length).toBeGreaterThanOrEqual(accounts);
  await expectRoom('beside tests');
  // Of each account one test is under way.
  expect(answers.filter((status) => status === 202)).toHaveLength(accounts);
  expect(receiver.at('/tests')).toHaveLength(accounts);
  const byMessages = await silentAccounts('/messages');
  for (const { accountId } of byMessages) await tell('silent', {}, accountId);
  await expect.poll(() => receiver.at('/messages').length).toBeGreaterThanOrEqual(accounts);
  await expectRoom('beside messages');
  // Some answered before, and are silent now.
  const fallenSilent = await silentAccounts('/later');
  await ground.query('UPDATE webhook_endpoint SET answered_at = now() WHERE url LIKE $1', ['%/later']);
  for (const { accountId } of fallenSilent) await tell('silent', {}, accountId);
  await expect.poll(() => receiver.at('/later').length).toBeGreaterThanOrEqual(accounts);
  await expectRoom('beside receivers that have answered');
  const { accountId, secret } = await addKey(ground.query as never);
  const known = await endpoint({}, secret);
  for (const subject of ['first', 'second', 'third']) {
    await tell(subject, {}, accountId);
    await expect.poll(() => receiver.at(known.path).at(-1)?.body.type, { interval: 20 }).toBe('alert.raised');
  }
  await expect.poll(() => receiver.at(known.path).length).toBe(3);
});

test('an account has one test under way over all instances, and few in a minute, also as replays', async () => {
  const { secret } = await addKey(ground.query as never);
  const [one, other] = [await endpoint({}, secret), await endpoint({}, secret)];
  const request = (path: string) => call('POST', `${endpointsAt}/${path}`, undefined, secret);
  const answer = Promise.withResolvers<void>();
  for (const { path } of [one, other]) receiver.react(path, (res) => void answer.promise.then(() => res.writeHead(204).end()));
  const parallel = await Promise.all([one, other, one, other].map(({ id }) => request(`${id}/test`)));
  expect(parallel.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409]);
  expect(parallel.find(({ status }) => status === 409)?.body.error.code).toBe('webhook_test_under_way');
  answer.resolve();
  const sent = async () => [...(await deliveries(one.id, '', secret)).data, ...(await deliveries(other.id, '', secret)).data];
  for (let tests = 1; tests < testsPerMinute; tests++) {
    await expect.poll(async () => (await sent()).length).toBe(tests);
    expect((await request(`${other.id}/test`)).status).toBe(202);
  }
  await expect.poll(async () => (await sent()).length).toBe(testsPerMinute);
  const [{ id: deliveryId }] = (await deliveries(other.id, '', secret)).data;
  for (const path of [`${one.id}/test`, `${other.id}/deliveries/${deliveryId}/replay`]) {
    const { status, body, headers } = await request(path);
    expect([status, body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('of a room that fills up an account gets ever less, and at least one place', () => {
  expect([64, 63, 32, 16, 8, 1, 0].map((free) => shareOf(64, free))).toEqual([8, 7, 4, 2, 1, 1, 1]);
});
