const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** The wait before each attempt. The last one repeats until the endpoint is disabled. */
export const delaysMs = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
] as const satisfies readonly number[];

/** An endpoint that fails for so long is disabled. */
export const maxFailingMs = 5 * day;

const maxDelayMs = 24 * hour;

/** The wait after so many failed attempts. A receiver may ask for more, up to a day. */
export function waitAfterMs(failures: number, askedMs = 0): number {
  const usual = delaysMs[failures] ?? maxDelayMs;
  return Math.max(usual, Math.min(askedMs, maxDelayMs));
}

/** The wait that a Retry-After header asks for. It has seconds or a date. */
export function retryAfterMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const text = retryAfter.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}
