/** What a request takes from both limits: all of it or nothing. */
export interface Order {
  /** What it counts in the minute. */
  requests: number;
  /**
   * What it takes from the period. None: how many is known later, and the order is refused if nothing is left, as one unit would
   * be.
   */
  units: number;
  /** The minute of a key and of those that it follows (its family), or of an account's sessions. None: it is counted already. */
  minute: MinuteCounter | undefined;
  period: PeriodCounter & { limit: number };
}

export interface MinuteCounter {
  key: string;
  limit: number;
  /** When the minute ends, in milliseconds since 1970. */
  end: number;
}

/** The counter of an account's billing period. */
export interface PeriodCounter {
  key: string;
  /** For how many seconds the counter is needed. */
  seconds: number;
}

/** What came of an order, and what is used after it. */
export interface Taken {
  /** The limit that had too few units left. Unset: the units were taken. */
  refusedBy: 'minute' | 'period' | undefined;
  minute: number;
  period: number;
  /** The second in which Redis noted the units as under way. Unset: they were counted in this process. */
  second?: number;
}

/** How many units must be left for an order. */
export const neededOf = (units: number): number => Math.max(1, units);

/** Units that are no longer under way, by the second in which Redis took them. */
export type Settled = ReadonlyMap<number, number>;
/** Stands for the second of units that were counted in this process. */
export const ownSecond = 0;

/**
 * Counts what is used. The minute is checked first: an order that the minute refuses takes nothing, and one that only the period
 * refuses still counts in the minute. A counter of a period that is not known has to be started from the ledger first, see
 * metering.ts.
 */
export interface Counters {
  /** The clock of minutes and periods, in milliseconds since 1970. */
  now(): number;
  /** Undefined: the counter of the period is not known, and nothing was taken. */
  take(order: Order): Promise<Taken | undefined>;
  /** Gives units of the period back. Returns what is used of it then, never below zero. */
  giveBack(order: Order, taken: Taken, units: number): Promise<number>;
  /** Brings the counter in line with the database. What is written there was used for certain, and is no longer under way. */
  reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void>;
  /** What is used of the period, if it is known. */
  used(period: PeriodCounter): Promise<number | undefined>;
}

/** A minute's counter is named by its start, so one that outlives its minute does no harm. */
export const minuteSeconds = 60;
/** The braces keep the counters of an account on one node of a Redis cluster. */
export const minuteKey = (meterId: string, familyId: string, start: number) => `{${meterId}}:minute:${familyId}:${start / 1000}`;
export const periodKey = (meterId: string, start: Date) => `{${meterId}}:period:${start.getTime() / 1000}`;
