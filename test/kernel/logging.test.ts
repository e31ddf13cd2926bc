import { expect, test } from 'vitest';
import { scrub } from '../../src/kernel/log/scrub.ts';
import { startApp } from '../support/app.ts';
import { captureLog, startTestService } from '../support/service.ts';

const secrets = {
  apiKey: 'crd_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD',
  token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg',
  cookie: 'Fe26.2sealedcookievalue',
  password: 'correct-horse-battery',
  stripeKey: 'sk_test_51Habcdefghijklmnop',
  webhook: 'whsec_abcdefghijklmnop',
};

test('a request is logged by id, route, status and duration; one without a route by the words of its path', async () => {
  const service = await startTestService();
  const { headers } = await service.get('/api/v1/plans');
  await service.get(`/api/v1/nothing-here/7f3A${'/x'.repeat(200)}?key=secret`);
  await service.stop();
  const [plans, nothing] = service.log.entries().filter(({ msg }) => msg === 'request');
  expect(plans).toMatchObject({
    requestId: headers.get('x-request-id'),
    method: 'GET',
    route: '/api/v1/plans',
    status: 200,
    ms: expect.any(Number),
    level: 30,
  });
  expect(plans).not.toHaveProperty('path');
  expect(nothing).toMatchObject({ route: 'unknown', path: '/api/v1/nothing-here/…/x/x/x', status: 404 });
});

test('the log names account and key of the caller', async () => {
  const service = await startTestService({
    authenticate: async () => ({ kind: 'apiKey', accountId: 'account-1', keyId: 'key-1', familyId: 'family-1' }),
  });
  await service.graphql('{ plans { id } }');
  await service.stop();
  expect(service.log.entries()).toContainEqual(
    expect.objectContaining({ route: '/graphql', accountId: 'account-1', keyId: 'key-1' }),
  );
});

