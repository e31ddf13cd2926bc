interface Count {
  used: number;
  /** Units that were taken, and are neither given back nor in the database. */
  underWay: number;
  /** When it was last used, in milliseconds. */
  at: number;
}

/** In milliseconds. No request takes a day: units that are under way for longer were of an account that is gone. */
const longestKept = 86_400_000;
const sweepInterval = 60_000;

/** Counts by key, in this process. One that is not used for a while is forgotten, so that memory stays bounded. */
export class OwnCounts {
  readonly #now: () => number;
  readonly #kept: number;
  readonly #counts = new Map<string, Count>();
  #swept = Number.NEGATIVE_INFINITY;

  /** `kept` is in seconds. */
  constructor(now: () => number, kept: number) {
    this.#now = now;
    this.#kept = kept * 1000;
  }

  get(key: string): number | undefined {
    return this.#known(key)?.used;
  }

  set(key: string, used: number): void {
    const known = this.#known(key);
    this.#counts.set(key, { used, underWay: known?.underWay ?? 0, at: this.#now() });
  }

  /** Adds units that are under way from now on; a negative number gives some back. Returns what is used then, at least zero. */
  add(key: string, units: number): number {
    const { used = 0, underWay = 0 } = this.#known(key) ?? {};
    const count = { used: Math.max(0, used + units), underWay: Math.max(0, underWay + units), at: this.#now() };
    this.#counts.set(key, count);
    return count.used;
  }

  /** Notes that the database has some of the units, which are then no longer under way. */
  settle(key: string, units: number): void {
    const known = this.#known(key);
    if (known) known.underWay = Math.max(0, known.underWay - units);
  }

  #known(key: string): Count | undefined {
    this.#sweep();
    const known = this.#counts.get(key);
    return known && !this.#isOver(known) ? known : undefined;
  }

  #isOver({ underWay, at }: Count): boolean {
    return this.#now() - at > (underWay > 0 ? Math.max(longestKept, this.#kept) : this.#kept);
  }

  #sweep(): void {
    if (this.#now() - this.#swept < sweepInterval) return;
    this.#swept = this.#now();
    for (const [key, count] of this.#counts) if (this.#isOver(count)) this.#counts.delete(key);
  }
}
