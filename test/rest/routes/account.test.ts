import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bodies } from '../../support/bodies.ts';
import { as, makeKey, sessions } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
let service: TestService;
let database: pg.Pool;
beforeAll(async () => {
  service = await startTestService({ sessions, databaseDate: () => new Date('2026-12-31T23:59:30.5Z') });
  database = new pg.Pool({ connectionString: service.databaseUrl });
});
afterAll(async () => {
  await database.end();
  await service.stop();
});
interface Paths {
  '/account': Bodies['getAccount'];
  '/auth/me': Bodies['getProfile'];
}
const read = async <Path extends keyof Paths>(path: Path, name: string): Promise<Paths[Path]['data']> => {
  const { status, body, headers } = await service.get<Paths[Path]>(`/api/v1${path}`, { headers: as(name) });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  return body.data;
};

test('the first session of a person makes their account, on the plan free', async () => {
  const me = await read('/auth/me', 'ada');
  expect(me).toEqual({
    id: expect.stringMatching(uuid),
    email: 'ada@example.com',
    name: 'ada',
    accountId: expect.stringMatching(uuid),
  });
  expect(await read('/account', 'ada')).toEqual({
    id: me.accountId,
    email: 'ada@example.com',
    plan: {
      id: 'free',
      name: 'Free',
      monthlyPriceEur: 0,
      monthlyRequests: 1000,
      requestsPerMinute: 60,
      maxApiKeys: 1,
      maxWatchLists: 1,
      maxWatchedCompanies: 50,
      maxMembers: 3,
      maxWebhookEndpoints: 1,
    },
    usage: {
      periodStart: '2026-12-01T00:00:00.000Z',
      periodEnd: '2027-01-01T00:00:00.000Z',
      used: 0,
      limit: 1000,
      remaining: 1000,
    },
    billing: { status: 'none', currentPeriodEnd: null, cancelAtPeriodEnd: false },
    apiKeys: [],
  });
  expect(await read('/auth/me', 'ada')).toEqual(me);
});

test('plan, period and billing are those of the subscription', async () => {
  const { accountId } = await read('/auth/me', 'bob');
  const key = await makeKey(service, 'bob');
  await database.query(
    `UPDATE account SET plan = 'pro', billing_status = 'past_due', cancel_at_period_end = true,
      period_start = '2026-12-20T10:00:00Z', period_end = '2027-01-20T10:00:00Z' WHERE id = $1`,
    [accountId],
  );
  await expect
    .poll(() => read('/account', 'bob'))
    .toMatchObject({
      plan: { id: 'pro', maxApiKeys: 5 },
      usage: { periodStart: '2026-12-20T10:00:00.000Z', periodEnd: '2027-01-20T10:00:00.000Z', limit: 100_000 },
      billing: { status: 'past_due', currentPeriodEnd: '2027-01-20T10:00:00.000Z', cancelAtPeriodEnd: true },
      apiKeys: [{ id: key.id, name: 'test', lastUsedAt: null }],
    });
});

test('GraphQL has the same', async () => {
  const { body } = await service.graphql(
    `{ me { id email name accountId } account {
      id email plan { id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys maxWatchLists maxWatchedCompanies
        maxWebhookEndpoints maxMembers }
      usage { periodStart periodEnd used limit remaining } billing { status currentPeriodEnd cancelAtPeriodEnd }
      apiKeys { id name prefix createdAt lastUsedAt expiresAt rotatedAt }
    } apiKeys { id } plans { id name } }`,
    { headers: as('cem') },
  );
  expect(body.data.me).toEqual(await read('/auth/me', 'cem'));
  expect(body.data.account).toEqual(await read('/account', 'cem'));
});

test.each(['/account', '/auth/me', '/api-keys'])('%s needs a session', async (path) => {
  const code = async (headers: HeadersInit) => {
    const { status, body } = await service.get(`/api/v1${path}`, { headers });
    return [status, body.error.code];
  };
  const { secret } = await makeKey(service, `user of ${path}`);
  expect(await code({})).toEqual([401, 'session_required']);
  expect(await code({ authorization: 'Bearer nonsense' })).toEqual([401, 'invalid_session']);
  expect(await code({ authorization: `Bearer ${secret}` })).toEqual([401, 'invalid_session']);
  expect(await code({ 'x-api-key': secret })).toEqual([401, 'invalid_session']);
});

test('a session beside a key is a session', async () => {
  const { secret } = await makeKey(service, 'dan');
  const { status } = await service.get('/api/v1/account', { headers: { ...as('dan'), 'x-api-key': secret } });
  expect(status).toBe(200);
});

test('a session that outlives its account is not valid for a moment, and then makes another', async () => {
  const { accountId } = await read('/auth/me', 'eve');
  await database.query('DELETE FROM account WHERE id = $1', [accountId]);
  for (const path of ['/account', '/auth/me'])
    expect((await service.get(`/api/v1${path}`, { headers: as('eve') })).body).not.toMatchObject({ data: { id: accountId } });
  await expect
    .poll(
      async () => (await service.get<Bodies['getAccount']>('/api/v1/account', { headers: as('eve') })).body.data?.id ?? accountId,
    )
    .not.toBe(accountId);
});

test('the last use of a key is kept to the minute', async () => {
  const { id, secret } = await makeKey(service, 'fay');
  await database.query("UPDATE api_key SET created_at = '2026-12-01' WHERE id = $1", [id]);
  for (let i = 0; i < 3; i++) await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } });
  await expect.poll(async () => (await read('/account', 'fay')).apiKeys[0]?.lastUsedAt).toBe('2026-12-31T23:59:00.000Z');
});
