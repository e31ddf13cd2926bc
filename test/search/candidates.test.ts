import { expect, test } from 'vitest';
import { Candidates } from '../../src/search/candidates.ts';

/** Asks for at most 50 candidates where 1,000 fit, and says how many are read. */
async function readOf(hasScores: boolean): Promise<number> {
  let read = 0;
  const positions = (_query: unknown, ...rest: unknown[]) => {
    const { size } = rest.find((one) => typeof one === 'object' && one !== null && 'size' in one) as { size: number };
    return Promise.resolve(Array.from({ length: size }, (_, document) => ({ segment: 0, document })));
  };
  const counter = {
    hasScores,
    ...{ positions, ranked: positions },
    answer: async () => ({ counts: Uint32Array.of(1_000), facetCounts: [[]], best: [] }),
    directory: async () => ({ segments: ['a'] }),
  };
  const query = async ({ values }: { values: unknown[][] }) => {
    read = values[0]?.length ?? 0;
    return { rows: [] };
  };
  const candidates = new Candidates({ query } as never, counter as never);
  await candidates.find([{ words: [{ text: 'brightwater', meant: [] }], isRare: true }], 50, '1', 'a');
  return read;
}

test('a counter that ranks gives the best records, one that cannot gives more of them to be compared', async () => {
  expect([await readOf(true), await readOf(false)]).toEqual([50, 200]);
});
