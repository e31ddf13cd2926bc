import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { freePort, hasRedis, TestRedis } from '../../support/servers/redis.ts';
import { startTestService } from '../../support/service.ts';

test.skipIf(!hasRedis)('one node of a Cluster, given as if it were alone, stops the start with what to say', async () => {
  const node = await TestRedis.start('--cluster-enabled', 'yes', '--cluster-port', String(await freePort()));
  onTestFinished(() => node.stop());
  const message = 'REDIS_URL leads to a node of a Redis Cluster: add ?cluster=true.';
  await expect(startTestService({ env: { REDIS_URL: node.url } })).rejects.toThrow(message);
});

test('several Redis servers have to be told apart', () => {
  const message = 'REDIS_URL with several hosts must say ?cluster=true or ?sentinel=<name of the master>';
  expect(() => loadConfig({ REDIS_URL: 'redis://one,two' })).toThrow(message);
  for (const url of ['redis://one:1,two:2?cluster=true', 'redis://user:a,comma@one'])
    expect(loadConfig({ REDIS_URL: url }).redis?.url).toBe(url);
});
