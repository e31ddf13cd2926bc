import { z } from 'zod';
import { Failure } from '../kernel/errors.ts';
import { entitlingStatuses } from './statuses.ts';
import { type Prices, readSubscription, reference, type Subscription, seconds, word } from './subscription.ts';

/** The fields that all events of the payment provider have. */
export type PaymentEvent = ReturnType<typeof readEvent>;

/** What an event means for an account. */
export type Meaning =
  /** The state of a subscription. */
  | { is: 'state'; subscriptionId: string; subscription: Subscription }
  /** The account of a customer and subscription. */
  | { is: 'link'; subscriptionId: string; customerId: string; accountId: string }
  | { is: 'nothing'; reason: string };

const shape = z.object({ id: word, type: word, created: seconds, data: z.object({ object: z.looseObject({}) }) });

/** Real events have a dozen levels; PostgreSQL fails at some thousands, depending on its settings. */
const maxDepth = 100;

/** Parses a body after its signature was checked. Throws invalid_request if it is not an event. */
export function readEvent(body: Buffer) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    if (isTooDeep(text)) throw new Error(`Over ${maxDepth} levels`);
    const { id, type: kind, created: createdSeconds, data } = shape.parse(JSON.parse(text));
    // An object may have no readable customer.
    const customerId = customerReference.safeParse(data.object).data ?? null;
    return { id, kind, createdSeconds, object: data.object, customerId, text };
  } catch {
    throw new Failure('invalid_request', 'The body is not an event.');
  }
}

const quote = '"';
const backslash = '\\';

/** Whether JSON is nested too deep. The text is scanned before it is parsed, because parsing deep JSON costs much. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
    if (character === quote) inString = !inString;
    else if (inString) place += character === backslash ? 1 : 0;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const customerReference = z.union([
  z.object({ customer: reference }).transform(({ customer }) => customer),
  z.object({ object: z.literal('customer'), id: word }).transform(({ id }) => id),
]);

const subscriptionKinds = ['created', 'updated', 'deleted', 'paused', 'resumed'].map((name) => `customer.subscription.${name}`);

export function meaningOf({ kind, object }: PaymentEvent, prices: Prices): Meaning {
  if (kind === 'checkout.session.completed') return linkOf(object);
  if (!subscriptionKinds.includes(kind)) return { is: 'nothing', reason: 'unknown kind' };
  const read = readSubscription(object, prices);
  if (!read) return { is: 'nothing', reason: 'unknown shape' };
  const subscription = kind.endsWith('.deleted') ? { ...read, status: 'canceled' as const } : read;
  // An unknown price matters only if the subscription entitles.
  if (!subscription.plan && entitlingStatuses.includes(subscription.status)) return { is: 'nothing', reason: 'unknown price' };
  return { is: 'state', subscriptionId: subscription.id, subscription };
}

const checkout = z.object({ customer: reference, subscription: reference, client_reference_id: z.string() });

function linkOf(object: unknown): Meaning {
  const { data } = checkout.safeParse(object);
  if (!data) return { is: 'nothing', reason: 'unknown shape' };
  return { is: 'link', subscriptionId: data.subscription, customerId: data.customer, accountId: data.client_reference_id };
}

/** The position of an event among the events of its subscription. The latest one counts. */
export interface EventPosition {
  createdSeconds: number;
  rank: number;
  arrival: string;
}

/** Sorts events of the same second: `deleted` comes last, `created` first, and the rest in between, in the order of arrival. */
export function rankOf(kind: string): number {
  if (kind.endsWith('.deleted')) return 2;
  return kind.endsWith('.created') ? 0 : 1;
}

/** The position of a state that a reconciliation reads from the provider: after all events of the same second. */
export const readFromProvider = { rank: 3, arrival: '0' };
