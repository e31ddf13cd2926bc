/** A price in units of the quota. The table in the documentation is generated from these values. */
export interface Cost {
  /** What the units pay for, as the documentation shows it. */
  of: string;
  /** One unit for every `count` of these, rounded up. Unset: one unit. */
  each?: { count: number; what: string };
}

export const unitsFor = ({ each }: Cost, count: number): number => (each ? Math.max(1, Math.ceil(count / each.count)) : 1);

/** The text in the documentation: `1 for each 1,000 records begun`. */
export const priceOf = ({ each }: Cost): string => {
  if (!each) return '1';
  return `1 for each ${each.count === 1 ? '' : `${each.count.toLocaleString('en-GB')} `}${each.what}`;
};

/**
 * How much of a request is done, in units, for what it costs if nobody gets the answer. Only operations that work for long on one
 * request note it.
 */
export interface Progress {
  /** What work has begun on. */
  begun: number;
  /** What of it is answered. */
  answered: number;
}

export const noProgress = (): Progress => ({ begun: 0, answered: 0 });
