import type { AccountRow, Event } from '../support/billing.ts';

const rank = (type: string) => (type.endsWith('deleted') ? 2 : type.endsWith('created') ? 0 : 1);

interface Told {
  status: string;
  cancel_at_period_end: boolean;
  items: { data: { price: { id: string }; current_period_start: number; current_period_end: number }[] };
}

/**
 * From when on a subscription's use counts, said as plainly as possible: the first paid period opens a quota; whatever begins
 * before that period is over shares it, and the next that begins later opens another.
 */
export function quotaStart(own: Date, paid: { start: Date; end: Date }[]): Date {
  const [first] = paid.toSorted((a, b) => a.start.getTime() - b.start.getTime() || a.end.getTime() - b.end.getTime());
  if (!first || own < first.end) return first?.start ?? own;
  return quotaStart(
    own,
    paid.filter(({ start }) => start >= first.end),
  );
}

/**
 * What the account must look like in the end, said as plainly as possible: of all that was told of its one subscription, in
 * order of arrival, the latest counts.
 */
export function endState(arrived: Event[]): AccountRow {
  const told = arrived.filter(({ type }) => type.startsWith('customer.subscription.'));
  // The sort is stable: what it leaves equal stays in order of arrival.
  const newest = told.toSorted((a, b) => a.created - b.created || rank(a.type) - rank(b.type)).at(-1);
  if (!newest) return { plan: 'free', status: 'none', start: null, end: null, ending: false };
  const { status, cancel_at_period_end: ending, items } = newest.data.object as never as Told;
  const item = items.data[0];
  if (!item || !['active', 'trialing', 'past_due'].includes(status))
    return { plan: 'free', status, start: null, end: null, ending: false };
  return {
    plan: item.price.id.replace('price_local_', ''),
    status,
    start: new Date(item.current_period_start * 1000),
    end: new Date(item.current_period_end * 1000),
    ending,
  };
}
