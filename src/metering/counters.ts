/** The requests and units that a request takes from both limits, all or none. */
export interface Debit {
  /** How many requests it adds to the minute. */
  requests: number;
  /** How many units it takes from the period. 0: the number is known later, and the debit is refused if no unit is left. */
  units: number;
  /** The minute of a family of keys, or of an account's sessions. Undefined: it is counted already. */
  minute: MinuteCounter | undefined;
  period: LimitedPeriod;
  /** What the family of the key may use of the period. Undefined: all of it. */
  share?: LimitedPeriod | undefined;
}

export interface MinuteCounter {
  key: string;
  limit: number;
  /** When the minute ends, in milliseconds since 1970. */
  end: number;
}

/** The counter of a billing period, of an account or of a family of keys. */
export interface PeriodCounter {
  key: string;
  /** The lifetime of the counter in seconds. */
  seconds: number;
}

export type LimitedPeriod = PeriodCounter & { limit: number };

/** The counters that the units of a debit are taken from, all or none. */
export const periodsOf = ({ period, share }: Debit): LimitedPeriod[] => (share ? [period, share] : [period]);

/** The result of a debit, and the counts after it. */
export interface Taken {
  /** The limit that had too few units left. Unset: the units were taken. */
  refusedBy: 'minute' | 'period' | 'share' | undefined;
  minute: number;
  period: number;
  /** Unset: the debit has no share. */
  share?: number;
  /** The second under which Redis holds the units as under way. Unset: they were counted in this process. */
  second?: number;
}

/** The used units of a debit's periods. */
export type Used = Pick<Taken, 'period' | 'share'>;

/** The number of units that must be left for a debit. */
export const neededOf = (units: number): number => Math.max(1, units);

/** Units that are no longer under way, by the second in which Redis took them. */
export type Settled = ReadonlyMap<number, number>;
/** The second of units that were counted in this process. */
export const localSecond = 0;

/**
 * Counts requests and units. The minute is checked first: a debit that the minute refuses takes nothing, and one that only the
 * period refuses still counts in the minute. The counter of a period has to be started from the ledger, see metering.ts.
 */
export interface Counters {
  /** The clock of minutes and periods, in milliseconds since 1970. */
  now(): number;
  /** Undefined: a period has no counter, and nothing was taken. */
  take(debit: Debit): Promise<Taken | undefined>;
  /** Gives units of the periods back. Returns the used units afterwards, at least 0. */
  giveBack(debit: Debit, taken: Taken, units: number): Promise<Used>;
  /**
   * Reconciles the counter with the database. The `written` units are used for certain, the `settled` ones are no longer under
   * way.
   */
  reconcile(period: PeriodCounter, written: number, settled?: Settled): Promise<void>;
  /** The used units of the period. Undefined: there is no counter. */
  used(period: PeriodCounter): Promise<number | undefined>;
}

/** The key of a minute's counter contains its start, so an old counter does no harm. */
export const minuteSeconds = 60;
/** The braces keep the counters of an account on one node of a Redis cluster. */
export const minuteKey = (meterId: string, familyId: string, start: number) => `{${meterId}}:minute:${familyId}:${start / 1000}`;
export const periodKey = (meterId: string, start: Date) => `{${meterId}}:period:${start.getTime() / 1000}`;
/** The key of what a family used of a period of the meter. */
export const shareKey = (meterId: string, familyId: string, start: Date) => `${periodKey(meterId, start)}:share:${familyId}`;
