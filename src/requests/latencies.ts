/** In milliseconds: the upper bounds of the classes of latency. One more class has all that took longer. */
const bounds = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000];

export const latencyClasses = bounds.length + 1;

/** The number of answers in each class of latency. */
export type Latencies = number[];

export const noLatencies = (): Latencies => new Array(latencyClasses).fill(0);

/** The class of a latency. */
export function classOf(milliseconds: number): number {
  let place = 0;
  while (place < bounds.length && milliseconds > (bounds[place] ?? 0)) place += 1;
  return place;
}

/** In milliseconds: the latency that a share of the answers did not exceed, estimated within its class. */
export function quantile(latencies: Latencies, share: number): number | null {
  const total = latencies.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [place, count] of latencies.entries()) {
    if (left <= count && count > 0) {
      const lower = bounds[place - 1] ?? 0;
      const upper = bounds[place] ?? lower;
      return lower + (upper - lower) * (left / count);
    }
    left -= count;
  }
  return bounds.at(-1) ?? null;
}
