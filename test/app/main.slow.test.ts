import { afterEach, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/database/reach.ts';
import { createDatabase } from '../support/database.ts';
import { processes } from '../support/process.ts';
import { call } from '../support/service.ts';

const { run, endAll } = processes();
afterEach(endAll);

test('several that migrate one database at once do not collide', async () => {
  const database = await createDatabase({ migrated: false });
  const several = Array.from({ length: 3 }, () => run({ DATABASE_URL: database.url }, 'migrate'));
  expect(await Promise.all(several.map((one) => one.end()))).toEqual([0, 0, 0]);
  expect(several.filter(({ output }) => output.includes('up to date'))).toHaveLength(2);
  await database.drop();
});

test('on a database of somebody else there is no demo account; SIGTERM under load: not ready at once, no request fails, exit 0', async () => {
  const database = await createDatabase();
  const service = run({ DATABASE_URL: database.url });
  const url = await service.readyUrl();
  await service.says(/API +http\S+\/api[\s\S]*Try next: +curl http\S+\/api\/v1\/plans/);
  expect(service.output).not.toContain('crd_');
  let [answered, told, draining] = [0, false, false];
  // As a load balancer does it: everybody sends until the probe says that this instance takes no more.
  const client = async () => {
    while (!draining) {
      expect((await fetch(`${url}/api/v1/plans`)).status).toBe(200);
      answered += 1;
    }
  };
  const probe = async () => {
    // Before, a busy machine may answer so for a moment.
    while (!draining) draining = (await fetch(`${url}/api/v1/health/ready`)).status === 503 && told;
  };
  const load = [...Array.from({ length: 16 }, client), probe()];
  await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(200);
  told = true;
  const code = await service.end('SIGTERM');
  await Promise.all(load);
  expect(code).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
  await database.drop();
});

test('an instance is ready once it is warm, and alive before', async () => {
  const database = await createDatabase();
  const service = run({ DATABASE_URL: database.url, LOG_LEVEL: 'debug' });
  const url = await service.url();
  const statusOf = async (probe: string) => (await call(url, `/api/v1/health/${probe}`)).status;
  const alive = await statusOf('live');
  await expect.poll(() => statusOf('ready'), { interval: 5, timeout: 60_000 }).toBe(200);
  expect([alive, service.output.includes('warmed up')]).toEqual([200, true]);
  await service.end('SIGTERM');
  await database.drop();
});

test('a database that was not migrated is not touched by the start, which says what to do; no demo account; SIGTERM ends it with 0', async () => {
  const database = await createDatabase({ migrated: false });
  const service = run({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  const [, url = ''] = await service.says(
    /running, but not ready: migrations are pending[\s\S]*API +(http\S+)\/api[\s\S]*Try next: +npm run migrate/,
  );
  const readiness = async () => (await call(url, '/api/v1/health/ready')).status;
  expect(await readiness()).toBe(503);
  await migrateDatabase(database.url, () => {});
  await expect.poll(readiness).toBe(200);
  expect(service.output).not.toContain('crd_');
  const ended = service.end('SIGTERM');
  // Before it ends, it is not ready and still answers.
  await expect.poll(readiness, { interval: 5 }).toBe(503);
  expect((await call(url, '/api/v1/plans')).status).toBe(200);
  expect(await ended).toBe(0);
  await database.drop();
});
