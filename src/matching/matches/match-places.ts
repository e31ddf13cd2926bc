import { Failure } from '../../kernel/errors.ts';
import { matchRules } from './rules.ts';

/** In seconds. */
const retryAfter = 1;

/** Limits how many requests of a caller are worked on at the same time. Some more wait, in their order. */
export class MatchPlaces {
  readonly #callers = new Map<string, { count: number; waiting: (() => void)[] }>();

  async during<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#callers.get(caller) ?? { count: 0, waiting: [] };
    this.#callers.set(caller, own);
    const { underWay, waiting } = matchRules;
    if (own.waiting.length >= waiting)
      throw new Failure(
        'rate_limit_exceeded',
        `An account may have ${underWay + waiting} matches at a time: send the next one when another is answered.`,
        { retryAfter },
      );
    if (own.count < underWay) own.count += 1;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      if (next) next();
      else own.count -= 1;
      if (own.count === 0) this.#callers.delete(caller);
    }
  }
}
