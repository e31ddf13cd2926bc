import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { ask, paths, type TestAccount } from '../support/metering.ts';
import { as } from '../support/people.ts';
import { errorMessage } from '../support/servers/proxy.ts';
import { expectNoFault, isRefused, type OutageGround, outageGround, requests } from './outage-ground.ts';

let ground: OutageGround;
let account: TestAccount;
beforeAll(async () => {
  ground = await outageGround();
});
beforeEach(async () => {
  account = await ground.account('business', { keys: 1 });
});
afterAll(() => ground.close());

test('a database that was never migrated is 503 everywhere, and plans and liveness go on', async () => {
  const empty = await createDatabase({ migrated: false });
  const bare = await ground.start({ databaseUrl: empty.url });
  for (const [name, request] of Object.entries(requests)) {
    const answer = await request(bare, account);
    expectNoFault(name, answer);
    expect(isRefused(answer), name).toBe(true);
  }
  expect((await bare.get('/api/v1/plans')).status).toBe(200);
  expect((await bare.get('/api/v1/health/live')).status).toBe(200);
  await bare.stop();
  await empty.drop();
});

test.each([
  '53100',
  '53200',
  '25006',
  '40001',
  '40P01',
  '42501',
  '55P03',
  '57014',
  '57P01',
  '58030',
])('writes that fail with %s are 503, over REST and GraphQL', async (code) => {
  // Known from here on, so that the session needs no write.
  await ground.service.get('/api/v1/auth/me', { headers: as(account.id) });
  const tables = ['user_profile', 'api_key', 'payment_event'];
  await ground.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'it failed' USING ERRCODE = '${code}'; END $$`,
  );
  for (const table of tables)
    await ground.query(`CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION fail()`);
  try {
    const known = { method: 'POST', headers: { ...as(account.id), 'content-type': 'application/json' }, body: '{"name":"test"}' };
    for (const name of ['profile', 'new key', 'revoked key', 'payment event', 'key by GraphQL']) {
      const answer = await requests[name]?.(ground.service, account);
      expect([name, answer?.status, answer?.body.error.code]).toEqual([name, 503, 'service_unavailable']);
    }
    const key = await ground.service.get('/api/v1/api-keys', known);
    expect([key.status, key.body.error.code]).toEqual([503, 'service_unavailable']);
    const mutation = 'mutation { createApiKey(name: "test") { secret } }';
    const { body } = await ground.service.graphql(mutation, { headers: as(account.id) });
    // Where the person had to be looked up again, the session is refused before the operation.
    expect(body.error?.code ?? body.errors?.[0].extensions.code).toBe('service_unavailable');
  } finally {
    await ground.query('DROP FUNCTION fail CASCADE');
  }
});

test.each(['57P03', '53300', '28P01', '3D000', '08P01'])('connections refused with %s are 503 everywhere', async (code) => {
  await ask(ground.service, account, paths[200]);
  await ground.proxy.vanish();
  ground.proxy.alter((_chunk, { by, toClient }) => (by === 'client' ? void toClient(errorMessage(code, 'not now')) : undefined));
  await ground.proxy.comeBack();
  try {
    for (const [name, request] of Object.entries(requests)) expectNoFault(name, await request(ground.service, account));
    for (const name of ['profile', 'new key', 'payment event', 'record'])
      expect((await requests[name]?.(ground.service, account))?.status, name).toBe(503);
  } finally {
    await ground.proxy.vanish();
    ground.proxy.alter((chunk) => chunk);
    await ground.proxy.comeBack();
  }
  expect((await requests['profile']?.(ground.service, account))?.status).toBe(200);
});
