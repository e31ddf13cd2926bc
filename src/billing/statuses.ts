/** The provider's words for the status of a subscription. */
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
export const entitling: readonly Status[] = ['active', 'trialing', 'past_due'];
/** The statuses of a subscription that goes on, or can go on. A second one beside it would be paid twice. */
export const lasting: readonly Status[] = [...entitling, 'paused', 'unpaid'];
