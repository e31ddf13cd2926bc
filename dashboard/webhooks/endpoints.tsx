import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { counted, number, time } from '../format.ts';
import { Badge, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Head } from '../parts/table.tsx';
import { useAction } from '../use-query.ts';
import { addressOfEndpoint, type Endpoint, type ListName, messagesText, reasonText } from './endpoint.ts';
import { ChoiceFields, newEndpoint, UrlField } from './endpoint-fields.tsx';

interface EndpointsProps {
  endpoints: readonly Endpoint[];
  /** How many the plan allows. */
  most: number;
  lists: readonly ListName[];
  onSecret(url: string, secret: string): void;
}

/** All endpoints of the account. */
export const Endpoints = ({ endpoints, most, lists, onSecret }: EndpointsProps) => (
  <>
    <p class="lead">
      A webhook endpoint is an address of yours that gets a signed message when a watched company changes, or when there is an
      alert. {number(endpoints.length)} of {counted(most, 'endpoint')} used. <a href="/docs/webhooks">Guide</a>
    </p>
    <Panel title="Create an endpoint">
      <CreateEndpoint isFull={endpoints.length >= most} lists={lists} onSecret={onSecret} />
    </Panel>
    <Panel title="Your endpoints">
      {endpoints.length === 0 ? (
        <p class="empty">No endpoints yet.</p>
      ) : (
        <Rows label="Your endpoints" kind="cards">
          <Head columns={['Address', 'Messages', 'State']} />
          <tbody>
            {endpoints.map((endpoint) => (
              <tr key={endpoint.id}>
                <th scope="row">
                  <a href={addressOfEndpoint(endpoint.id)}>{endpoint.url}</a>
                  {endpoint.description && <small class="limits">{endpoint.description}</small>}
                </th>
                <td data-label="Messages">{messagesText(endpoint, lists)}</td>
                <td data-label="State">
                  <State endpoint={endpoint} />
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
    </Panel>
  </>
);

export const State = ({ endpoint: { disabledReason, failingSince, waiting } }: { endpoint: Endpoint }) => (
  <>
    {disabledReason ? (
      <>
        <Badge kind="bad">disabled</Badge> {reasonText(disabledReason)}
      </>
    ) : failingSince ? (
      <>
        <Badge kind="warn">fails</Badge> since {time(failingSince)}
      </>
    ) : (
      <Badge kind="good">works</Badge>
    )}
    {waiting > 0 && `, ${counted(waiting, 'message')} waiting`}
  </>
);

function CreateEndpoint({ isFull, lists, onSecret }: { isFull: boolean } & Pick<EndpointsProps, 'lists' | 'onSecret'>) {
  const [form, setForm] = useState(newEndpoint);
  const { run, isRunning, problem } = useAction(async (event: Event) => {
    event.preventDefault();
    const variables = { ...form, events: [...form.events], listIds: form.listIds && [...form.listIds] };
    const { createWebhookEndpoint: made } = await ask('createWebhookEndpoint', variables);
    setForm(newEndpoint);
    onSecret(made.endpoint.url, made.secret);
  });
  return (
    <form class="line" onSubmit={run}>
      <UrlField form={form} onChange={setForm} />
      <button type="submit" class="main" disabled={isRunning || isFull}>
        Create endpoint
      </button>
      <details>
        <summary>Choose messages and lists</summary>
        <ChoiceFields form={form} lists={lists} onChange={setForm} />
      </details>
      {isFull && (
        <p>
          All endpoints of your plan are in use. Delete one, or <a href="/dashboard/billing">change plan</a>.
        </p>
      )}
      <ProblemNote problem={problem} />
    </form>
  );
}
