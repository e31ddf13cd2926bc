import { parentPort } from 'node:worker_threads';
import { connectServing } from '../../database/connection.ts';
import { NameReader } from './name-reader.ts';

let names = new NameReader();

/** What the thread does for others. */
const tasks = {
  /** Reads the names that are new, or all again. The old words answer meanwhile. */
  async read(databaseUrl: string, isAnew: boolean) {
    const reader = isAnew ? new NameReader() : names;
    const client = await connectServing(databaseUrl, 'company-registry vocabulary');
    try {
      const { hasGone } = await reader.read(client);
      if (isAnew) names = reader;
      const { size: words, bytes } = reader.vocabulary;
      return { hasGone, shares: reader.shares(), size: { words, bytes } };
    } finally {
      // Not awaited: the server may be gone.
      client.end().catch(() => {});
    }
  },
  /** How often words occur, and which words may be meant by each. */
  find: (words: readonly string[]) =>
    words.map((word) => ({ count: names.vocabulary.count(word), meant: names.vocabulary.meant(word) })),
  count: (words: readonly string[]) => words.map((word) => names.vocabulary.count(word)),
};

export type Tasks = typeof tasks;
export type Report = { id: number; result?: unknown; error?: string };

parentPort?.on('message', async ({ id, task, input }: { id: number; task: keyof Tasks; input: [never, never] }) => {
  try {
    parentPort?.postMessage({ id, result: await tasks[task](...input) });
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message });
  }
});
