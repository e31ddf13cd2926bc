/** What something costs, in units of the quota. The documentation's table is made of these values. */
export interface Cost {
  /** What is paid for, in the words of the documentation. */
  of: string;
  /** One unit for each so many of these that are begun. Unset: one unit. */
  each?: { count: number; what: string };
}

export const unitsFor = ({ each }: Cost, count: number): number => (each ? Math.max(1, Math.ceil(count / each.count)) : 1);

/** As the documentation says it: `1 for each 1,000 records begun`. */
export const priceOf = ({ each }: Cost): string => {
  if (!each) return '1';
  return `1 for each ${each.count === 1 ? '' : `${each.count.toLocaleString('en-GB')} `}${each.what}`;
};
