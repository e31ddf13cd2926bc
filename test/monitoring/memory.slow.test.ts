import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAs } from '../../src/database/connection.ts';
import { addKey } from '../support/changes.ts';
import { createDatabase } from '../support/database.ts';
import { processes, type ServiceProcess } from '../support/process.ts';

const { run, endAll } = processes();
let database: Awaited<ReturnType<typeof createDatabase>>;
let service: ServiceProcess;
let url: string;
let secret: string;

beforeAll(async () => {
  database = await createDatabase();
  const probe = new URL('../support/probes/heap-report.mjs', import.meta.url).href;
  service = run({
    NODE_ENV: 'production',
    LOG_LEVEL: 'debug',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    OIDC_ISSUER: 'https://issuer.example',
    SESSION_SECRET: randomBytes(32).toString('base64'),
    NODE_OPTIONS: `--max-semi-space-size=1 --import=${probe}`,
  });
  url = await service.url();
  await service.says(/warmed up/);
  const client = await connectAs(database.url, 'test');
  ({ secret } = await addKey(async (text, values) => (await client.query(text, values)).rows));
  await client.end();
});
afterAll(async () => {
  await endAll();
  await database.drop();
});

let told = 0;
async function report(): Promise<{ promoted: number; collections: number; unused: number }> {
  service.child.kill('SIGUSR2');
  told += 1;
  const [, text = '{}'] = await service.says(new RegExp(`heap report ${told}: (.*)\\n`));
  return JSON.parse(text);
}

/** Asks so many times, over a few connections. */
async function ask(count: number, path: () => string, headers: Record<string, string>, status: number): Promise<void> {
  const loop = async () => {
    for (let left = count / 4; left > 0; left--) {
      const answer = await fetch(url + path(), { headers });
      await answer.text();
      expect(answer.status).toBe(status);
    }
  };
  await Promise.all([loop(), loop(), loop(), loop()]);
}

test('gives back the garbage of its start', async () => {
  // Without that V8 keeps 12 MB and more, for as long as nobody comes.
  await expect.poll(async () => (await report()).unused).toBeLessThan(8_000_000);
});

test.each([
  ['a public operation', (): string => '/api/v1/plans', 200],
  ['a metered operation that reads the database', (): string => `/api/v1/entities/${randomUUID()}`, 404],
] as const)('keeps nothing of a request beyond it: %s', async (_, path, status) => {
  const headers = { 'x-api-key': secret };
  await ask(200, path, headers, status);
  await report();
  await ask(400, path, headers, status);
  const { promoted, collections } = await report();
  expect(collections).toBeGreaterThan(4);
  // A whole request takes 7,000 bytes and more.
  expect(promoted / 400).toBeLessThan(3_500);
});
