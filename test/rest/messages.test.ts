import { afterAll, beforeAll, expect, test } from 'vitest';
import { as, makeKey, post, sessions } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let secret: string;
beforeAll(async () => {
  service = await startTestService({ sessions });
  ({ secret } = await makeKey(service, 'ada'));
});
afterAll(() => service.stop());

const messageOf = async (path: string, init: RequestInit = {}): Promise<string> => {
  const { status, body } = await service.get(`/api/v1${path}`, init);
  expect(status).toBeGreaterThanOrEqual(400);
  // What the validating library says by itself is for programmers.
  expect(body.error.message).not.toMatch(/Invalid (input|option|string)|expected|received|Too (small|big)/);
  return body.error.message;
};
const withKey = () => ({ headers: { 'x-api-key': secret } });

test('what is missing, or of another kind, is told in words', async () => {
  expect(await messageOf('/api-keys', post('ada', {}))).toBe('name: is required.');
  expect(await messageOf('/api-keys', post('ada', { name: 5 }))).toBe('name: must be text.');
  expect(await messageOf('/api-keys', post('ada', { name: null }))).toBe('name: must be text.');
  expect(await messageOf('/api-keys', post('ada', []))).toBe('the body: must be an object.');
  expect(await messageOf('/billing/checkout', post('ada', {}))).toBe('plan: must be one of pro, business.');
  expect(await messageOf('/entities/facets', withKey())).toBe('facets: is required.');
});

test('who sends an unknown parameter is told the known ones', async () => {
  const message = await messageOf('/entities?name=x', withKey());
  expect(message).toMatch(/^unknown: name \(known are q, country, .*pageSize\)\.$/);
  expect(await messageOf('/plans?x=1')).toBe('unknown: x (there are no parameters here).');
  expect(await messageOf('/api-keys', post('ada', { name: 'x', nmae: 'y' }))).toMatch(/^unknown: nmae \(known are name, /);
});

test('a key in the address is never read there, and its sender is told so', async () => {
  for (const query of [`api_key=${secret}`, `apiKey=${secret}`, `x=${secret}`, 'access_token=x', 'X-API-Key=x']) {
    const message = await messageOf(`/entities?${query}`);
    expect(message).toBe('A key in the address is never read: send it in the X-API-Key header.');
  }
  expect(await messageOf('/entities?q=x')).toBe('An API key is required: send it in the X-API-Key header.');
});

test('a credential of the wrong kind is called that', async () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';
  const forData = 'This is a session token. Company data needs an API key.';
  expect(await messageOf('/entities', { headers: { authorization: `Bearer ${token}` } })).toBe(forData);
  expect(await messageOf('/entities', { headers: { 'x-api-key': token } })).toBe(forData);
  const forAccount = 'This is an API key. The account needs a session: sign in, or send a session token.';
  expect(await messageOf('/account', { headers: { 'x-api-key': secret } })).toBe(forAccount);
  expect(await messageOf('/account', { headers: { authorization: `Bearer ${secret}` } })).toBe(forAccount);
  expect(await messageOf('/account', { headers: { authorization: 'Bearer x' } })).toBe(
    'The session is expired or not valid here.',
  );
});

test('a limit that is reached is told as a number, with what to do', async () => {
  const { secret: own } = await makeKey(service, 'bob');
  expect(await messageOf('/api-keys', post('bob', { name: 'second' }))).toBe(
    'The plan Free allows 1 active key: revoke one, or change the plan.',
  );
  const large = { ...post('ada', { name: 'x'.repeat(100_001) }), headers: { ...as('ada'), 'content-type': 'application/json' } };
  expect(await messageOf('/api-keys', large)).toBe('The body may have 100,000 bytes at most.');
  const statuses: number[] = [];
  let last = '';
  for (let round = 0; round < 61; round++) {
    const { status, body } = await service.get('/api/v1/countries', { headers: { 'x-api-key': own } });
    statuses.push(status);
    if (status === 429) last = body.error.message;
  }
  // A new minute may have begun in between.
  if (statuses.includes(429))
    expect(last).toMatch(/^60 requests a minute are allowed with this key: wait \d+ seconds?, or change the plan\.$/);
});
