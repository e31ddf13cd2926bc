/**
 * Work that many may ask for at once and that need be done only once. Whoever asks while it is under way gets its outcome, success or failure.
 * Nothing is kept afterwards: the next one to ask starts it anew.
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

  /** Those who ask from now on start their own; those who wait keep what they wait for. */
  restart(): void {
    this.#underWay = new Map();
  }
}
