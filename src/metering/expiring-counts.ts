interface Count {
  used: number;
  /** Units that were taken, and are neither given back nor written to the database. */
  underWay: number;
  lastUsedMs: number;
}

/** No request takes a day: units that are under way for longer belong to a deleted account. */
const maxUnderWayMs = 86_400_000;
const sweepIntervalMs = 60_000;

/** Counts by key, in this process. A count that is unused for some time expires, so that memory stays bounded. */
export class ExpiringCounts {
  readonly #now: () => number;
  readonly #lifetimeMs: number;
  readonly #counts = new Map<string, Count>();
  #lastSweep = Number.NEGATIVE_INFINITY;

  constructor(now: () => number, lifetimeSeconds: number) {
    this.#now = now;
    this.#lifetimeMs = lifetimeSeconds * 1000;
  }

  get(key: string): number | undefined {
    return this.#known(key)?.used;
  }

  set(key: string, used: number): void {
    const known = this.#known(key);
    this.#counts.set(key, { used, underWay: known?.underWay ?? 0, lastUsedMs: this.#now() });
  }

  /**
   * Adds units that are under way from now on; a negative number gives units back. Returns the used units afterwards, at least 0.
   */
  add(key: string, units: number): number {
    const { used = 0, underWay = 0 } = this.#known(key) ?? {};
    const count = { used: Math.max(0, used + units), underWay: Math.max(0, underWay + units), lastUsedMs: this.#now() };
    this.#counts.set(key, count);
    return count.used;
  }

  /** Marks units as written to the database: they are no longer under way. */
  settle(key: string, units: number): void {
    const known = this.#known(key);
    if (known) known.underWay = Math.max(0, known.underWay - units);
  }

  #known(key: string): Count | undefined {
    this.#sweep();
    const known = this.#counts.get(key);
    return known && !this.#isExpired(known) ? known : undefined;
  }

  #isExpired({ underWay, lastUsedMs }: Count): boolean {
    return this.#now() - lastUsedMs > (underWay > 0 ? Math.max(maxUnderWayMs, this.#lifetimeMs) : this.#lifetimeMs);
  }

  #sweep(): void {
    if (this.#now() - this.#lastSweep < sweepIntervalMs) return;
    this.#lastSweep = this.#now();
    for (const [key, count] of this.#counts) if (this.#isExpired(count)) this.#counts.delete(key);
  }
}
