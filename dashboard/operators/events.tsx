import { useState } from 'preact/hooks';
import { counted, time } from '../format.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';

/** Payment events that are not fully processed. */
export function WaitingEventsPanel() {
  const [page, setPage] = useState(1);
  const { data, problem, reload } = useQuery('waitingEvents', { page });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { items, meta } = data.waitingEvents;
  return (
    <Panel title="Pending payment events" aside={<span class="faint">{counted(meta.total, 'event')}</span>}>
      {meta.total === 0 && <p class="empty">None. All received events are processed.</p>}
      {meta.total > 0 && (
        <>
          <p>
            An event that waits for its effect is processed with the provider's next delivery. An event that waits for its account
            is a payment of an unknown customer: <code>npm run billing:reconcile</code> looks for the account again.
          </p>
          <Rows label="Pending payment events" kind="cards">
            <Head columns={['Event', 'Received', 'Waiting for', 'Customer and subscription']} />
            <tbody>
              {items.map(({ id, kind, receivedAt, customerId, subscriptionId, waitsFor }) => (
                <tr key={id}>
                  <th scope="row">
                    {kind}
                    <br />
                    <code>{id}</code>
                  </th>
                  <td class="when" data-label="Received">
                    {time(receivedAt)}
                  </td>
                  <td data-label="Waiting for">
                    <Badge kind="warn">its {waitsFor}</Badge>
                  </td>
                  <td data-label="Customer and subscription">
                    <code>{customerId ?? '–'}</code>
                    <br />
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
