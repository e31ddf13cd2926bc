import { afterEach, expect, test } from 'vitest';
import { sessionSecret } from '../support/browser/sign-in.ts';
import { createDatabase } from '../support/database.ts';
import { processes, type ServiceProcess } from '../support/process.ts';
import { call } from '../support/service.ts';

const { run, endAll } = processes();
afterEach(endAll);

const NODE_OPTIONS = `--import ${new URL('../support/probes/loaded-modules.mjs', import.meta.url).href}`;
const loadedBy = ({ output }: ServiceProcess) =>
  [...output.matchAll(/^loaded file:\S*?\/((?:app|rest|src)\/\S+)$/gm)].map(([, file = '']) => file);

test('production loads nothing that is for development', async () => {
  const database = await createDatabase();
  const required = { DATABASE_URL: database.url, OIDC_ISSUER: 'https://issuer.example', SESSION_SECRET: sessionSecret };
  const production = { NODE_ENV: 'production', HOST: '127.0.0.1', ...required, NODE_OPTIONS };
  const service = run(production);
  const url = await service.url();
  await expect.poll(async () => (await call(url, '/api/v1/health/ready')).status).toBe(200);
  expect((await call(url, '/api/v1/plans')).status).toBe(200);
  expect((await fetch(`${url}/dashboard`, { redirect: 'manual' })).status).toBeLessThan(500);
  expect(await service.end('SIGTERM')).toBe(0);
  const token = run(production, 'token', 'ada@example.com');
  expect(await token.end()).toBe(1);
  expect(token.output).toContain('for development alone');
  await database.drop();

  const loaded = [...loadedBy(service), ...loadedBy(token)];
  expect(loaded).toEqual(expect.arrayContaining(['app/service.ts', 'rest/app.ts', 'src/identity/index.ts']));
  expect(loaded.filter((file) => file.startsWith('src/development/'))).toEqual([]);
});

test('where it is loaded, it is seen', async () => {
  const token = run({ NODE_OPTIONS, PORT: '3000' }, 'token', 'nobody');
  expect(await token.end()).toBe(1);
  expect(loadedBy(token)).toContain('src/development/index.ts');
});
