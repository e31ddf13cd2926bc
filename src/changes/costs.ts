import type { Cost } from '../kernel/cost.ts';

export const entriesCost: Cost = {
  of: 'A page of the feed with its records, `include=entity`',
  each: { count: 100, what: 'entries begun' },
};
export const snapshotCost: Cost = { of: 'A snapshot', each: { count: 1_000, what: 'records begun' } };
