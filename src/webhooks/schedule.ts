const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** In milliseconds: the wait before each attempt. The last one repeats until the endpoint is disabled. */
export const delays = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
] as const satisfies readonly number[];

/** In milliseconds: an endpoint that fails for so long is disabled. */
export const longestFailing = 5 * day;

const longestDelay = 24 * hour;

/** In milliseconds: the wait after so many failed attempts. A receiver may ask for more, up to a day. */
export function waitAfter(failures: number, asked = 0): number {
  const usual = delays[failures] ?? longestDelay;
  return Math.max(usual, Math.min(asked, longestDelay));
}

/** In milliseconds: what a Retry-After header asks for. It has seconds or a date. */
export function askedBy(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const text = retryAfter.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}
