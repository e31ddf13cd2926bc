import type { Cost } from '../kernel/cost.ts';

/** Of the fields that only the full record has. Whoever selects several of a record pays once for it. */
export const fullRecordCost: Cost = {
  of: 'Records in a list, with fields that only the full record has',
  each: { count: 1, what: 'record asked for' },
};
