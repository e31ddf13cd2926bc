import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processes } from '../support/process.ts';
import { call } from '../support/service.ts';

const { run, endAll } = processes();
afterEach(endAll);

describe('on embedded defaults', () => {
  let dataDir: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'registry-main-'));
    env = { DATA_DIR: dataDir };
  });
  afterEach(async () => {
    // Whoever comes last stops what a killed one left behind.
    if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) await run(env, 'migrate').end();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('starts with a banner and a demo key, refuses a second start, welcomes a command, starts again after a kill, and stops on Ctrl-C', async () => {
    const first = run(env);
    const [, key = '', example = ''] = await first.says(
      /Company Registry \S+ is (?:ready\.|running)[\s\S]*API +http[\s\S]*Documentation +http[\s\S]*Sign in +http\S+\/auth\/login[\s\S]*npm run --silent token[\s\S]*Try next: +curl -H 'X-API-Key: (crd_\w+)' '(http\S+)'/,
    );
    expect(first.output).toMatch(/Preparing an embedded PostgreSQL/);
    expect(first.output).toMatch(/Payments +local, no money moves/);
    const url = await first.url();
    await expect.poll(async () => (await call(url, '/api/v1/health/ready')).status).toBe(200);
    const found = await call(url, example.replace(url, ''), { headers: { 'x-api-key': key } });
    expect(found.status, found.text).toBe(200);
    expect(found.body.data).toHaveLength(3);

    const second = run(env);
    expect(await second.end()).toBe(1);
    expect(second.output.trim()).toMatch(
      /^\S+ is in use: the service with process number \d+ serves from it\..*DATA_DIR and PORT\.$/,
    );

    const beside = run(env, 'migrate');
    expect(await beside.end()).toBe(0);
    expect(beside.output).toMatch(/The database is up to date\./);
    await expect.poll(async () => (await call(url, '/api/v1/health/ready')).status).toBe(200);

    await first.end('SIGKILL');
    const third = run(env);
    const again = await third.url();
    await expect.poll(async () => (await call(again, '/api/v1/health/ready')).status).toBe(200);
    await third.says(/The key of the demo account was shown at the first start; for another: npm run demo-key/);
    expect(third.output).not.toMatch(/Preparing|crd_/);
    const another = run(env, 'demo-key');
    expect(await another.end()).toBe(0);
    const use = async (secret: string) => (await call(again, '/api/v1/countries', { headers: { 'x-api-key': secret } })).status;
    expect(await use(another.output.trim())).toBe(200);
    await expect.poll(() => use(key)).toBe(401);
    expect(await third.end('SIGINT')).toBe(0);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('a signal before the service is ready leaves nothing running, and a command alone does the rest', async () => {
    for (const [moment, signal] of [
      [/Preparing an embedded/, 'SIGINT'],
      [/Applying migration/, 'SIGINT'],
      // With this one requests are still answered for some seconds, in which the start could go on.
      [/Importing the sample companies/, 'SIGTERM'],
    ] as const) {
      const service = run(env);
      await service.says(moment);
      service.child.kill(signal);
      await once(service.child, 'exit');
      expect(service.output).not.toMatch(/is ready|crd_/);
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), `${moment}`).toBe(false);
    }
    const alone = run(env, 'migrate');
    expect(await alone.end()).toBe(0);
    expect(alone.output).toMatch(/Applied \d+ migration|up to date/);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('a port that is taken is said in one line', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const second = run({ ...env, PORT: String(port) });
    expect(await second.end()).toBe(1);
    expect(second.output).toMatch(new RegExp(`^Port ${port} is in use: .*$`, 'm'));
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), 'what was started is taken down').toBe(false);
    taken.close();
  });
});