test('no secret reaches the log, wherever it is sent', async () => {
  const everywhere = Object.values(secrets);
  const failing = await startApp({
    services: {
      get health(): never {
        // An error written by others, with all they know.
        throw new Error(
          `failed: Authorization: Bearer ${secrets.token}, x-api-key=${secrets.apiKey} cookie: session=${secrets.cookie}; ${secrets.stripeKey} ${secrets.webhook} {"password":"${secrets.password}"} postgresql://registry:${secrets.password}@db/registry`,
        );
      },
    },
  });
  for (const secret of everywhere) {
    const headers = {
      authorization: `Bearer ${secret}`,
      'x-api-key': secret,
      cookie: `session=${secret}`,
      'stripe-signature': `t=1,v1=${secret}`,
      'user-agent': secret,
      referer: `https://x.example/?key=${secret}`,
      'x-request-id': secret,
    };
    for (const path of ['/api/v1/health/live', `/api/v1/plans?api_key=${secret}`, `/api/v1/${secret}`, `/docs/${secret}`])
      await fetch(failing.url + path, { headers });
    await fetch(`${failing.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: secret, variables: { secret } }),
    });
    await fetch(`${failing.url}/api/v1/plans`, { method: 'POST', headers, body: secret });
  }
  await failing.stop();
  const log = failing.log.text();
  expect(log).toContain('failed: ');
  for (const secret of everywhere) expect(log).not.toContain(secret);
});

test.each([
  ['Bearer abc.def', 'Bearer [redacted]'],
  ['{"password":"x y","a":1}', '{"password":"[redacted]","a":1}'],
  ['{"msg":"{\\"token\\":\\"x y\\"}"}', '{"msg":"{\\"token\\":\\"[redacted]\\"}"}'],
  ['{"a":1,"session":null}', '{"a":1,"session":null}'],
  ['postgres://u:p@ss@host/db', 'postgres://u:[redacted]@host/db'],
  ['redis://:hunter2@cache:6379', 'redis://:[redacted]@cache:6379'],
  ['a crd_abc key', 'a crd_[redacted] key'],
  ['GET /reconcile/crr_aB1/preview', 'GET /reconcile/crr_[redacted]/preview'],
  ['nothing to hide: status=200', 'nothing to hide: status=200'],
])('%s is written as %s', (line, written) => expect(scrub(line)).toBe(written));

test.each([
  ['{"password":"a\\"b c","a":1}', '{"password":"[redacted]","a":1}'],
  ['{"msg":"{\\"token\\":\\"x\\\\\\"y z\\",\\"a\\":1}"}', '{"msg":"{\\"token\\":\\"[redacted]\\",\\"a\\":1}"}'],
  ['{"msg":"{\\"token\\":\\"x y","a":1}', '{"msg":"{\\"token\\":\\"[redacted]","a":1}'],
  ['{"msg":"password=\\"x y\\" a"}', '{"msg":"password=\\"[redacted]\\" a"}'],
  ["secret: 'x y', a: 1", "secret: '[redacted]', a: 1"],
  ['my-session-token=abc;b=1', 'my-session-token=[redacted];b=1'],
  ['x.eyJh.eyJz.sig, a', 'x.[redacted token], a'],
  ['parseKeyJson.from', 'parseKeyJson.from'],
])('%s is written as %s, too', (line, written) => expect(scrub(line)).toBe(written));

/** What the log says of an error that others wrote. */
function logged(error: Error): string {
  const log = captureLog();
  log.logger.error({ err: error }, 'failed');
  return log.text();
}

test.each(
  Object.entries({
    ...secrets,
    database: 'postgresql://registry:correct-horse-battery@db/registry',
    header: `Authorization: Bearer ${'abcdefghij'.repeat(10)}`,
    json: '{"password":"correct horse battery staple"}',
    field: 'client_secret=correct-horse-battery',
  }),
)('no piece of a secret is left where a text is cut: %s', (_what, secret) => {
  const telling = /orse|batt|tery|eyJz|c2ln|9sK2m|ghijk|51Hab|abcdef/;
  for (let place = 0; place <= secret.length; place += 1) {
    const filler = 'word '.repeat(800).slice(0, 4_000 - place - 1);
    const named = secret.startsWith('Fe26') || secret.startsWith('correct') ? `cookie: ${secret}` : secret;
    const line = logged(new Error(`${filler} ${named} ${'tail '.repeat(9_000)}`));
    expect(line, `cut at ${place}`).not.toMatch(telling);
    expect(JSON.parse(line).err.message.length).toBeLessThan(4_100);
  }
});

test('whatever is logged has an end, causes and all', () => {
  const error = new Error('token'.repeat(20_000), { cause: new Error('b'.repeat(100_000), { cause: 'c'.repeat(100_000) }) });
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`key${number}`, 'x '.repeat(5_000)]));
  expect(logged(error).length).toBeLessThan(20_000);
  expect(logged(Object.assign(new Error('x'), { many })).length).toBeLessThan(10_000);
  const log = captureLog();
  log.logger.info({ many, list: Object.values(many), bytes: Buffer.alloc(1_000_000) }, 'much');
  expect(log.text()).toMatch(/^\{"level":40,"msg":"a line too long".*\}\n$/);
  const tree = (levels: number): object =>
    Object.fromEntries(Array.from({ length: 20 }, (_, key) => [key, levels && tree(levels - 1)]));
  expect(logged(Object.assign(new Error('x'), { tree: tree(3) })).length).toBeLessThan(10_000);
  const circle = Object.assign(new Error('round'), { self: {} });
  circle.self = circle;
  expect(JSON.parse(logged(circle)).err.message).toBe('round');
  const long = captureLog();
  long.logger.info({ tree: tree(3) }, 'word '.repeat(100_000));
  expect(JSON.parse(long.text()).msg).toBe('a line too long');
});

test('an error keeps what helps: type, message, stack, code and cause', () => {
  const cause = Object.assign(new TypeError('inner'), { code: 'E1' });
  const { err } = JSON.parse(logged(new Error('outer', { cause })));
  expect(err).toMatchObject({ type: 'Error', message: 'outer', cause: { type: 'TypeError', message: 'inner', code: 'E1' } });
  expect(err.stack).toMatch(/^Error: outer\n {4}at /);
});
