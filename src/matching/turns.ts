import { setImmediate } from 'node:timers/promises';
import { KeyedQueue } from '../kernel/keyed-queue.ts';

/** In milliseconds: work goes on so long before other requests have their turn. */
const longest = 8;

/** Work that can pause after each of its steps. */
export type Steps<Result> = Generator<void, Result>;

/** Does works in steps: one turn of one of them in each turn of the event loop, the works one after another. */
export class Turns {
  readonly #queue = new KeyedQueue();

  async do<Result>(work: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = await this.#queue.run('turn', () => oneTurn(work));
      if (done) return value;
    }
  }
}

async function oneTurn<Result>(work: Steps<Result>): Promise<IteratorResult<void, Result>> {
  await setImmediate();
  const end = performance.now() + longest;
  let step = work.next();
  while (!step.done && performance.now() < end) step = work.next();
  return step;
}

/** Does a work without a pause. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
