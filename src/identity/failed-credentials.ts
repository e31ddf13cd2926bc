import { isIP } from 'node:net';
import { Failure } from '../kernel/errors.ts';
import { MinuteLimiter } from '../redis/minute-limiter.ts';
import type { RedisClient } from '../redis/redis.ts';

/** The number of failures per minute and address. */
export const failureLimit = 300;

/**
 * Counts failed credentials by address: in Redis for all instances, or in this process without Redis and while it is down. Good
 * credentials are not counted.
 */
export class FailedCredentials {
  readonly #limiter: MinuteLimiter;
  readonly #now: () => number;
  readonly #onFailure: () => void;
  /** The time until which each network over the limit is refused. */
  readonly #refused = new Map<string, number>();

  constructor(redis: RedisClient | undefined, now: () => number, onFailure: () => void = () => {}) {
    this.#limiter = new MinuteLimiter({ name: 'failed-credentials', points: failureLimit, redis });
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Whether this address is refused for the rest of the minute. */
  isRefused(address: string): boolean {
    return this.#timeLeft(networkOf(address)) > 0;
  }

  /** Counts a failure. Throws if the limit is exceeded. */
  async count(address: string): Promise<void> {
    this.#onFailure();
    const network = networkOf(address);
    const left = this.#timeLeft(network);
    if (left > 0) throw tooMany(left);
    const wait = await this.#limiter.take(network);
    if (wait === 0) return;
    this.#refuse(network, wait);
    throw tooMany(wait);
  }

  #timeLeft(network: string): number {
    return (this.#refused.get(network) ?? Number.NEGATIVE_INFINITY) - this.#now();
  }

  #refuse(network: string, milliseconds: number): void {
    this.#refused.set(network, this.#now() + milliseconds);
    setTimeout(() => this.#refused.delete(network), milliseconds).unref();
  }
}

const tooMany = (milliseconds: number) =>
  new Failure('rate_limit_exceeded', 'Too many credentials from this address failed.', { retryAfter: milliseconds / 1000 });

/**
 * The network that counts as one address. An IPv6 client has at least a /64, so all addresses of a /64 count as one. A proxy may
 * send any text in place of an address: all such texts count as one.
 */
export function networkOf(address: string): string {
  if (!isIP(address)) return 'unknown';
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address);
  if (mapped) return mapped[1] ?? address;
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const gap = address.includes('::') ? 8 - head.length - tail.length : 0;
  const groups = [...head, ...Array<string>(Math.max(gap, 0)).fill('0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
