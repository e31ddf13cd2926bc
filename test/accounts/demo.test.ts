import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureDemoKey, newDemoKey } from '../../src/accounts/demo-command.ts';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let database: Database;
beforeEach(async () => {
  service = await startTestService();
  database = openDatabase(service.databaseUrl, 1);
});
afterEach(async () => {
  await database.close();
  await service.stop();
});
const use = async (secret: string) => (await service.get('/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
const soon = { timeout: 60_000, interval: 100 };

test('a database without an account is offered a demo key, once; another takes its place', async () => {
  const first = (await ensureDemoKey(database)) ?? '';
  expect(await use(first)).toBe(200);
  expect(await ensureDemoKey(database)).toBeUndefined();
  const second = await newDemoKey(database);
  expect(await use(second)).toBe(200);
  await vi.waitFor(async () => expect(await use(first)).toBe(401), soon);
});

test('neither an expired key nor a deleted account is in the way of another', async () => {
  const first = await newDemoKey(database);
  expect(await use(first)).toBe(200);
  await database.pool.query('UPDATE api_key SET expires_at = clock_timestamp()');
  const second = await newDemoKey(database);
  expect(await use(second)).toBe(200);
  await database.pool.query('DELETE FROM account');
  await vi.waitFor(async () => expect(await use(second)).toBe(401), soon);
  expect(await use((await ensureDemoKey(database)) ?? '')).toBe(200);
});
