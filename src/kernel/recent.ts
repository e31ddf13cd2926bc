import { LRUCache } from 'lru-cache';

/**
 * So many entries at most; the least recently used are forgotten first. It grows with use: lru-cache itself takes the room for
 * all entries at once where it is given their number.
 */
export class Recent<Value extends object | string | number | true> extends LRUCache<string, Value> {
  constructor(most: number) {
    super({ maxSize: most, sizeCalculation: () => 1 });
  }
}
