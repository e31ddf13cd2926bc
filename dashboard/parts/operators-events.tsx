import { useState } from 'preact/hooks';
import { counted, time } from '../format.ts';
import { useQuery } from '../use-query.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from './common.tsx';
import { Paging } from './paging.tsx';

/** Payment events that have not done all that they should. */
export function WaitingEventsPanel() {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useQuery('waitingEvents', { page });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { items, meta } = data.waitingEvents;
  return (
    <Panel title="Payment events that wait" aside={<span class="faint">{counted(meta.total, 'event')}</span>}>
      {meta.total === 0 && <p class="empty">None. Every event that arrived had its effect.</p>}
      {meta.total > 0 && (
        <>
          <p>
            One that waits for its effect is done by the provider's next delivery. One that waits for its account is paid for by
            somebody whom we do not know: <code>npm run billing:reconcile</code> looks again.
          </p>
          <Rows label="Payment events that wait">
            <thead>
              <tr>
                <th scope="col">Received</th>
                <th scope="col">Event</th>
                <th scope="col">Waits for</th>
                <th scope="col">Customer</th>
                <th scope="col">Subscription</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, kind, receivedAt, customerId, subscriptionId, waitsFor }) => (
                <tr key={id}>
                  <td class="when">{time(receivedAt)}</td>
                  <th scope="row">
                    {kind} <code>{id}</code>
                  </th>
                  <td>
                    <Badge kind="warn">its {waitsFor}</Badge>
                  </td>
                  <td>
                    <code>{customerId ?? '–'}</code>
                  </td>
                  <td>
                    <code>{subscriptionId ?? '–'}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </Rows>
          <Paging label="Pages of payment events" meta={meta} onTurn={setPage} />
        </>
      )}
    </Panel>
  );
}
