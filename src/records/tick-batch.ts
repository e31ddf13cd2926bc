/** Reads all keys that are asked for in one tick together. */
export class TickBatch<Key, Found> {
  readonly #read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>;
  #waiting = new Map<Key, PromiseWithResolvers<Found | undefined>>();

  constructor(read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>) {
    this.#read = read;
  }

  find(key: Key): Promise<Found | undefined> {
    const known = this.#waiting.get(key);
    if (known) return known.promise;
    const place = Promise.withResolvers<Found | undefined>();
    if (this.#waiting.size === 0) setImmediate(() => this.#flush());
    this.#waiting.set(key, place);
    return place.promise;
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    try {
      const found = await this.#read([...waiting.keys()]);
      for (const [key, { resolve }] of waiting) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}
