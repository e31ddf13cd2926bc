import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalNetwork, Networks } from '../../src/kernel/networks.ts';
import { MemoryCounters } from '../../src/metering/memory-counters.ts';
import { connect } from '../support/imports.ts';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* What a key may do, from where and how much. test/api/access.test.ts tries every route with every scope. */

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ sessions, env: { TRUST_PROXY: '1' } });
});
afterAll(() => service.stop());

const none = { scopes: null, addresses: null, minuteLimit: null, monthlyQuota: null };
const change = (person: string, id: string, body: object) =>
  service.get(`/api/v1/api-keys/${id}`, { ...post(person, body), method: 'PATCH' });
const ask = (secret: string, from = '198.51.100.7', path = '/api/v1/countries') =>
  service.get(path, { headers: { 'x-api-key': secret, 'x-forwarded-for': from } });
const leftOf = ({ headers }: { headers: Headers }) =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-monthly-quota-limit', 'x-monthly-quota-remaining'].map((name) =>
    Number(headers.get(name)),
  );

test('a key is made with less power, shown with it, changed, and rotated to one of the same power', async () => {
  const powers = { scopes: ['match', 'companies:read'], addresses: [' 192.0.2.7', '2001:DB8::/32'], minuteLimit: 5 };
  const made = await service.get('/api/v1/api-keys', post('ann', { name: 'small', ...powers, monthlyQuota: 100 }));
  const stored = { scopes: ['companies:read', 'match'], addresses: ['192.0.2.7/32', '2001:db8::/32'], minuteLimit: 5 };
  expect([made.status, made.body.data]).toEqual([201, expect.objectContaining({ ...stored, monthlyQuota: 100 })]);
  const listed = async () => (await service.get('/api/v1/api-keys', { headers: as('ann') })).body.data;
  expect(await listed()).toEqual([expect.objectContaining({ ...stored, monthlyQuota: 100 })]);
  const { id } = made.body.data;
  // What is left out stays, and null lifts a limit.
  const changed = await change('ann', id, { name: ' less ', addresses: null, monthlyQuota: 50 });
  expect([changed.status, changed.body.data]).toEqual([
    ...[200, expect.objectContaining({ ...stored, name: 'less', addresses: null, monthlyQuota: 50 })],
  ]);
  expect((await change('ann', id, {})).body.data).toEqual(changed.body.data);
  const rotated = await service.get(`/api/v1/api-keys/${id}/rotate`, post('ann', {}));
  expect(rotated.body.data).toMatchObject({ ...stored, addresses: null, monthlyQuota: 50 });
  expect((await change('ann', rotated.body.data.id, none)).body.data).toMatchObject(none);
  // The log says what was changed, without names and addresses.
  const { entries } = (await service.graphql('{ audit { entries { action details } } }', { headers: as('ann') })).body.data.audit;
  expect(entries.filter(({ action }: { action: string }) => action === 'api_key.changed')).toEqual([
    { action: 'api_key.changed', details: none },
    { action: 'api_key.changed', details: {} },
    { action: 'api_key.changed', details: { renamed: true, addresses: null, monthlyQuota: 50 } },
  ]);
  expect(entries.at(-1)).toEqual({
    action: 'api_key.created',
    details: { scopes: 'companies:read match', addresses: 2, minuteLimit: 5, monthlyQuota: 100 },
  });
  const { body } = await service.get('/api/v1/account/export', { headers: as('ann') });
  expect(body.data.apiKeys.at(-1)).toMatchObject({ scopes: stored.scopes, minuteLimit: 5, monthlyQuota: 50 });
});

test('a key is changed by its account alone, and by what makes sense alone', async () => {
  const { id } = await makeKey(service, 'bob');
  expect((await change('eve', id, { name: 'mine' })).body.error?.code).toBe('api_key_not_found');
  expect((await change('bob', 'x', { name: 'mine' })).status).toBe(404);
  const wrong = [
    { scopes: [] },
    { scopes: ['everything'] },
    { scopes: ['toString'] },
    { addresses: [] },
    { addresses: ['192.0.2.1/24'] },
    { addresses: ['here'] },
    { addresses: Array.from({ length: 51 }, (_, place) => `192.0.2.${place}`) },
    { minuteLimit: 0 },
    { minuteLimit: 61 },
    { monthlyQuota: 1.5 },
    { monthlyQuota: 1_001 },
    { name: '' },
    { power: 1 },
  ];
  for (const body of wrong) {
    const answer = await change('bob', id, body);
    expect([answer.status, answer.body.error?.message], JSON.stringify(body)).toEqual([
      400,
      expect.stringContaining(Object.keys(body)[0] ?? ''),
    ]);
  }
  expect((await service.get('/api/v1/api-keys', { headers: as('bob') })).body.data).toEqual([expect.objectContaining(none)]);
});

test('a call from elsewhere is refused, says which address was seen, and costs nothing', async () => {
  const { id, secret } = await makeKey(service, 'cleo');
  await change('cleo', id, { addresses: ['198.51.100.0/24', '2001:db8:1::/48'] });
  for (const from of ['198.51.100.7', '::ffff:198.51.100.7', '2001:db8:1::9'])
    expect((await ask(secret, from)).status, from).toBe(200);
  for (const from of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:2::9', 'unknown']) {
    const { status, body, headers } = await ask(secret, from);
    expect([status, body.error.code, headers.get('x-ratelimit-limit')], from).toEqual([403, 'address_not_allowed', null]);
    expect(body.error.message).toContain(`: ${from.replace('::ffff:', '')}.`);
  }
  // Only the proxy is believed.
  expect((await ask(secret, '198.51.100.7, 203.0.113.9')).status).toBe(403);
  expect(leftOf(await ask(secret))).toEqual([60, 56, 1_000, 996]);
  // Agents and OpenRefine follow.
  const made = await service.get(`/api/v1/api-keys/${id}/reconcile-address`, post('cleo', {}));
  const path = new URL(made.body.data.url).pathname;
  const reconcile = (from: string) => fetch(service.url + path, { headers: { 'x-forwarded-for': from } });
  expect([(await reconcile('198.51.100.7')).status, (await reconcile('203.0.113.9')).status]).toEqual([200, 403]);
});

