import type { Standings } from './standings.ts';

/** What an account used of its quota in the current period. */
export interface Usage {
  periodStart: Date;
  periodEnd: Date;
  used: number;
  limit: number;
  remaining: number;
}

export interface UsageSource {
  usageOf(accountId: string): Promise<Usage>;
}

/** TO BE REPLACED by metering, which knows what was used: until then the period and the limit are true, and nothing was used. */
export class NothingUsed implements UsageSource {
  readonly #standings: Standings;
  readonly #date: () => Date;

  constructor(standings: Standings, date: () => Date) {
    this.#standings = standings;
    this.#date = date;
  }

  async usageOf(accountId: string): Promise<Usage> {
    const standing = await this.#standings.of(accountId);
    const now = this.#date();
    const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
    const limit = standing?.plan.monthlyRequests ?? 0;
    const { start: periodStart, end: periodEnd } = standing?.period ?? { start: month(0), end: month(1) };
    return { periodStart, periodEnd, used: 0, limit, remaining: limit };
  }
}
