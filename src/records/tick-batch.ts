/** Reads all keys that are asked for in one tick together. */
export function tickBatch<Key, Found>(read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>) {
  let waiting = new Map<Key, PromiseWithResolvers<Found | undefined>>();

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    try {
      const found = await read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  return (key: Key): Promise<Found | undefined> => {
    const known = waiting.get(key);
    if (known) return known.promise;
    if (waiting.size === 0) setImmediate(flush);
    const place = Promise.withResolvers<Found | undefined>();
    waiting.set(key, place);
    return place.promise;
  };
}
