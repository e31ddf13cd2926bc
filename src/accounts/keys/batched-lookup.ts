import { Failure } from '../../kernel/errors.ts';

const pauseMs = 200;
/** The number of keys in one query: for one network, and for all networks together. */
export const lookupLimits = { perNetwork: 250, total: 1_000 };

interface NetworkQueue<Value> {
  waiting: Map<string, PromiseWithResolvers<Value | undefined>>;
  /** The number of keys that came since the last query. */
  arrivals: number;
}

/**
 * Looks up keys for networks with too many failed credentials: all waiting keys in one query, at most five times a second. So a
 * flood of invented keys costs the database almost nothing. If too many keys wait, a random choice decides which stay. So an
 * attacker cannot keep a good key out: it is looked up now, or when it is sent again.
 */
export class BatchedLookup<Value> {
  readonly #read: (names: string[]) => Promise<Map<string, Value>>;
  readonly #random: () => number;
  #queues = new Map<string, NetworkQueue<Value>>();
  #isRunning = false;

  constructor(read: (names: string[]) => Promise<Map<string, Value>>, random: () => number = Math.random) {
    this.#read = read;
    this.#random = random;
  }

  /** Looks up a name with the next query. Throws if too many keys wait. */
  find(name: string, network: string): Promise<Value | undefined> {
    const queue = this.#queues.get(network) ?? { waiting: new Map(), arrivals: 0 };
    this.#queues.set(network, queue);
    const place = queue.waiting.get(name) ?? this.#enter(queue, name);
    if (!this.#isRunning) this.#run();
    return place.promise;
  }

  #enter(queue: NetworkQueue<Value>, name: string): PromiseWithResolvers<Value | undefined> {
    const place = Promise.withResolvers<Value | undefined>();
    const room = Math.min(lookupLimits.perNetwork, Math.ceil(lookupLimits.total / this.#queues.size));
    queue.arrivals += 1;
    if (queue.waiting.size >= room) {
      // Reservoir sampling: every key has the same chance to stay.
      const drawn = Math.floor(this.#random() * queue.arrivals);
      if (drawn >= queue.waiting.size) throw tooMany();
      const evicted = [...queue.waiting.keys()][drawn] ?? '';
      queue.waiting.get(evicted)?.reject(tooMany());
      queue.waiting.delete(evicted);
    }
    queue.waiting.set(name, place);
    return place;
  }

  /** Runs one query, then pauses. Keys that come meanwhile wait for the next query. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    const places = [...this.#queues.values()].flatMap(({ waiting }) => [...waiting]);
    this.#queues = new Map();
    try {
      const found = await this.#read([...new Set(places.map(([name]) => name))]);
      for (const [name, place] of places) place.resolve(found.get(name));
    } catch (error) {
      for (const [, place] of places) place.reject(error);
    }
    setTimeout(() => {
      this.#isRunning = false;
      if (this.#queues.size > 0) this.#run();
    }, pauseMs).unref();
  }
}

const tooMany = () => new Failure('rate_limit_exceeded', 'Too many credentials from this address failed. Send a good one again.');
