import { expect, test } from 'vitest';
import { freeBuffers } from '../../src/kernel/heap.ts';

test('frees buffers that are no longer used', async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 16; count++) Buffer.alloc(1_000_000, count);
  // V8 frees the memory in a thread of its own, and may have to finish that at the next collection.
  const left = () => {
    freeBuffers();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(left).toBeLessThan(2_000_000);
});
