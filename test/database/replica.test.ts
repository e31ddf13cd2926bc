import { expect, onTestFinished, test, vi } from 'vitest';
import { importSamples } from '../support/imports.ts';
import { makeKey, sessions } from '../support/people.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { startTestService } from '../support/service.ts';

test('company data is read from the replica, and an import is seen there with its own version', async () => {
  const primary = await PrivatePostgres.start();
  onTestFinished(() => primary.stop());
  await importSamples(primary.url, 'lv');
  const replica = await primary.replicate();
  onTestFinished(() => replica.stop());
  const service = await startTestService({ databaseUrl: primary.url, sessions, env: { DATABASE_URL_REPLICA: replica.url } });
  onTestFinished(() => service.stop());
  const { secret } = await makeKey(service, 'ada');
  await primary.query("UPDATE account SET plan = 'business'");
  const find = (headers = {}) => service.get('/api/v1/entities?pageSize=1', { headers: { 'x-api-key': secret, ...headers } });
  const isOnReplica = () => service.log.entries().findLast(({ replica: on }) => on !== undefined)?.replica;
  await expect.poll(isOnReplica).toBe(true);
  const before = await find();
  await importSamples(primary.url, 'ee');
  const [{ count }] = (await primary.query('SELECT count(*)::int FROM entity')) as [{ count: number }];
  await vi.waitFor(async () => expect((await find()).body.meta.total).toBe(count), { timeout: 60_000, interval: 100 });
  expect((await find({ 'if-none-match': before.headers.get('etag') ?? '' })).status).toBe(200);
  expect(isOnReplica()).toBe(true);
});
