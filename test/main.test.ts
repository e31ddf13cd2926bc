import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../src/config/config.ts';
import { migrateDatabase } from '../src/database/reach.ts';
import { sessionSecret } from './support/browser/sign-in.ts';
import { createDatabase } from './support/database.ts';
import { processes } from './support/process.ts';
import { call } from './support/service.ts';

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
  const migrating = run(env, 'migrate');
  expect([await migrating.end(), migrating.output]).toEqual([0, expect.stringMatching(/Applied \d+ migrations/)]);
  const file = new URL('../samples/lv/register.csv', import.meta.url).pathname;
  const importing = run(env, 'import', 'lv', file);
  expect([await importing.end(), importing.output]).toEqual([0, expect.stringContaining('added 300')]);
  const without = run({ NODE_ENV: 'production' }, 'migrate');
  expect([await without.end(), without.output.trim()]).toEqual([
    1,
    'The configuration has a mistake: DATABASE_URL is required in production.',
  ]);
  await database.drop();
});

test('in production the start says what nobody can do, and which setting is missing for it', async () => {
  const database = await createDatabase();
  const required = { DATABASE_URL: database.url, OIDC_ISSUER: 'http://127.0.0.1:1', SESSION_SECRET: sessionSecret };
  const env = { NODE_ENV: 'production', ...required };
  const service = run(env);
  await service.url();
  await service.end('SIGINT');
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
  const refused = run({ NODE_ENV: 'production', ...required }, 'demo-key');
  expect(await refused.end()).toBe(1);
  expect(refused.output.trim()).toBe('There is a demo account outside production alone.');
  const samples = run({ NODE_ENV: 'production', ...required }, 'samples');
  expect(await samples.end()).toBe(1);
  expect(samples.output.trim()).toBe('The sample companies are invented: they are not for production.');
});

test('a database that cannot be reached is said in one line', async () => {
  const lost = run({ DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:1/none' }, 'migrate');
  expect(await lost.end()).toBe(1);
  expect(lost.output.trim()).toMatch(/^The database cannot be used: .*\. Nothing is left half done: run it again\.$/);
  expect(lost.output).not.toContain('secret');
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
