/** What is to be taken, all or nothing. */
export interface Order {
  units: number;
  /** The minute of a family of keys; a session has none. */
  minute: MinuteCounter | undefined;
  period: PeriodCounter & { limit: number };
}

export interface MinuteCounter {
  key: string;
  limit: number;
  /** When the minute is over. */
  end: number;
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
  /** The second in which Redis noted the units as under way; unset where they were counted in this process. */
  second?: number;
}

/** Units that are no longer under way, by the second in which they were taken. */
export type Settled = ReadonlyMap<number, number>;

/**
 * Counts what is used. A counter of a period that is not known is told, and goes on from what the database says: see Metering. An order that is refused takes
 * nothing, except that one that only the period refuses has passed the minute, and counts there.
 */
export interface Counters {
  /** The time by which minutes and periods are told apart, in milliseconds since 1970. */
  now(): number;
  /** Undefined: the counter of the period is not known. */
  take(order: Order): Promise<Taken | undefined>;
  /** Tells what is used of the period after it. Never below zero. */
  giveBack(order: Order, taken: Taken, units: number): Promise<number>;
  /** Brings the counter in line with the database: what is written there was used for certain, and is no longer under way. */
  reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void>;
  /** What is used of the period, if it is known. */
  used(period: PeriodCounter): Promise<number | undefined>;
}

/** A window of a minute is named by its start, so a counter that outlives it does no harm. */
export const minuteSeconds = 60;
/** The keys of an account lie together where Redis is a cluster. */
export const minuteKey = (accountId: string, familyId: string, start: number) =>
  `{${accountId}}:minute:${familyId}:${start / 1000}`;
export const periodKey = (accountId: string, start: Date) => `{${accountId}}:period:${start.getTime() / 1000}`;
