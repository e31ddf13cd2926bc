import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { time } from '../format.ts';
import { Panel, ProblemNote } from '../parts/common.tsx';
import { useTitle } from '../title.ts';
import { useAction } from '../use-query.ts';
import { Deliveries } from './deliveries.tsx';
import { type Endpoint, home, type ListName, messagesText, reasonText } from './endpoint.ts';
import { ChangeEndpoint, DeleteEndpoint, RotateSecret } from './endpoint-dialogs.tsx';
import { State } from './endpoints.tsx';

interface OneEndpointProps {
  endpoint: Endpoint;
  lists: readonly ListName[];
  onSecret(url: string, secret: string): void;
  onChanged(): void;
  onDeleted(): void;
}

/** One endpoint: its state, what can be done with it, and its deliveries. */
export function OneEndpoint({ endpoint, lists, onSecret, onChanged, onDeleted }: OneEndpointProps) {
  const { id, url, description, disabledAt, disabledReason, previousSecretEndsAt } = endpoint;
  const [dialog, setDialog] = useState<'change' | 'rotate' | 'delete'>();
  const [sent, setSent] = useState<string>();
  useTitle(url);
  const close = () => setDialog(undefined);
  const test = useAction(async () => setSent((await ask('testWebhookEndpoint', { id })).testWebhookEndpoint));
  const enable = useAction(async () => {
    await ask('enableWebhookEndpoint', { id });
    onChanged();
  });
  return (
    <>
      <p>
        <a href={home}>All endpoints</a>
      </p>
      {disabledReason && disabledAt && (
        <div class="note bad">
          <p>
            <strong>Disabled since {time(disabledAt)}:</strong> {reasonText(disabledReason)}. What happens meanwhile waits for 30
            days. Enabling sends it.
          </p>
          <p>
            <button type="button" class="main" disabled={enable.isRunning} onClick={enable.run}>
              Enable
            </button>
          </p>
          <ProblemNote problem={enable.problem} />
        </div>
      )}
      <Panel title="Endpoint">
        <dl>
          <Fact name="Address">{url}</Fact>
          {description && <Fact name="Description">{description}</Fact>}
          <Fact name="Messages">{messagesText(endpoint, lists)}</Fact>
          <Fact name="State">
            <State endpoint={endpoint} />
          </Fact>
          <Fact name="Secrets">{previousSecretEndsAt ? `two, the older one until ${time(previousSecretEndsAt)}` : 'one'}</Fact>
        </dl>
        <p class="buttons">
          <button type="button" class="main" disabled={test.isRunning || !!disabledAt} onClick={test.run}>
            Send a test
          </button>
          <button type="button" onClick={() => setDialog('change')}>
            Change…
          </button>
          <button type="button" onClick={() => setDialog('rotate')}>
            Rotate secret…
          </button>
          <button type="button" class="danger" onClick={() => setDialog('delete')}>
            Delete…
          </button>
        </p>
        <ProblemNote problem={test.problem} />
      </Panel>
      <Deliveries endpoint={endpoint} lists={lists} sent={sent} onSent={setSent} onChanged={onChanged} />
      {dialog === 'change' && <ChangeEndpoint endpoint={endpoint} lists={lists} onDone={onChanged} onClose={close} />}
      {dialog === 'rotate' && <RotateSecret endpoint={endpoint} onSecret={onSecret} onClose={close} />}
      {dialog === 'delete' && <DeleteEndpoint endpoint={endpoint} onDone={onDeleted} onClose={close} />}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
