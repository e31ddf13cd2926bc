import { Failure } from '../kernel/errors.ts';

/** In milliseconds: the pause between two queries. */
const interval = 200;
/** The number of keys in one query: for one network, and for all networks together. */
export const most = { ofNetwork: 250, inAll: 1_000 };

interface Crowd<Found> {
  waiting: Map<string, PromiseWithResolvers<Found | undefined>>;
  /** The number of keys that came since the last query. */
  came: number;
}

/**
 * Looks up keys for networks with too many failed credentials: all waiting keys in one query, at most five times a second. So a
 * flood of invented keys costs the database almost nothing. If too many keys wait, a random choice decides which stay. So an
 * attacker cannot keep a good key out: it is looked up now, or when it is sent again.
 */
export class SharedLook<Found> {
  readonly #read: (names: string[]) => Promise<Map<string, Found>>;
  readonly #random: () => number;
  #crowds = new Map<string, Crowd<Found>>();
  #isBusy = false;

  constructor(read: (names: string[]) => Promise<Map<string, Found>>, random: () => number = Math.random) {
    this.#read = read;
    this.#random = random;
  }

  /** Looks up a name with the next query. Throws if too many keys wait. */
  ask(name: string, network: string): Promise<Found | undefined> {
    const crowd = this.#crowds.get(network) ?? { waiting: new Map(), came: 0 };
    this.#crowds.set(network, crowd);
    const place = crowd.waiting.get(name) ?? this.#enter(crowd, name);
    if (!this.#isBusy) this.#look();
    return place.promise;
  }

  #enter(crowd: Crowd<Found>, name: string): PromiseWithResolvers<Found | undefined> {
    const place = Promise.withResolvers<Found | undefined>();
    const room = Math.min(most.ofNetwork, Math.ceil(most.inAll / this.#crowds.size));
    crowd.came += 1;
    if (crowd.waiting.size >= room) {
      // Reservoir sampling: every key has the same chance to stay.
      const drawn = Math.floor(this.#random() * crowd.came);
      if (drawn >= crowd.waiting.size) throw crowded();
      const evicted = [...crowd.waiting.keys()][drawn] ?? '';
      crowd.waiting.get(evicted)?.reject(crowded());
      crowd.waiting.delete(evicted);
    }
    crowd.waiting.set(name, place);
    return place;
  }

  /** Runs one query, then pauses. Keys that come meanwhile wait for the next query. */
  async #look(): Promise<void> {
    this.#isBusy = true;
    const places = [...this.#crowds.values()].flatMap(({ waiting }) => [...waiting]);
    this.#crowds = new Map();
    try {
      const found = await this.#read([...new Set(places.map(([name]) => name))]);
      for (const [name, place] of places) place.resolve(found.get(name));
    } catch (error) {
      for (const [, place] of places) place.reject(error);
    }
    setTimeout(() => {
      this.#isBusy = false;
      if (this.#crowds.size > 0) this.#look();
    }, interval).unref();
  }
}

const crowded = () => new Failure('rate_limit_exceeded', 'Too many credentials from this address failed. Send a good one again.');
