import { parentPort } from 'node:worker_threads';
import { connectServing } from '../../database/connection.ts';
import { rareFrequency } from '../weights.ts';
import { NameReader } from './read-names.ts';
import type { Meant } from './vocabulary.ts';

/** What the thread is asked for: to read the names that it lacks or all again, how often words occur, or which may be meant. */
export type Order = { id: number } & (
  | { kind: 'read' | 'rebuild'; databaseUrl: string }
  | { kind: 'find'; words: readonly string[] }
  | { kind: 'count'; words: readonly string[] }
);

/** How often a word occurs, and which words may be meant by it. */
export interface FoundWord {
  count: number;
  meant: Meant[];
}

/** How many different words there are, and the memory that they need. */
export interface VocabularySize {
  words: number;
  bytes: number;
}

export type Frequencies = Record<string, Record<string, number>>;

export type Report = { id: number } & (
  | { kind: 'read'; frequencies: Frequencies; hasGone: boolean; size: VocabularySize }
  | { kind: 'found'; words: FoundWord[] }
  | { kind: 'counted'; counts: number[] }
  | { kind: 'failed'; message: string }
);

let names = new NameReader();

async function follow(order: Order): Promise<Report> {
  const { id } = order;
  const { vocabulary } = names;
  if (order.kind === 'find')
    return {
      id,
      kind: 'found',
      words: order.words.map((word) => ({ count: vocabulary.count(word), meant: vocabulary.meant(word) })),
    };
  if (order.kind === 'count') return { id, kind: 'counted', counts: order.words.map((word) => vocabulary.count(word)) };
  const reader = order.kind === 'rebuild' ? new NameReader() : names;
  const known = await read(reader, order.databaseUrl);
  // The old words answered meanwhile.
  if (order.kind === 'rebuild') names = reader;
  return { id, kind: 'read', ...known };
}

async function read(reader: NameReader, databaseUrl: string): Promise<Omit<Extract<Report, { kind: 'read' }>, 'id' | 'kind'>> {
  const client = await connectServing(databaseUrl, 'company-registry matching');
  try {
    const { hasGone } = await reader.read(client);
    const { size: words, bytes } = reader.vocabulary;
    return { hasGone, frequencies: reader.frequencies(rareFrequency), size: { words, bytes } };
  } finally {
    // Not awaited: the server may be gone.
    client.end().catch(() => {});
  }
}

parentPort?.on('message', (order: Order) => {
  follow(order)
    .catch((error): Report => ({ id: order.id, kind: 'failed', message: error.message }))
    .then((report) => parentPort?.postMessage(report));
});
