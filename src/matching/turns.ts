import { setImmediate } from 'node:timers/promises';
import { Failure } from '../kernel/errors.ts';
import { AlternatingQueue } from '../kernel/running/keyed-queue.ts';

/** Work goes on so long before other requests have their turn. */
const turnMs = 8;

/** Work that can pause after each of its steps. */
export type Steps<Result> = Generator<void, Result>;

/**
 * Does works in steps: one turn of one of them in each turn of the event loop. Callers have their turns one after another,
 * however many works each of them has, and so have the works of a caller.
 */
export class Turns {
  readonly #queue = new AlternatingQueue();

  /** Ends early if nobody waits for the result. */
  async do<Result>(caller: string, work: Steps<Result>, isOver = () => false): Promise<Result> {
    for (;;) {
      const { done, value } = await this.#queue.run(caller, () => oneTurn(work, isOver));
      if (done) return value;
    }
  }
}

export const nobodyWaits = () => new Failure('service_unavailable', 'Nobody waits for the answer.');

async function oneTurn<Result>(work: Steps<Result>, isOver: () => boolean): Promise<IteratorResult<void, Result>> {
  await setImmediate();
  if (isOver()) throw nobodyWaits();
  const end = performance.now() + turnMs;
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
