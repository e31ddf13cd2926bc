import type { CreatedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '../../types.ts';
import type { Call } from '../command.ts';
import { exitCodes } from '../failure.ts';
import type { Column } from '../list.ts';
import { printOne } from '../one.ts';
import { isId } from '../references.ts';
import { NothingFound, UsageError } from '../shell.ts';

const stateOf = ({ disabledReason, failingSince }: WebhookEndpoint): string =>
  disabledReason ? `disabled: ${disabledReason}` : failingSince ? `fails since ${failingSince}` : 'works';

const endpointColumns: readonly Column<WebhookEndpoint>[] = [
  { title: 'ADDRESS', field: 'url', value: ({ url }) => url, shrinks: true },
  { title: 'STATE', field: 'state', value: stateOf },
  { title: 'WAITING', field: 'waiting', value: ({ waiting }) => waiting, rank: 1 },
  { title: 'EVENTS', field: 'events', value: ({ events }) => events.join(' '), rank: 2 },
  { title: 'ID', field: 'id', value: ({ id }) => id },
];

const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  { title: 'AT', field: 'at', value: ({ at }) => at },
  { title: 'TYPE', field: 'type', value: ({ type }) => type },
  { title: 'OUTCOME', field: 'outcome', value: ({ outcome }) => outcome },
  { title: 'STATUS', field: 'status', value: ({ status }) => status },
  { title: 'MS', field: 'milliseconds', value: ({ milliseconds }) => milliseconds, rank: 1 },
  { title: 'ATTEMPT', field: 'attempt', value: ({ attempt }) => attempt, rank: 2 },
  { title: 'ID', field: 'id', value: ({ id }) => id },
  { field: 'messageId', value: ({ messageId }) => messageId },
];

type Action = (call: Call, name: string, delivery: string) => Promise<number>;

const actions: Readonly<Record<string, Action>> = { list, create, enable, test, rotate, deliveries, replay, delete: remove };

export async function run(call: Call): Promise<number> {
  const [action = '', name = '', delivery = '', ...words] = call.words;
  const chosen = actions[action];
  if (!chosen) throw new UsageError(`webhooks knows ${Object.keys(actions).join(', ')}, and not ${action}.`);
  if (action !== 'list' && name === '') throw new UsageError(`webhooks ${action} needs an endpoint: its id or its address.`);
  if (words.length > 0 || (delivery && action !== 'replay')) throw new UsageError('There is a word too many.');
  return chosen(call, name, delivery);
}

async function list({ registry, signal, list: printer }: Call): Promise<number> {
  const all = await registry.webhookEndpoints.list({ signal });
  const printed = printer(endpointColumns);
  await printed.add(all);
  await printed.end();
  return all.length > 0 ? exitCodes.done : exitCodes.nothing;
}

async function create(call: Call, url: string): Promise<number> {
  const { options, registry, signal } = call;
  const several = (name: string) => options.text(name)?.split(',');
  const events = several('events') ?? ['watch_list.changed'];
  const listIds = several('lists');
  const description = options.text('description');
  const wanted = { url, events, ...(listIds && { listIds }), ...(description && { description }) };
  return printSecret(call, await registry.webhookEndpoints.create(wanted, { signal }));
}

async function rotate(call: Call, name: string): Promise<number> {
  const { options, registry, signal } = call;
  const overlapSeconds = options.number('overlap', 0);
  const wanted = overlapSeconds === undefined ? {} : { overlapSeconds };
  return printSecret(call, await registry.webhookEndpoints.rotateSecret(await endpointOf(call, name), wanted, { signal }));
}

async function printSecret(call: Call, made: CreatedWebhookEndpoint): Promise<number> {
  const parts = [
    ['Address', made.url],
    ['Id', made.id],
    ['Secret', made.secret],
    ['Old secret ends', made.previousSecretEndsAt],
  ] as const;
  const secretColumn: Column<CreatedWebhookEndpoint> = { field: 'secret', value: ({ secret }) => secret };
  await printOne(call, made, parts, [...endpointColumns, secretColumn]);
  call.note('The secret is shown only here.');
  return exitCodes.done;
}

async function enable(call: Call, name: string): Promise<number> {
  await call.registry.webhookEndpoints.enable(await endpointOf(call, name), { signal: call.signal });
  call.note(`${name} is enabled.`);
  return exitCodes.done;
}

async function remove(call: Call, name: string): Promise<number> {
  await call.registry.webhookEndpoints.delete(await endpointOf(call, name), { signal: call.signal });
  call.note(`${name} is deleted.`);
  return exitCodes.done;
}

async function test(call: Call, name: string): Promise<number> {
  return sent(call, await call.registry.webhookEndpoints.test(await endpointOf(call, name), { signal: call.signal }));
}

/** Of one delivery, or of a list from a cursor on. */
async function replay(call: Call, name: string, delivery: string): Promise<number> {
  const { registry, options, signal } = call;
  const listId = options.text('list');
  if ((delivery === '') === (listId === undefined)) throw new UsageError('Give the id of a delivery, or --list and --cursor.');
  const id = await endpointOf(call, name);
  if (listId === undefined) return sent(call, await registry.webhookEndpoints.replayDelivery(id, delivery, { signal }));
  const from = { listId, cursor: options.text('cursor') ?? 'start' };
  return sent(call, await registry.webhookEndpoints.replay(id, from, { signal }));
}

async function sent(call: Call, messageId: string): Promise<number> {
  await printOne(call, { messageId }, [['Message', messageId]], [{ field: 'messageId', value: (one) => one.messageId }]);
  call.note('It is on its way: webhooks deliveries shows what comes of it.');
  return exitCodes.done;
}

/** Prints the first page, so many, or all. */
async function deliveries(call: Call, name: string): Promise<number> {
  const { registry, options, signal } = call;
  const limit = options.number('limit');
  if (limit && options.has('all')) throw new UsageError('Give --all or --limit, not both.');
  const wanted = options.has('all') ? Number.POSITIVE_INFINITY : (limit ?? 50);
  const pages = registry.webhookEndpoints.deliveries(await endpointOf(call, name), { limit: Math.min(wanted, 100), signal });
  const printed = call.list(deliveryColumns);
  let shown = 0;
  for await (const { data, meta } of pages.pages()) {
    const some = data.slice(0, wanted - shown);
    await printed.add(some);
    shown += some.length;
    if (shown < wanted) continue;
    if (meta.nextCursor) call.note('There may be more: --all prints all of them.');
    break;
  }
  await printed.end();
  return shown > 0 ? exitCodes.done : exitCodes.nothing;
}

/** The id of an endpoint. An address costs one unit. */
async function endpointOf({ registry, signal }: Call, word: string): Promise<string> {
  if (isId(word)) return word;
  const found = (await registry.webhookEndpoints.list({ signal })).filter(({ url }) => url === word);
  if (found.length > 1) throw new NothingFound(`Several endpoints have the address ${word}: give the id.`);
  if (!found[0]) throw new NothingFound(`There is no endpoint ${word}. company-registry webhooks list shows all of them.`);
  return found[0].id;
}
