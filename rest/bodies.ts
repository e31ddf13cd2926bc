import { Recent } from '../src/kernel/recent.ts';

import type { SentFile } from './route.ts';

/** An answer as it is sent, perhaps more than once. */
export interface Rendered {
  status: number;
  body: string | Buffer | undefined;
  headers: Record<string, string>;
  /** In place of the body. */
  file?: SentFile;
}

/** In bytes, of what it takes to remember an answer beside its text. */
const overhead = 500;
/** No answer may take more than this share of the room. */
const largestShare = 1 / 16;
/** So many addresses that were asked for once are known. */
const noted = 20_000;

/**
 * Rendered answers by version of the data and address, within a number of bytes. They hold nothing of the caller: metering, request ids and limits are
 * each request's own. An answer is kept when it is asked for a second time, so that whoever walks through all records doesn't drive out those that are
 * asked for often; the ones least recently asked for are forgotten first.
 */
export class Bodies {
  readonly #answers = new Recent<Rendered>(Number.MAX_SAFE_INTEGER);
  readonly #once = new Recent<true>(noted);
  readonly #room: number;
  #used = 0;

  constructor(room: number) {
    this.#room = room;
  }

  get(key: string): Rendered | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: Rendered): void {
    const body = answer.body ?? '';
    const size = 2 * key.length + Buffer.byteLength(body) + overhead;
    if (size > this.#room * largestShare || this.#answers.get(key)) return;
    if (!this.#once.get(key)) {
      this.#once.set(key, true);
      return;
    }
    this.#once.delete(key);
    this.#answers.set(key, { ...answer, body: Buffer.from(body) });
    this.#used += size;
    for (let oldest = this.#answers.oldest(); this.#used > this.#room && oldest; oldest = this.#answers.oldest()) {
      const [name, { body: gone }] = oldest;
      this.#used -= 2 * name.length + (gone?.length ?? 0) + overhead;
      this.#answers.delete(name);
    }
  }

  /** In bytes. */
  get used(): number {
    return this.#used;
  }
}
