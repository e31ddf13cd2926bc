import { LRUCache } from 'lru-cache';

/**
 * A cache with a maximum number of entries. It evicts the least recently used one first. It grows with use, because it sets
 * `maxSize`: with `max`, lru-cache allocates memory for all entries at once.
 */
export class BoundedCache<Value extends object | string | number | true> extends LRUCache<string, Value> {
  constructor(maxEntries: number) {
    super({ maxSize: maxEntries, sizeCalculation: () => 1 });
  }
}
