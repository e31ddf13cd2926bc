import { z } from 'zod';
import type { PlanId } from '../accounts/index.ts';
import { type Status, statuses } from './statuses.ts';

export const paidPlans = ['pro', 'business'] as const satisfies readonly PlanId[];
export type PaidPlan = (typeof paidPlans)[number];

/** The provider's price of each plan. */
export type Prices = Record<PaidPlan, string>;

/** The state of a subscription at one moment. */
export interface Subscription {
  id: string;
  customerId: string;
  /** The account that it was bought for. Our checkout writes it to the metadata. */
  accountId: string | undefined;
  status: Status;
  /** The plan of its price, independent of the status. Unset: the price is not ours. */
  plan: PaidPlan | undefined;
  period: { start: Date; end: Date } | undefined;
  cancelAtPeriodEnd: boolean;
  createdSeconds: number;
  latestInvoice: string | undefined;
}

/** Text that PostgreSQL can store: without control characters and unpaired surrogates. */
export const word = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
/** Seconds since 1970, up to the year 9999. */
export const seconds = z.int().min(0).max(253_402_300_799);
/** The provider sends an object or its id. */
export const reference = z.union([word, z.object({ id: word }).transform(({ id }) => id)]);

const period = { current_period_start: seconds.nullish(), current_period_end: seconds.nullish() };
/** Only the fields that we need, because the provider's versions differ in the rest. */
const shape = z.object({
  id: word,
  customer: reference,
  status: z.enum(statuses),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: seconds.nullish(),
  created: seconds.nullish().catch(undefined),
  latest_invoice: reference.nullish().catch(undefined),
  metadata: z.object({ accountId: z.string().optional() }).nullish().catch(undefined),
  items: z.object({ data: z.array(z.object({ price: reference.nullish(), ...period })) }).nullish(),
  // The place of the period before 2025.
  ...period,
});

/** Parses the provider's subscription. Undefined if its shape is unknown. */
export function readSubscription(object: unknown, prices: Prices): Subscription | undefined {
  const { data } = shape.safeParse(object);
  if (!data) return undefined;
  const items = data.items?.data ?? [];
  const planOf = (price: string | null | undefined) => paidPlans.find((plan) => prices[plan] === price);
  const item = items.find(({ price }) => planOf(price)) ?? items[0];
  const start = item?.current_period_start ?? data.current_period_start;
  const end = item?.current_period_end ?? data.current_period_end;
  return {
    id: data.id,
    customerId: data.customer,
    accountId: data.metadata?.accountId,
    status: data.status,
    plan: planOf(item?.price),
    period: start && end && start < end ? { start: new Date(start * 1000), end: new Date(end * 1000) } : undefined,
    // A fixed end date within the period counts too.
    cancelAtPeriodEnd: data.cancel_at_period_end || (data.cancel_at && end ? data.cancel_at <= end : false),
    createdSeconds: data.created ?? 0,
    latestInvoice: data.latest_invoice ?? undefined,
  };
}
