import { Failure } from '../errors.ts';

/** So many may wait of one caller, and so long. */
const limits = { waiting: 20, seconds: 10 };

interface Waiting {
  enter: () => void;
  refuse: (failure: Failure) => void;
}

/** Lets so many in at a time. Callers take turns, so that one with a hundred requests doesn't keep the others waiting for all of them. */
export class Gate {
  readonly #waiting = new Map<string, Waiting[]>();
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  async pass<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(caller);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(caller: string): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const queue = this.#waiting.get(caller) ?? [];
    const busy = () =>
      new Failure('service_unavailable', 'Too many broad searches at once: try again, or search for something narrower.', {
        retryAfter: 5,
      });
    if (queue.length >= limits.waiting) throw busy();
    await new Promise<void>((enter, refuse) => {
      const waiting = { enter, refuse };
      queue.push(waiting);
      this.#waiting.set(caller, queue);
      setTimeout(() => {
        const place = queue.indexOf(waiting);
        if (place < 0) return;
        queue.splice(place, 1);
        refuse(busy());
      }, limits.seconds * 1_000).unref();
    });
  }

  #leave(): void {
    for (const [caller, queue] of this.#waiting) {
      const next = queue.shift();
      // Behind all the others, if it comes again.
      this.#waiting.delete(caller);
      if (queue.length > 0) this.#waiting.set(caller, queue);
      if (!next) continue;
      next.enter();
      return;
    }
    this.#free += 1;
  }
}
