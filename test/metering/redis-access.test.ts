import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { processes } from '../support/process.ts';
import { freePort, hasRedis, TestRedis } from '../support/redis.ts';

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

  const start = (REDIS_URL: string, more: Record<string, string> = {}) =>
    run({ REDIS_URL, DATABASE_URL: database.url, DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'trace', ...more });

  test('a wrong password, or none where one is needed, ends the start with one line that does not tell it', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    await redis.command('config', 'set', 'requirepass', 'correct-horse-battery');
    for (const [given, code] of [
      [':wrong-horse-battery@', 'WRONGPASS'],
      ['', 'NOAUTH'],
    ] as const) {
      const service = start(redis.url.replace('//', `//${given}`));
      expect(await service.end()).toBe(1);
      expect(service.output).toMatch(new RegExp(`^Redis does not let us in, check REDIS_URL: ${code} `, 'm'));
      expect(service.output).not.toContain('horse');
      expect(service.output.trimEnd().split('\n').at(-1)).toMatch(/^Redis/);
    }
    const url = redis.url.replace('//', '//:correct-horse-battery@');
    const service = start(url);
    await service.url();
    await service.end('SIGKILL');
    // One that has too many clients is away, and its refusal does not tell the password either.
    const client = new Redis(url);
    onTestFinished(() => client.disconnect());
    await client.config('SET', 'maxclients', '1');
    const late = start(url);
    await late.url();
    expect(late.output).toContain('Redis is out of reach: the limits');
    expect(late.output).not.toContain('horse');
  });

  test('so does a certificate that nobody vouches for; with its authority known the service starts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'registry-certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
    execFileSync('openssl', words.split(' '), { stdio: 'ignore' });
    const port = await freePort();
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'];
    const redis = await TestRedis.start('--tls-port', String(port), ...files);
    onTestFinished(async () => {
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const refused = start(`rediss://localhost:${port}`);
    expect(await refused.end()).toBe(1);
    expect(refused.output).toMatch(/^Redis does not let us in, check REDIS_URL: self-signed certificate/m);
    const trusting = start(`rediss://localhost:${port}`, { NODE_EXTRA_CA_CERTS: cert });
    await trusting.url();
  });

  test('one that is merely away is told of, and stops nothing', async () => {
    const service = start(`redis://127.0.0.1:${await freePort()}`);
    await service.url();
    expect(service.output).toContain('Redis is out of reach');
  });
});
