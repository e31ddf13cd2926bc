import { Recent } from '../src/recent.ts';

/** An answer as it was sent, to be sent again. */
export interface Rendered {
  status: number;
  body: Buffer | undefined;
  headers: Record<string, string>;
}

/** In bytes, of what it takes to remember an answer beside its text. */
const overhead = 500;
/** No answer may take more than this share of the room. */
const largestShare = 1 / 16;

/**
 * Rendered answers by version of the data and address, within a number of bytes. They hold nothing of the caller: metering, request ids and limits are
 * each request's own. Those least recently asked for are forgotten first.
 */
export class Bodies {
  readonly #answers = new Recent<Rendered>(Number.MAX_SAFE_INTEGER);
  readonly #room: number;
  #used = 0;

  constructor(room: number) {
    this.#room = room;
  }

  get(key: string): Rendered | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: Rendered): void {
    const size = sizeOf(key, answer);
    if (size > this.#room * largestShare || this.#answers.get(key)) return;
    this.#answers.set(key, answer);
    this.#used += size;
    for (let oldest = this.#answers.oldest(); this.#used > this.#room && oldest; oldest = this.#answers.oldest()) {
      this.#used -= sizeOf(...oldest);
      this.#answers.delete(oldest[0]);
    }
  }

  /** In bytes. */
  get used(): number {
    return this.#used;
  }
}

const sizeOf = (key: string, { body }: Rendered): number => 2 * key.length + (body?.length ?? 0) + overhead;
