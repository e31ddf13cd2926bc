import { ApiError, ConnectionError } from './errors.ts';
import { type CallOptions, segment, type Transport } from './transport.ts';
import type { EntityDetail, Snapshot } from './types.ts';
import { backOff, wait } from './wait.ts';

export interface DownloadOptions extends CallOptions {
  /** The bytes that are there already: the download goes on behind them. */
  from?: number | undefined;
}

/** A download that gives nothing for so long, in milliseconds, is begun again where it stopped. */
const stall = 30_000;
/** So many interruptions without a byte between them end a download. */
const mostInterruptions = 10;

export class Snapshots {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The snapshots that can be downloaded, and what each costs. */
  async list({ country, ...options }: { country?: string | undefined } & CallOptions = {}): Promise<readonly Snapshot[]> {
    return (await this.#transport.json<{ data: Snapshot[] }>('/api/v1/snapshots', { query: { country }, ...options })).data;
  }

  /** The gzipped file of a snapshot. If the connection breaks, it goes on where it stopped. */
  download(id: string, options: DownloadOptions = {}): ReadableStream<Uint8Array> {
    const end = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal;
    return streamOf(this.#chunks(id, { ...options, signal }), () => end.abort());
  }

  /** The records of a snapshot, one after another. */
  async *records(id: string, options: CallOptions = {}): AsyncGenerator<EntityDetail, void, undefined> {
    const text = this.download(id, options)
      .pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
    const reader = text.getReader();
    let rest = '';
    try {
      for (;;) {
        const { done, value = '' } = await reader.read();
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line);
        if (!done) continue;
        if (rest !== '') yield JSON.parse(rest);
        return;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  async *#chunks(id: string, { from = 0, ...options }: DownloadOptions): AsyncGenerator<Uint8Array, void, undefined> {
    const path = `/api/v1/snapshots/${segment(id)}`;
    let [place, interruptions, etag] = [from, 0, ''];
    for (;;) {
      // If-Range would give the whole file again if it were another one; a snapshot never changes, so that cannot be.
      const headers: Record<string, string> = place > 0 ? { range: `bytes=${place}-`, ...(etag && { 'if-range': etag }) } : {};
      try {
        const response = await this.#transport.open(path, { ...options, headers });
        if (place > 0 && response.status !== 206) throw new RangeError('The snapshot cannot be gone on with: begin anew.');
        etag = response.headers.get('etag') ?? etag;
        for await (const chunk of chunksOf(response)) {
          place += chunk.byteLength;
          interruptions = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        options.signal?.throwIfAborted();
        const isFinal = (error instanceof ApiError && error.status < 500) || error instanceof RangeError;
        if (isFinal) throw error;
        if (++interruptions > mostInterruptions) throw new ConnectionError('The download broke off.', { cause: error });
        await wait(backOff(interruptions), options.signal);
      }
    }
  }
}

/** The bytes of an answer. It is an error if they end before the length that was said, or if none come for long. */
async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) return;
  let left = Number(response.headers.get('content-length') ?? Number.NaN);
  try {
    for (;;) {
      const pause = new AbortController();
      const stalled = wait(stall, pause.signal).then(() => Promise.reject(new Error('The download stalled.')));
      stalled.catch(() => undefined);
      const { done, value } = await Promise.race([reader.read(), stalled]).finally(() => pause.abort());
      if (done) break;
      left -= value.byteLength;
      yield value;
    }
    if (left > 0) throw new Error(`The download ended ${left} bytes early.`);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void, undefined>, end: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      end();
      chunks.return().catch(() => undefined);
    },
  });
}
