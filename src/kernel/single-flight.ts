/**
 * Does work once that many ask for at the same time. Callers that come while it is under way share its outcome, success or
 * failure. Nothing is kept afterwards: the next caller starts it anew.
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

  /** Later callers start new work. Those that wait already keep what they wait for. */
  restart(): void {
    this.#underWay = new Map();
  }
}
