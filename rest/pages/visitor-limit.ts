import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../src/identity/index.ts';
import { Failure } from '../../src/kernel/errors.ts';

/** Searches that one address may try in a minute, on each instance. */
const perMinute = 10;

/** Counts the searches that are tried without an account, by address. */
export class VisitorLimit {
  readonly #limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });

  async count(address: string): Promise<void> {
    await this.#limiter.consume(networkOf(address)).catch((error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      const message = `${perMinute} searches a minute can be tried from one address. Sign in for more: it is free.`;
      throw new Failure('rate_limit_exceeded', message, { retryAfter: error.msBeforeNext / 1000 });
    });
  }
}
