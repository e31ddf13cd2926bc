/** The statuses of a subscription at the provider. */
export const statuses = [
  'active',
  'trialing',
  'past_due',
  'paused',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const;
export type Status = (typeof statuses)[number];

/** The statuses that give the plan of the price. With any other the account is on the free plan. */
export const entitlingStatuses: readonly Status[] = ['active', 'trialing', 'past_due'];
/** The statuses of a subscription that continues or can continue. A second subscription beside it would be paid twice. */
export const lastingStatuses: readonly Status[] = [...entitlingStatuses, 'paused', 'unpaid'];
