import type { Allocator } from './allocator.ts';
import type { Groups } from './groups.ts';
import type { ScanModule } from './scan-module.ts';
import type { WordIndexer } from './word-indexer.ts';

/** Where segments are loaded to. */
export interface LoadTarget {
  memory: WebAssembly.Memory;
  allocator: Allocator;
  scan: ScanModule;
  indexer: WordIndexer;
  groups: Groups;
}
