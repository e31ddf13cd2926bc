import { Allocator } from './allocator.ts';
import type { ScanModule } from './scan-module.ts';
import { segmentGroupsIn } from './segment-groups.ts';
import { wordIndexerIn } from './word-indexer.ts';

export type LoadTarget = ReturnType<typeof loadTargetIn>;

/** Where a thread loads segments to. All threads share the counts of words. */
export function loadTargetIn(
  memory: WebAssembly.Memory,
  scan: ScanModule,
  { wordCounts, allocator = new Allocator(memory) }: { wordCounts?: number; allocator?: Allocator } = {},
) {
  const indexer = wordIndexerIn(memory, allocator, scan, wordCounts);
  return { memory, scan, allocator, indexer, groups: segmentGroupsIn(memory, allocator, scan) };
}
