import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasRedis, TestRedis } from '../servers/redis.ts';
import { Program } from '../suite/program.ts';

test('fails before it ends its programs', async () => {
  await mkdtemp(join(tmpdir(), 'registry-left-'));
  if (hasRedis) await TestRedis.start();
  // A shell, and the program that it started.
  const script = 'sleep 3600 & echo "begun $$ $!"; wait';
  const [, ...pids] = await new Program('sh', ['-c', script]).says(/^begun (\d+) (\d+)$/m);
  expect(pids, 'these are told to whoever reads the failure').toEqual(['none']);
});
