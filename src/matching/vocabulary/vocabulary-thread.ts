import { parentPort } from 'node:worker_threads';
import { connectServing } from '../../database/connection.ts';
import { rareFrequency } from '../weights.ts';
import { NameReader } from './read-names.ts';
import { type Meant, Vocabulary } from './vocabulary.ts';

/** What the thread is asked for: to read the names that it lacks, or which words may be meant. */
export type Order = { id: number } & ({ kind: 'read'; databaseUrl: string } | { kind: 'find'; words: readonly string[] });

/** How often a word occurs, and which words may be meant by it. */
export interface FoundWord {
  count: number;
  meant: Meant[];
}

export type Frequencies = Record<string, Record<string, number>>;

export type Report = { id: number } & (
  | { kind: 'read'; frequencies: Frequencies }
  | { kind: 'found'; words: FoundWord[] }
  | { kind: 'failed'; message: string }
);

const vocabulary = new Vocabulary();
const reader = new NameReader(vocabulary);

async function follow(order: Order): Promise<Report> {
  const { id } = order;
  if (order.kind === 'find')
    return {
      id,
      kind: 'found',
      words: order.words.map((word) => ({ count: vocabulary.count(word), meant: vocabulary.meant(word) })),
    };
  const client = await connectServing(order.databaseUrl, 'company-registry matching');
  try {
    await reader.read(client);
  } finally {
    // Not awaited: the server may be gone.
    client.end().catch(() => {});
  }
  return { id, kind: 'read', frequencies: reader.frequencies(rareFrequency) };
}

parentPort?.on('message', (order: Order) => {
  follow(order)
    .catch((error): Report => ({ id: order.id, kind: 'failed', message: error.message }))
    .then((report) => parentPort?.postMessage(report));
});
