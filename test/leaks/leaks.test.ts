import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintSecret, reconcileTokenFormat } from '../../src/accounts/keys/key-format.ts';
import { fetchedPublicKeys } from '../../src/leaks/public-keys.ts';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { captureLog, startTestService, type TestService } from '../support/service.ts';

/* Reports of keys that were found in public. The public keys come from a server of this test. */

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pairs = { first: pair() };
const pem = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ type: 'spki', format: 'pem' });
let publisher: Server;
let service: TestService;
beforeAll(async () => {
  publisher = createServer((_req, res) => {
    const listed = Object.entries(pairs).map(([name, { publicKey }]) => ({
      key_identifier: name,
      key: pem({ publicKey }),
      is_current: true,
    }));
    res.end(JSON.stringify({ public_keys: listed }));
  }).listen(0, '127.0.0.1');
  await once(publisher, 'listening');
  const url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/keys`;
  service = await startTestService({ sessions, env: { SECRET_SCANNING_KEYS_URL: url, TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await service.stop();
  publisher.close();
});

const path = '/api/v1/secret-scanning';
const found = (token: string, more: object = {}) => ({ token, type: 'company_registry_api_key', ...more });
const signed = (body: string, { name = 'first', key = pairs.first.privateKey } = {}) => ({
  'github-public-key-identifier': name,
  'github-public-key-signature': createSign('sha256').update(body).sign(key, 'base64'),
});
const send = (reports: unknown, headers?: Record<string, string>, from = '192.0.2.1') => {
  const body = typeof reports === 'string' ? reports : JSON.stringify(reports);
  const all = { 'content-type': 'application/json', 'x-forwarded-for': from, ...(headers ?? signed(body)) };
  return service.get(path, { method: 'POST', headers: all, body });
};
const use = (secret: string) => service.get('/api/v1/countries', { headers: { 'x-api-key': secret } });
const actions = async (name: string) =>
  (await service.graphql('{ audit { entries { action details } } }', { headers: as(name) })).body.data.audit.entries;

test('a key of ours ends with its address, the log says where it was found, and the answer which were ours', async () => {
  const { id, secret } = await makeKey(service, 'ada');
  expect((await use(secret)).status).toBe(200);
  const made = await service.get(`/api/v1/api-keys/${id}/reconcile-address`, post('ada', {}));
  const address = new URL(made.body.data.url).pathname;
  const url = `https://github.com/octocat/hello/blob/main/.env?key=${secret}`;
  const strange = mintSecret();
  const reports = [found(secret, { url, source: 'content' }), found(strange), found('no key'), found(secret)];
  const { status, body, headers } = await send(reports);
  expect([status, body]).toEqual([
    200,
    [
      { token_raw: secret, token_type: 'company_registry_api_key', label: 'true_positive' },
      { token_raw: strange, token_type: 'company_registry_api_key', label: 'false_positive' },
      { token_raw: 'no key', token_type: 'company_registry_api_key', label: 'false_positive' },
      { token_raw: secret, token_type: 'company_registry_api_key', label: 'true_positive' },
    ],
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await use(secret)).body.error.code).toBe('invalid_api_key');
  expect((await fetch(service.url + address)).status).toBe(401);
  const [leaked] = await actions('ada');
  expect(leaked).toMatchObject({ action: 'api_key.leaked', details: { source: 'content' } });
  expect(leaked.details.url).toContain('https://github.com/octocat/hello/blob/main/.env');
  const alerts = '{ alerts { alerts { kind data } } }';
  expect(JSON.stringify((await service.graphql(alerts, { headers: as('ada') })).body)).toContain('key_leaked');
  // A repeated report is answered as before, and logged once.
  expect((await send(reports)).body[0].label).toBe('true_positive');
  expect((await actions('ada')).filter(({ action }: { action: string }) => action === 'api_key.leaked')).toHaveLength(1);
  for (const text of [JSON.stringify(await actions('ada')), service.log.text()])
    for (const token of [secret, strange]) expect(text).not.toContain(token);
});

