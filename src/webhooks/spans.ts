import { earlierCursor } from '../changes/index.ts';

/** What a message about a list has besides the number of changes. */
export interface ListSpan {
  listId: string;
  since: string;
  cursor: string;
}

/** The same of a message about alerts of a kind: the first alert and the newest. */
interface AlertSpan {
  kind: string;
  since: string;
  alertId: string;
}

type Span = ListSpan | AlertSpan;

/** The features that say how many changes or alerts of an account a span has. */
export interface SpanCounts {
  lists: { count(accountId: string, span: ListSpan): Promise<number> };
  alerts: { count(accountId: string, span: AlertSpan): Promise<number> };
}

export const countOf = ({ lists, alerts }: SpanCounts, accountId: string, span: Span): Promise<number> =>
  isOfList(span) ? lists.count(accountId, span) : alerts.count(accountId, span);

export const isSpan = (data: unknown): data is Span => typeof data === 'object' && data !== null && 'since' in data;
const isOfList = (span: Span): span is ListSpan => 'cursor' in span;
const later = (one: string, other: string): string => (earlierCursor(one, other) === one ? other : one);

/** A span is counted when it is sent: what was sent before may be within it, and others may be joined to it. */
export const uncounted = (data: unknown): unknown => (isSpan(data) ? { ...data, count: null } : data);

/** Two messages of one subject as one: from where the earlier one begins to where the later one ends. A test has no span. */
export function joined(one: unknown, other: unknown): unknown {
  if (!isSpan(one) || !isSpan(other)) return one;
  if (isOfList(one) && isOfList(other))
    return { ...one, since: earlierCursor(one.since, other.since), cursor: later(one.cursor, other.cursor) };
  if (isOfList(one) || isOfList(other)) return one;
  const ids = [one.since, one.alertId, other.since, other.alertId].map(BigInt);
  const [first, last] = [ids.reduce((a, b) => (a < b ? a : b)), ids.reduce((a, b) => (a > b ? a : b))];
  return { ...one, since: String(first), alertId: String(last) };
}