describe('limits of its own', () => {
  test('the smaller limit counts, its headers show it, and other keys go on', async () => {
    const { id, secret } = await makeKey(service, 'dora');
    await change('dora', id, { minuteLimit: 4, monthlyQuota: 3 });
    expect(leftOf(await ask(secret))).toEqual([4, 3, 3, 2]);
    // A failure gives its unit back to the share too.
    expect((await ask(secret, undefined, '/api/v1/entities?page=0')).status).toBe(400);
    await ask(secret);
    const last = await ask(secret);
    expect([last.status, leftOf(last)]).toEqual([200, [4, 0, 3, 0]]);
    const refused = await ask(secret);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(refused.body.error.message).toContain('raise the limit of the key');
    await change('dora', id, { minuteLimit: null });
    const usedUp = await ask(secret);
    expect([usedUp.status, usedUp.body.error.code, leftOf(usedUp)]).toEqual([429, 'monthly_quota_exceeded', [60, 55, 3, 0]]);
    expect(usedUp.body.error.message).toContain('3 requests a billing period are allowed with this key, and used up');
    const shown = async () => (await service.get('/api/v1/api-keys', { headers: as('dora') })).body.data[0].monthlyUsed;
    expect(await shown()).toBe(3);
    // The account itself has enough left.
    const lifted = await change('dora', id, { monthlyQuota: null });
    expect([lifted.status, leftOf(await ask(secret))]).toEqual([200, [60, 54, 1_000, 996]]);
    expect(await shown()).toBeNull();
  });

  test('a share is kept for its family, exported, and erased with the account', async () => {
    const { id, secret } = await makeKey(service, 'finn');
    await change('finn', id, { monthlyQuota: 3 });
    expect((await ask(secret)).status).toBe(200);
    const exported = async () =>
      (await service.get('/api/v1/account/export', { headers: as('finn') })).body.data.usageByPeriod as object[];
    await expect
      .poll(exported)
      .toEqual([
        expect.objectContaining({ used: 1, familyId: expect.any(String) }),
        expect.objectContaining({ used: 1, familyId: null }),
      ]);
    const database = await connect(service.databaseUrl);
    const [{ family }] = (await database.query('SELECT family_id AS family FROM api_key WHERE id = $1', [id])).rows;
    const rows = async () => (await database.query('SELECT FROM period_usage WHERE account_id = $1', [family])).rowCount;
    expect(await rows()).toBe(1);
    const { accountId } = (await service.get('/api/v1/auth/me', { headers: as('finn') })).body.data;
    const left = await service.get(`/api/v1/account?confirm=${accountId}`, { method: 'DELETE', headers: as('finn') });
    expect(left.status).toBe(204);
    expect(await rows()).toBe(0);
    await database.end();
  });

  test('while Redis is away, a share is taken with the account, all or none', async () => {
    const counters = new MemoryCounters(() => new Date(0));
    const [period, share] = [
      { key: 'p', seconds: 60, limit: 10 },
      { key: 's', seconds: 60, limit: 4 },
    ];
    const order = { requests: 1, units: 3, minute: undefined, period, share };
    await counters.reconcile(period, 0);
    expect(await counters.take(order), 'the share has no counter yet').toBeUndefined();
    await counters.reconcile(share, 0);
    const taken = await counters.take(order);
    expect(taken).toMatchObject({ refusedBy: undefined, period: 3, share: 3 });
    expect(await counters.take(order)).toMatchObject({ refusedBy: 'share', period: 3, share: 3 });
    expect(taken && (await counters.giveBack(order, taken, 2))).toEqual({ period: 1, share: 1 });
    await counters.reconcile(period, 8);
    expect(await counters.take(order)).toMatchObject({ refusedBy: 'period', period: 8, share: 1 });
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['10.0.0.1/8', undefined],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/8/8', undefined],
  ['010.0.0.0/8', undefined],
  ['2001:DB8:0:0::/48', '2001:db8::/48'],
  ['2001:db8::1/48', undefined],
  ['::/0', '::/0'],
  ['::1', '::1/128'],
  ['fe80::1%eth0', undefined],
  ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ['::ffff:c000:201', '192.0.2.1/32'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
  ['::ffff:192.0.2.1/120', undefined],
  ['example.com', undefined],
  ['', undefined],
])('the network %s is stored as %s', (text, stored) => {
  expect(canonicalNetwork(text)).toBe(stored);
});

test('an address belongs to a network in every way to write it', () => {
  const networks = new Networks(['192.0.2.0/24', '2001:db8::/32']);
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '2001:db8::1', '2001:0DB8:0:0::1'])
    expect(networks.allows(address), address).toBe(true);
  for (const address of ['192.0.3.1', '::ffff:192.0.3.1', '2001:db9::1', '::192.0.2.1', 'unknown', ''])
    expect(networks.allows(address), address).toBe(false);
  expect(new Networks(['0.0.0.0/0']).allows('2001:db8::1')).toBe(false);
});
