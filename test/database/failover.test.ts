import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addressesOf } from '../../src/kernel/addresses.ts';
import { loadConfig } from '../../src/kernel/config.ts';
import { importSamples } from '../support/imports.ts';
import { as, makeKey, sessions } from '../support/people.ts';
import { PrivatePostgres } from '../support/postgres.ts';
import { startTestService, type TestService } from '../support/service.ts';

let [primary, standby]: PrivatePostgres[] = [];
let service: TestService;
beforeAll(async () => {
  primary = await PrivatePostgres.start();
  await importSamples(primary.url, 'lv');
  standby = await primary.replicate();
  // The standby is named first: it has to be passed over.
  const url = primary.url.replace(/@(.*)\//, `@${new URL(standby.url).host},$1/`);
  service = await startTestService({ databaseUrl: url, sessions });
});
afterAll(async () => {
  await service?.stop();
  await standby?.stop();
  await primary?.stop();
});

const becomes = (status: number) =>
  vi.waitFor(async () => expect((await service.get('/api/v1/health/ready')).status).toBe(status), {
    timeout: 30_000,
    interval: 20,
  });

test('of several hosts the one that can be written is used, also after a failover', async () => {
  await becomes(200);
  const key = await makeKey(service, 'ada');
  const headers = { 'x-api-key': key.secret };
  expect((await service.get('/api/v1/entities?q=sia', { headers })).status).toBe(200);
  await primary?.caughtUp(standby as PrivatePostgres);

  await primary?.shutDown('immediate');
  await becomes(503);
  expect((await service.get('/api/v1/account', { headers: as('ada') })).status).toBe(503);
  await standby?.promote();
  await becomes(200);
  expect((await service.get('/api/v1/account', { headers: as('ada') })).status).toBe(200);
  expect((await service.get('/api/v1/entities?q=sia&page=2', { headers })).status).toBe(200);
  await makeKey(service, 'bob');
  expect(service.log.entries().filter(({ status }) => status === 500)).toEqual([]);
});

test('an address may have several hosts, and each is checked', () => {
  expect(addressesOf('postgresql://u:p,w@a:1,b:2/db?x=1,2')).toEqual([
    'postgresql://u:p,w@a:1/db?x=1,2',
    'postgresql://u:p,w@b:2/db?x=1,2',
  ]);
  const url = 'postgresql://u:p@a:1,[::1]:2/db';
  expect(loadConfig({ DATABASE_URL: url }).database.url).toBe(url);
  for (const wrong of ['postgresql://a:1,b:x/db', 'mysql://a,b/db', 'a,b'])
    expect(() => loadConfig({ DATABASE_URL: wrong })).toThrow('DATABASE_URL must be a postgres:// address');
});
