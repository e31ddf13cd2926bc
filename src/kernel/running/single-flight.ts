/**
 * Runs the same work once for all callers that come while it is under way. They share its result or failure. Nothing is cached:
 * the next caller starts the work again.
 */
export class SingleFlight<Result> {
  #underWay = new Map<string, Promise<Result>>();

  do(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const flights = this.#underWay;
    const flight = work().finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    flights.set(key, flight);
    return flight;
  }

  has(key: string): boolean {
    return this.#underWay.has(key);
  }

  /** Later callers start new work. Callers that already wait get the result of the old work. */
  restart(): void {
    this.#underWay = new Map();
  }
}
