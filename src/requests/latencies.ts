/** The upper bounds of the classes of latency. One more class has all that took longer. */
const boundsMs = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000];

/** The number of answers in each class of latency. */
export type Latencies = number[];

export const noLatencies = (): Latencies => new Array(boundsMs.length + 1).fill(0);

/** The class of a latency. */
export function classOf(ms: number): number {
  let place = 0;
  while (place < boundsMs.length && ms > (boundsMs[place] ?? 0)) place += 1;
  return place;
}

/** The latency that a share of the answers did not exceed, estimated within its class. */
export function quantileMs(latencies: Latencies, share: number): number | null {
  const total = latencies.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = share * total;
  for (const [place, count] of latencies.entries()) {
    if (left <= count && count > 0) {
      const lower = boundsMs[place - 1] ?? 0;
      const upper = boundsMs[place] ?? lower;
      return lower + (upper - lower) * (left / count);
    }
    left -= count;
  }
  return boundsMs.at(-1) ?? null;
}
