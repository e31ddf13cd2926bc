import { counted } from '../format.ts';
import type { EndpointFragment, Operations } from '../operations.generated.ts';

export type Endpoint = EndpointFragment;
export type ListName = Operations['watchListNames']['data']['watchLists'][number];

export const home = '/dashboard/webhooks';
export const addressOfEndpoint = (id: string): string => `${home}?endpoint=${id}`;

const types: Record<string, string> = {
  'watch_list.changed': 'changes of watch lists',
  'alert.raised': 'alerts',
  'endpoint.test': 'a test',
};
/** A type of messages for people. Of one that is newer than this page, its name. */
export const typeText = (type: string): string => types[type] ?? type;

const reasons: Record<string, string> = {
  gone: 'it answered 410',
  failing: 'it failed for five days',
  secret_lost: 'its secret can no longer be read, so rotate it first',
};
export const reasonText = (reason: string): string => reasons[reason] ?? reason;

export const nameOf = (lists: readonly ListName[], id: unknown): string =>
  lists.find((list) => list.id === id)?.name ?? 'a deleted list';

/** What an endpoint gets: `alerts, changes of watch lists (suppliers)`. */
export function messagesText({ events, listIds }: Pick<Endpoint, 'events' | 'listIds'>, lists: readonly ListName[]): string {
  const named = listIds && listIds.length <= 3 ? listIds.map((id) => nameOf(lists, id)).join(', ') : undefined;
  const some = listIds && (listIds.length === 0 ? 'of no list' : (named ?? `of ${counted(listIds.length, 'list')}`));
  return events.map((type) => typeText(type) + (some && type === 'watch_list.changed' ? ` (${some})` : '')).join(', ');
}
