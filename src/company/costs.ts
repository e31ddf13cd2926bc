import type { Cost } from '../kernel/cost.ts';

/** The cost of fields that only the full record has. Several such fields of one record cost the same as one. */
export const fullRecordCost: Cost = {
  of: 'Records in a list, with fields that only the full record has',
  each: { count: 1, what: 'record asked for' },
};
