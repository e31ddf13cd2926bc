import { test } from 'vitest';
import { run } from '../../support/suite/children.ts';

/** It ends when the buffers are freed. V8 frees them in a thread of its own, and may finish that at the next collection. */
const script = `
  import { freeBuffers } from '${new URL('../../../src/kernel/running/heap.ts', import.meta.url)}';
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 16; count++) Buffer.alloc(1_000_000, count);
  const left = () => {
    freeBuffers();
    return process.memoryUsage().arrayBuffers - before;
  };
  while (left() >= 2_000_000) await new Promise((resolve) => setTimeout(resolve, 10));`;

test('frees buffers that are no longer used', async () => {
  // In a process of its own, where nobody else takes memory meanwhile.
  await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
});
