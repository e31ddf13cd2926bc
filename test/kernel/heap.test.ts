import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { freeBuffers } from '../../src/kernel/heap.ts';

test('frees buffers at once that nobody uses any more', async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 16; count++) Buffer.alloc(1_000_000, count);
  freeBuffers();
  await expect.poll(() => process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000);
});

/** Keeps 20,000 objects at a time of a million, and tells how large the heap was at most. */
const program = (first: string) => `
  const { keepHeapSmall } = await import(${JSON.stringify(new URL('../../src/kernel/heap.ts', import.meta.url).href)});
  ${first}
  const kept = [];
  let most = 0;
  for (let count = 0; count < 1_000_000; count++) {
    kept[count % 20_000] = Array.from({ length: 20 }, () => count);
    if (count % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
  }
  console.log(most);`;

const mostOf = (first: string) =>
  Number(execFileSync(process.execPath, ['--max-semi-space-size=1', '--input-type=module', '--eval', program(first)]));

test('lets the heap grow by a third and not fourfold', () => {
  const [usual, small] = [mostOf(''), mostOf('keepHeapSmall();')];
  expect(small).toBeLessThan(usual / 2);
});
