import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf, firstHits, positionsIn } from '../../src/watching/hit-blocks.ts';

test('hits are packed without loss, in order, and a block has no more than 128 bytes', () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3_000 })), { maxLength: 300 });
  fc.assert(
    fc.property(gaps, (steps) => {
      let last = 0;
      const positions = steps.map((step) => (last += step));
      const blocks = blocksOf(positions.toReversed());
      expect(blocks.flatMap(positionsIn)).toEqual(positions);
      for (const { earlier } of blocks) expect(earlier?.length ?? 0).toBeLessThanOrEqual(128);
    }),
  );
  const all = Array.from({ length: 100_000 }, (_, place) => place + 1);
  expect(blocksOf(all)).toHaveLength(Math.ceil(100_000 / 1_024));
});

test('a page unpacks the blocks that it shows, and no further ones', () => {
  const all = Array.from({ length: 5_000 }, (_, place) => place + 1);
  const blocks = [1, 2].flatMap((version) => blocksOf(all).map((block) => ({ ...block, version })));
  const hits = (version: number, from: number, to: number) => all.slice(from, to).map((position) => [version, position]);
  const page = (some: typeof blocks, position: number) =>
    firstHits(some, { version: 1, position }, 1_000).map((hit) => [hit.version, hit.position]);
  expect(page(blocks, 0)).toEqual(hits(1, 0, 1_000));
  expect(page(blocks.slice(1), 1_024)).toEqual(hits(1, 1_024, 2_024));
  expect(page(blocks.slice(4), 4_500)).toEqual([...hits(1, 4_500, 5_000), ...hits(2, 0, 500)]);
  const unread = {
    ...{ version: 2, position: 9_000 },
    get earlier(): Uint8Array<ArrayBuffer> {
      throw new Error('It is not on the page.');
    },
  };
  expect(page([...blocks.slice(0, 1), unread], 24)).toHaveLength(1_000);
});
