import type { Gauge, LimitState } from '../../src/metering/index.ts';

/** The headers of the contract, and the fields of the IETF's draft (httpapi-ratelimit-headers). */
export function limitHeaders({ minute, period }: LimitState): Record<string, string> {
  const policies: [string, Gauge][] = [
    ['minute', minute],
    ['period', period],
  ];
  return {
    'X-RateLimit-Limit': String(minute.limit),
    'X-RateLimit-Remaining': String(minute.remaining),
    'X-RateLimit-Reset': String(Math.round(minute.reset / 1000)),
    'X-Monthly-Quota-Limit': String(period.limit),
    'X-Monthly-Quota-Remaining': String(period.remaining),
    'X-Monthly-Quota-Reset': new Date(period.reset).toISOString(),
    'RateLimit-Policy': policies.map(([name, { limit, seconds }]) => `"${name}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: policies.map(([name, { remaining, secondsLeft }]) => `"${name}";r=${remaining};t=${secondsLeft}`).join(', '),
  };
}
