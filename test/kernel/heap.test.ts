import { expect, test } from 'vitest';
import { freeBuffers } from '../../src/kernel/heap.ts';

test('frees buffers at once that nobody uses any more', async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 16; count++) Buffer.alloc(1_000_000, count);
  freeBuffers();
  await expect.poll(() => process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000);
});
