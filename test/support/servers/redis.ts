import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startChild } from '../suite/children.ts';
import { endWithFile } from '../suite/ends.ts';
import { has } from '../suite/programs.ts';
import { FallibleServer } from './fallible-server.ts';

/** Whether a private Redis can be started here. */
export const hasRedis = has('redis-server');

/**
 * A port that a server can take now, or again after a stop. It lies below those that the system gives to outgoing connections
 * (from 32,768 on Linux): one of these could hold it by the time that the server starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A Redis of the test's own, that can be stopped, paused and brought back at the same address. */
export class TestRedis extends FallibleServer {
  readonly url: string;
  /** Where it would save. */
  readonly folder: string;
  readonly #port: number;
  readonly #words: string[];

  private constructor(port: number, folder: string, words: string[]) {
    super();
    this.#port = port;
    this.folder = folder;
    this.#words = words;
    this.url = `redis://127.0.0.1:${port}`;
  }

  /** With settings beyond the usual, as words of its command line. */
  static async start(...words: string[]): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), await mkdtemp(join(tmpdir(), 'registry-redis-')), words);
    endWithFile(() => redis.stop());
    await redis.comeBack();
    return redis;
  }

  /** Starts again, empty, and waits until it answers. */
  async comeBack(): Promise<void> {
    // A Sentinel has to have a file, and writes to it.
    const file = join(this.folder, 'redis.conf');
    await writeFile(file, '', { flag: 'a' });
    const words = [
      file,
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      this.folder,
      ...this.#words,
    ];
    this.process = startChild('redis-server', words, { stdio: 'ignore' });
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => {});
    await client.ping();
    client.disconnect();
  }

  async flush(): Promise<void> {
    await this.command('flushall');
  }

  /** What an administrator would type. */
  async command(name: string, ...words: string[]): Promise<unknown> {
    const client = new Redis(this.url);
    // A lost connection is opened anew, and the command is sent again.
    client.on('error', () => {});
    try {
      return await client.call(name, ...words);
    } finally {
      client.disconnect();
    }
  }

  async stop(): Promise<void> {
    await this.vanish();
    await rm(this.folder, { recursive: true, force: true });
  }
}
