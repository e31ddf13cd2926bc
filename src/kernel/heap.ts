import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from './once.ts';

/** In percent: V8 collects the whole heap when it has grown so much since the last time. Its own choice is up to fourfold. */
const growth = 75;

interface Collection {
  type: 'minor' | 'major';
  /** Gives all free pages back. */
  flavor?: 'last-resort';
}

/** V8's garbage collector. The flag is set for a moment only, because Node's compile cache is bound to the flags. */
const collector = once((): ((collection: Collection) => void) => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
});

/** Keeps the heap of a process that runs for long small. Called when the start is over, which leaves much garbage. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  collector()({ type: 'major', flavor: 'last-resort' });
}

/** Frees buffers that were used a moment ago. V8 sees only the small objects that stand for them, and takes its time. */
export function freeBuffers(): void {
  collector()({ type: 'minor' });
}
