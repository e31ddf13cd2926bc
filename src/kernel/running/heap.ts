import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from './once.ts';

/** V8 collects the whole heap after this growth since the last collection. By default it allows up to 300. */
const growthPercent = 75;

/** `last-resort` returns all free pages to the operating system. */
type Collection = { type: 'minor' | 'major'; flavor?: 'last-resort' };

/** V8's garbage collector. The flag is unset again at once, because Node's compile cache depends on the flags. */
const collector = once((): ((collection: Collection) => void) => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
});

/** Keeps the heap of a long-running process small. Call it after the start, which leaves much garbage. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  collector()({ type: 'major', flavor: 'last-resort' });
}

/** Frees unused buffers. V8 counts only the small objects that refer to them, so it would free them late. */
export function freeBuffers(): void {
  collector()({ type: 'minor' });
}
