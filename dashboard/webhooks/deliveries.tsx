import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { counted, milliseconds as duration, time, words } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { actions, Head, RowButton } from '../parts/table.tsx';
import { useAction, useQuery } from '../use-query.ts';
import { type Endpoint, type ListName, nameOf, typeText } from './endpoint.ts';
import { ReplayList, type ReplayStart } from './replay-list.tsx';

type Delivery = Operations['webhookDeliveries']['data']['webhookDeliveries']['items'][number];

/** How often the log is asked for a message that was just sent. Each request is a unit. */
const mostLooks = 5;

interface DeliveriesProps {
  endpoint: Endpoint;
  lists: readonly ListName[];
  /** The message that was sent last on request. */
  sent: string | undefined;
  onSent(messageId: string): void;
  onChanged(): void;
}

/** The attempts of the last 30 days, in pages, the newest first. */
export function Deliveries({ endpoint: { id, disabledAt }, lists, sent, onSent, onChanged }: DeliveriesProps) {
  // The places of the pages that were left for an older one.
  const [cursors, setCursors] = useState<string[]>([]);
  const { data, problem, reload } = useQuery('webhookDeliveries', { id, cursor: cursors.at(-1) ?? null });
  const [replayFrom, setReplayFrom] = useState<ReplayStart>();
  const { items = [], nextCursor } = data?.webhookDeliveries ?? {};
  const replay = useAction(async (deliveryId: string) =>
    onSent((await ask('replayWebhookDelivery', { id, deliveryId })).replayWebhookDelivery),
  );
  const arrival = items.find(({ messageId }) => messageId === sent);
  const looks = useRef(0);
  useEffect(() => {
    looks.current = 0;
    if (sent) setCursors([]);
  }, [sent]);
  // Every answer without the message leads to another look.
  useEffect(() => {
    if (!sent || arrival || looks.current >= mostLooks) return;
    const timer = setTimeout(() => {
      looks.current++;
      reload();
    }, 1_000);
    return () => clearTimeout(timer);
  }, [sent, arrival, data]);
  useEffect(() => {
    // An answer of 410 has disabled the endpoint, and a success may have ended its failure.
    if (arrival) onChanged();
  }, [arrival?.id]);
  return (
    <Panel
      title="Deliveries"
      aside={
        <span>
          <button type="button" disabled={!!disabledAt || lists.length === 0} onClick={() => setReplayFrom({})}>
            Replay a list…
          </button>{' '}
          <button type="button" onClick={reload}>
            Refresh
          </button>
        </span>
      }
    >
      <p>Every attempt of the last 30 days. The answers of your receiver are not kept.</p>
      <p role="status">{sent && (arrival ? `The message was sent: ${outcomeText(arrival)}.` : 'The message is on its way.')}</p>
      <ProblemNote problem={problem ?? replay.problem} />
      {data && items.length === 0 && <p class="empty">Nothing was sent in the last 30 days.</p>}
      {items.length > 0 && (
        <Rows label="Deliveries" kind="cards">
          <Head columns={['Time', 'Message', 'Outcome', actions]} />
          <tbody>
            {items.map((delivery) => (
              <tr key={delivery.id}>
                <th scope="row" class="when">
                  {time(delivery.at)}
                </th>
                <td data-label="Message">{messageText(delivery, lists)}</td>
                <td data-label="Outcome">
                  <Badge kind={delivery.outcome === 'delivered' ? 'good' : 'bad'}>{outcomeText(delivery)}</Badge>{' '}
                  {duration(delivery.milliseconds)}
                </td>
                <td class="actions">
                  <RowButton
                    label="Send again"
                    about={`what was sent at ${time(delivery.at)}`}
                    isOff={replay.isRunning || !!disabledAt}
                    onClick={() => replay.run(delivery.id)}
                  />
                  {delivery.type === 'watch_list.changed' && (
                    <RowButton
                      label="From here…"
                      about={`replays the list from ${time(delivery.at)} on`}
                      isOff={!!disabledAt}
                      onClick={() => setReplayFrom(startOf(delivery))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
      {(cursors.length > 0 || nextCursor) && (
        <nav class="paging" aria-label="Pages of deliveries">
          <button type="button" aria-disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
          <button type="button" aria-disabled={!nextCursor} onClick={() => nextCursor && setCursors([...cursors, nextCursor])}>
            Older
          </button>
        </nav>
      )}
      {replayFrom && (
        <ReplayList endpointId={id} lists={lists} from={replayFrom} onSent={onSent} onClose={() => setReplayFrom(undefined)} />
      )}
    </Panel>
  );
}

/** What messages have, each by its type. */
interface MessageData {
  listId?: string;
  since?: string;
  count?: number;
  kind?: string;
}

/** Where the changes begin that a message was about. */
function startOf({ data }: Delivery): ReplayStart {
  const { listId, since } = data as MessageData;
  return { ...(listId && { listId }), ...(since && { cursor: since }) };
}

function messageText({ type, data, attempt }: Delivery, lists: readonly ListName[]): string {
  const { listId, count, kind } = data as MessageData;
  const about =
    listId !== undefined
      ? `${counted(count ?? 0, 'change')} of ${nameOf(lists, listId)}`
      : kind !== undefined
        ? `alert: ${words(kind).toLowerCase()}`
        : typeText(type);
  return attempt > 1 ? `${about}, attempt ${attempt}` : about;
}

const outcomes: Record<string, string> = {
  timeout: 'no answer in time',
  unreachable: 'not reachable',
  address_refused: 'not a public address',
};

const outcomeText = ({ outcome, status }: Delivery): string =>
  [outcomes[outcome] ?? outcome, status].filter((part) => part !== null).join(' ');
