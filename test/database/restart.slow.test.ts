import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { deliver, Life, settings } from '../support/billing.ts';
import { as, post, sessions } from '../support/people.ts';
import { PrivatePostgres } from '../support/servers/postgres.ts';
import { startTestService } from '../support/service.ts';

/** Outside a test they would end the process. */
const crashes: unknown[] = [];
const onCrash = (error: unknown) => crashes.push(error);
beforeAll(() => void process.on('uncaughtException', onCrash));
afterAll(() => void process.off('uncaughtException', onCrash));
beforeEach(() => crashes.splice(0));
afterEach(() => expect(crashes).toEqual([]));

test('restarts of PostgreSQL under parallel transactions end nobody, and every answer is good or 503', async () => {
  const server = await PrivatePostgres.start();
  onTestFinished(() => server.stop());
  const service = await startTestService({ databaseUrl: server.url, sessions, payments: settings });
  onTestFinished(() => service.stop());
  const answers = new Map<number, number>();
  const took = ({ status }: { status: number }) => void answers.set(status, (answers.get(status) ?? 0) + 1);
  let over = false;
  let people = 0;
  const event = () => deliver(service.url, new Life(crypto.randomUUID()).event('created')).then(took);
  const key = () => service.get('/api/v1/api-keys', post(`person ${++people}`, { name: 'test' })).then(took);
  const profile = () => service.get('/api/v1/account', { headers: as(`person ${people}`) }).then(took);
  const load = [...Array.from({ length: 20 }, () => event), key, key, key, key, profile, profile].map(async (send) => {
    while (!over) await send();
  });
  const good = () => (answers.get(200) ?? 0) + (answers.get(201) ?? 0);
  const some = () => {
    const target = good() + 30;
    return vi.waitUntil(() => good() > target, { timeout: 60_000, interval: 5 });
  };
  const faults = [
    async () => void (await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()')),
    () => server.shutDown('fast'),
    () => server.shutDown('immediate'),
  ];
  for (const fault of [...faults, ...faults]) {
    await some();
    await fault();
    await server.comeBack();
  }
  await some();
  over = true;
  await Promise.all(load);
  expect([...answers.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(answers.get(503), 'the restarts were felt').toBeGreaterThan(0);
});
