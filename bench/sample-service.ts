import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launcher } from './database.ts';

/** Runs something against a new service with the sample companies, and removes both. */
export async function withSampleService<Result>(run: (url: string, key: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-samples-'));
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0', DATA_DIR: dataDir };
  const child = spawn(launcher, ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const heard = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const [, found] = pattern.exec(output) ?? [];
        if (found) resolve(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
      child.once('close', () => reject(new Error(`The service did not start:\n${output}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  try {
    const key = await heard(/\b(crd_[0-9A-Za-z]{10,})/);
    return await run(await heard(/(http:\/\/localhost:\d+)/), key);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'close');
    await rm(dataDir, { recursive: true, force: true });
  }
}
