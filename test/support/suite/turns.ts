import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';
import { AlternatingQueue } from '../../../src/kernel/running/keyed-queue.ts';

/* Who has the event loop, counted in turns and not in milliseconds: a slow machine has the same numbers. */

type Method<Words extends unknown[]> = (...words: Words) => unknown;

/** Counts the calls of a method in each turn of the event loop. */
export function callsByTurn<Name extends string, Owner extends { [name in Name]: Method<never> }>(owner: Owner, name: Name) {
  type Words = Parameters<Owner[Name]>;
  const methods = owner as unknown as Record<string, Method<Words>>;
  const method = methods[name] as Method<Words>;
  const calls: Words[] = [];
  const turns = new Map<number, number>();
  methods[name] = function (this: unknown, ...words) {
    const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
    turns.set(turn, (turns.get(turn) ?? 0) + 1);
    calls.push(words);
    return method.apply(this, words);
  };
  const restore = () => {
    methods[name] = method;
  };
  return { calls: () => calls, most: () => Math.max(0, ...turns.values()), [Symbol.dispose]: restore };
}

interface Waiting {
  key: string;
  /** How often another key has had its turn since this job is the first of its own. */
  passed: Map<string, number>;
}

/** Notes who has turns before whom, in every queue of jobs by key. */
export function watchQueues() {
  const run = AlternatingQueue.prototype.run;
  const queues = new Map<AlternatingQueue, { keys: Set<string>; waiting: Waiting[] }>();
  let most = 0;
  const spy = vi.spyOn(AlternatingQueue.prototype, 'run').mockImplementation(function (this: AlternatingQueue, key, work) {
    const { keys, waiting } = queues.get(this) ?? { keys: new Set(), waiting: [] };
    queues.set(this, { keys: keys.add(key), waiting });
    const own: Waiting = { key, passed: new Map() };
    waiting.push(own);
    return run.call(this, key, () => {
      waiting.splice(waiting.indexOf(own), 1);
      const first = new Map(waiting.toReversed().map((one) => [one.key, one]));
      first.delete(key);
      for (const { passed } of first.values()) {
        passed.set(key, (passed.get(key) ?? 0) + 1);
        most = Math.max(most, passed.get(key) ?? 0);
      }
      return work();
    });
  } as typeof run);
  return {
    /** How many turns of one key somebody else waited for, at most. */
    mostPassed: () => most,
    queuesOf: (key: string) => [...queues.values()].filter(({ keys }) => keys.has(key)).length,
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
