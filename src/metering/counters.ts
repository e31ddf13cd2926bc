/** What is to be taken, all or nothing. */
export interface Order {
  units: number;
  /** The window of one key; a session has none. */
  minute: { key: string; limit: number } | undefined;
  period: PeriodCounter & { limit: number };
}

/** The counter of an account's billing period. */
export interface PeriodCounter {
  key: string;
  /** For how long it is of use. */
  seconds: number;
}

/** How it went, and what was used after it. */
export interface Taken {
  /** Which limit had too little left. */
  refusedBy: 'minute' | 'period' | undefined;
  minute: number;
  period: number;
  /** Who counted it, and is given back to. */
  by: Counters;
}

/**
 * Counts what is used. A counter of a period that is not known is told, and goes on from what the database says: see Metering. An order that is refused takes
 * nothing, except that one that only the period refuses has passed the minute, and counts there.
 */
export interface Counters {
  /** Undefined: the counter of the period is not known. */
  take(order: Order): Promise<Taken | undefined>;
  /** Tells what is used of the period after it. Never below zero. */
  giveBack(order: Order, taken: Taken, units: number): Promise<number>;
  /** Sees to it that at least so much counts as used: what the database has was used for certain. */
  raise(period: PeriodCounter, used: number): Promise<void>;
  /** What is used of the period, if it is known. */
  used(period: PeriodCounter): Promise<number | undefined>;
}

/** A window of a minute is named by its start, so a counter that outlives it does no harm. */
export const minuteSeconds = 60;
/** The keys of an account lie together where Redis is a cluster. */
export const minuteKey = (accountId: string, keyId: string, start: number) => `{${accountId}}:minute:${keyId}:${start / 1000}`;
export const periodKey = (accountId: string, start: Date) => `{${accountId}}:period:${start.getTime() / 1000}`;