test('an address that was found ends alone', async () => {
  const { id, secret } = await makeKey(service, 'bob');
  const made = await service.get(`/api/v1/api-keys/${id}/reconcile-address`, post('bob', {}));
  const token = made.body.data.url.split('/').at(-1);
  expect(
    (await send([found(token), found(reconcileTokenFormat.mint())])).body.map(({ label }: { label: string }) => label),
  ).toEqual(['true_positive', 'false_positive']);
  expect((await fetch(`${service.url}/reconcile/${token}`)).status).toBe(401);
  expect((await use(secret)).status).toBe(200);
  expect((await actions('bob'))[0]).toEqual({ action: 'reconcile_address.leaked', details: { source: null, url: null } });
});

test('a report that is not signed by a published key ends nothing', async () => {
  const { secret } = await makeKey(service, 'eve');
  const body = JSON.stringify([found(secret)]);
  const good = signed(body);
  const forged = [
    {},
    { 'github-public-key-identifier': 'first' },
    { 'github-public-key-signature': good['github-public-key-signature'] },
    { ...good, 'github-public-key-signature': 'x'.repeat(96) },
    { ...good, 'github-public-key-signature': '' },
    { ...good, 'github-public-key-signature': 'A'.repeat(10_000) },
    { ...good, 'github-public-key-identifier': 'other' },
    signed(`${body} `),
    signed(body, { key: pair().privateKey }),
  ];
  for (const headers of forged) {
    const answer = await send(body, headers as Record<string, string>);
    expect([answer.status, answer.body.error.code], JSON.stringify(headers).slice(0, 80)).toEqual([400, 'invalid_signature']);
  }
  expect((await use(secret)).status).toBe(200);
  for (const wrong of ['{}', '[{}]', 'nonsense', JSON.stringify(Array(1_001).fill(found('x')))])
    expect((await send(wrong)).body.error.code).toBe('invalid_request');
  expect((await send(' '.repeat(1_000_001))).status).toBe(413);
});

test('public keys are fetched anew for an unknown one and each day, at most once a minute', async () => {
  let [now, asked, published] = [0, 0, ''];
  const listOf = (...names: string[]) =>
    JSON.stringify({ public_keys: names.map((name) => ({ key_identifier: name, key: pem(pairs.first) })) });
  const { logger } = captureLog();
  const answer = async () => {
    asked += 1;
    return new Response(published);
  };
  const keys = fetchedPublicKeys('https://keys.example', { fetch: answer, now: () => now, logger });
  // Nothing that can be used: too large, and of another form.
  for (published of [' '.repeat(100_001), '{"public_keys":[]}']) {
    await expect(keys.get('a')).rejects.toThrow('cannot be fetched');
    now += 61_000;
  }
  published = listOf('a');
  const found = await Promise.all(['a', 'a', 'b'].map((name) => keys.get(name)));
  expect(found.map((key) => key !== undefined)).toEqual([true, true, false]);
  published = listOf('a', 'b');
  expect(await keys.get('b'), 'they were fetched within this minute').toBeUndefined();
  expect(asked).toBe(3);
  now += 61_000;
  expect(await keys.get('b')).toBeDefined();
  published = 'gone';
  now += 86_400_001;
  expect(await keys.get('a'), 'old keys stay if new ones cannot be fetched').toBeDefined();
  expect(asked).toBe(5);
});

test('one network has so many reports a minute, and no more', async () => {
  const answers = await Promise.all(Array.from({ length: 125 }, () => send('[]', {}, '192.0.2.99')));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(120);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await send([])).status).toBe(200);
});

test('a service without public keys takes no reports', async () => {
  const plain = await startTestService({ sessions, databaseUrl: service.databaseUrl });
  const answer = await plain.get(path, { method: 'POST', headers: signed('[]'), body: '[]' });
  expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  await plain.stop();
});

test('the documented pattern finds every key and every address, and the documented checksum holds', async () => {
  const guide = await readFile(new URL('../../docs/guides/keys.md', import.meta.url), 'utf8');
  const [, pattern = ''] = /```\n(\\bcr.*)\n```/.exec(guide) ?? [];
  expect(pattern).not.toBe('');
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (let made = 0; made < 200; made++) {
    const secret = made % 2 ? mintSecret() : reconcileTokenFormat.mint();
    expect(`KEY="${secret}"`.match(new RegExp(pattern))?.[0]).toBe(secret);
    const [body, checksum] = [secret.slice(0, -6), secret.slice(-6)];
    expect([...checksum].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)).toBe(crc32(body));
  }
});
