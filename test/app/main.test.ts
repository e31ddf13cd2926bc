import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { migrateDatabase } from '../../src/database/reach.ts';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { processes, runHere } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

const { run, endAll } = processes();
afterEach(endAll);

test('mistakes in the configuration stop the start with one line', async () => {
  const wrong = run({ NODE_ENV: 'production', PORT: 'x' });
  expect(await wrong.end()).toBe(1);
  expect(wrong.output.trim().split('\n')).toEqual([expect.stringMatching(/PORT.*DATABASE_URL.*OIDC_ISSUER.*SESSION_SECRET/)]);
});

test('in production a command needs the database alone, and no secret of the service', async () => {
  const database = await createDatabase({ migrated: false });
  const env = { NODE_ENV: 'production', DATABASE_URL: database.url };
  const migrating = await runHere(env, 'migrate');
  expect(migrating).toEqual({ code: 0, output: expect.stringMatching(/Applied \d+ migrations?\./) });
  const file = new URL('../../src/registers/countries/lv/sample/register.csv', import.meta.url).pathname;
  expect(await runHere(env, 'import', 'lv', file)).toEqual({ code: 0, output: expect.stringContaining('added 300') });
  expect(await runHere({ NODE_ENV: 'production' }, 'migrate')).toEqual({
    code: 1,
    output: 'The configuration has a mistake: DATABASE_URL is required in production.',
  });
  await database.drop();
});

test('in production the start says what nobody can do, and which setting is missing for it', async () => {
  const database = await createDatabase();
  const required = { DATABASE_URL: database.url, OIDC_ISSUER: 'http://127.0.0.1:1', SESSION_SECRET: sessionSecret };
  const env = { NODE_ENV: 'production', ...required };
  const service = run(env);
  await service.url();
  expect(await service.end('SIGINT')).toBe(0);
  const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
  const warned = lines.map((line) => JSON.parse(line)).filter(({ missing }) => missing);
  expect(warned.map(({ missing, severity }) => [missing, severity])).toEqual([
    [['OIDC_CLIENT_ID'], 'warn'],
    [['BASE_URL'], 'warn'],
    [['TRUST_PROXY'], 'warn'],
    [['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_PRO', 'STRIPE_PRICE_BUSINESS'], 'warn'],
    [['REDIS_URL'], 'warn'],
    [['OPERATORS'], 'warn'],
    [['SECRET_SCANNING_KEYS_URL'], 'warn'],
    [['SMTP_URL', 'MAIL_FROM'], 'warn'],
    [['METRICS_PORT'], 'warn'],
  ]);
  expect(warned[0].msg).toBe('Nobody can sign in by browser: set OIDC_CLIENT_ID.');
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh', STRIPE_PRICE_PRO: 'p', STRIPE_PRICE_BUSINESS: 'b' };
  const addresses = { BASE_URL: 'https://registry.example', REDIS_URL: 'redis://127.0.0.1:1', METRICS_PORT: '0' };
  const others = {
    OIDC_CLIENT_ID: 'dashboard',
    OPERATORS: 'ada@example.com',
    TRUST_PROXY: '0',
    SECRET_SCANNING_KEYS: 'keys.json',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'registry@example.com',
  };
  expect(loadConfig({ ...env, ...stripe, ...addresses, ...others }).limitations).toEqual([]);
  expect(loadConfig({ ...required, NODE_ENV: 'development' }).limitations).toEqual([]);
  await database.drop();
});

test('there is no demo account in production, and no sample company', async () => {
  const required = { DATABASE_URL: 'postgresql://db/x', OIDC_ISSUER: 'https://issuer.example', SESSION_SECRET: sessionSecret };
  expect(await runHere({ NODE_ENV: 'production', ...required }, 'demo-key')).toEqual({
    code: 1,
    output: 'There is a demo account outside production alone.',
  });
  expect(await runHere({ NODE_ENV: 'production', ...required }, 'samples')).toEqual({
    code: 1,
    output: 'The sample companies are invented: they are not for production.',
  });
});

test('a database that cannot be reached is said in one line', async () => {
  const lost = await runHere({ DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' }, 'migrate');
  expect(lost.code).toBe(1);
  expect(lost.output).toMatch(/^The database cannot be used: .*\. Nothing is left half done: run it again\.$/);
  expect(lost.output).not.toContain('secret');
});

test('an instance that warms up is alive and answers, and says why it is not ready', async () => {
  const cold = await startTestService({ startsCold: true });
  const statusOf = async (path: string) => (await cold.get(`/api/v1/${path}`)).status;
  expect([await statusOf('health/live'), await statusOf('health/ready'), await statusOf('plans')]).toEqual([200, 503, 200]);
  expect(await cold.problem()).toBe('the service is warming up');
  cold.becomeWarm();
  expect([await statusOf('health/ready'), await cold.problem()]).toEqual([200, undefined]);
  await cold.stop();
});

test('a database that was not migrated is not touched by the start, and is ready once it is', async () => {
  const database = await createDatabase({ migrated: false });
  const service = await startTestService({ databaseUrl: database.url });
  const readiness = async () => (await service.get('/api/v1/health/ready')).status;
  expect([await readiness(), await service.problem()]).toEqual([503, expect.stringMatching(/^migrations are pending/)]);
  await migrateDatabase(database.url, () => {});
  await expect.poll(readiness).toBe(200);
  await service.stop();
  await database.drop();
});
