import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../../../src/kernel/errors.ts';
import { openRedis } from '../../../src/redis/redis.ts';
import { createDatabase } from '../../support/database.ts';
import { processes } from '../../support/process.ts';
import { freePort, hasRedis, TestRedis } from '../../support/servers/redis.ts';
import { captureLog, startTestService } from '../../support/service.ts';
import { has } from '../../support/suite/programs.ts';

describe.skipIf(!hasRedis)('a Redis that does not let us in', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let dataDir: string;
  const { run, endAll } = processes();
  beforeAll(async () => {
    database = await createDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'registry-locked-out-'));
  });
  afterEach(endAll);
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (REDIS_URL: string) => startTestService({ databaseUrl: database.url, env: { REDIS_URL } });
  const startProcess = (REDIS_URL: string, more: Record<string, string> = {}) =>
    run({ REDIS_URL, DATABASE_URL: database.url, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'trace', ...more });

  test('a wrong password ends the start with one line and 1, and is told nowhere', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    await redis.command('config', 'set', 'requirepass', 'correct-horse-battery');
    const service = startProcess(redis.url.replace('//', '//:wrong-horse-battery@'));
    expect(await service.end()).toBe(1);
    const lines = service.output.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^Redis does not let us in, check REDIS_URL: WRONGPASS /);
    expect(lines.slice(0, -1).every((line) => line.startsWith('{'))).toBe(true);
    expect(service.output).not.toContain('horse');
  });

  test('so does none where one is needed; with the right one the service starts, also where Redis has too many clients', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    await redis.command('config', 'set', 'requirepass', 'correct-horse-battery');
    await expect(start(redis.url)).rejects.toThrow(/REDIS_URL: NOAUTH/);
    await expect(start(redis.url)).rejects.toBeInstanceOf(Refusal);
    const url = redis.url.replace('//', '//:correct-horse-battery@');
    await (await start(url)).stop();

    const client = new Redis(url);
    onTestFinished(() => client.disconnect());
    await client.config('SET', 'maxclients', '1');
    const service = await start(url);
    expect(service.log.text()).toContain('Redis is out of reach: the limits');
    expect(service.log.text()).not.toContain('horse');
    await service.stop();
  });

  describe.skipIf(!has('openssl'))('over TLS', () => {
    let folder: string;
    let redis: TestRedis;
    let url: string;
    const certificate = () => join(folder, 'cert.pem');
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'registry-certificate-'));
      const key = join(folder, 'key.pem');
      const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate()}`;
      execFileSync('openssl', words.split(' '), { stdio: 'ignore' });
      const port = await freePort();
      const files = ['--tls-cert-file', certificate(), '--tls-key-file', key, '--tls-ca-cert-file', certificate()];
      redis = await TestRedis.start('--tls-port', String(port), ...files, '--tls-auth-clients', 'no');
      url = `rediss://localhost:${port}`;
    });
    afterAll(async () => {
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('a certificate that no authority signed ends the start; with its authority known the service starts', async () => {
      await expect(start(url)).rejects.toThrow(/REDIS_URL: self-signed certificate/);
      await startProcess(url, { NODE_EXTRA_CA_CERTS: certificate() }).url();
    });

    test('a connection that is closed during its handshake does not end the process', async () => {
      let uncaught = 0;
      const count = () => {
        uncaught++;
      };
      process.on('uncaughtExceptionMonitor', count);
      onTestFinished(() => void process.off('uncaughtExceptionMonitor', count));
      const closed = Array.from({ length: 200 }, async (_, index) => {
        const client = openRedis({ url }, captureLog().logger);
        const ended = new Promise((resolve) => void client.once('end', resolve));
        if (index % 2) client.once('error', () => client.disconnect());
        else setTimeout(() => client.disconnect(), index / 4);
        await ended;
      });
      await Promise.all(closed);
      expect(uncaught).toBe(0);
    });
  });

  test('one that is merely away is told of, and stops nothing', async () => {
    const service = await start(`redis://127.0.0.1:${await freePort()}`);
    expect(service.log.text()).toContain('Redis is out of reach: the limits');
    await service.stop();
  });
});
