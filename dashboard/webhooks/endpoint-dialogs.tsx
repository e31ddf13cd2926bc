import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { time } from '../format.ts';
import { ConfirmDialog, OverlapField } from '../parts/confirm-dialog.tsx';
import { useAction } from '../use-query.ts';
import type { Endpoint, ListName } from './endpoint.ts';
import { ChoiceFields, type EndpointForm, UrlField } from './endpoint-fields.tsx';

interface DialogProps {
  endpoint: Endpoint;
  onClose(): void;
}

/** Changes the address of an endpoint, and what it gets. */
export function ChangeEndpoint({
  endpoint,
  lists,
  onDone,
  onClose,
}: DialogProps & { lists: readonly ListName[]; onDone(): void }) {
  const { id, url, description, events, listIds } = endpoint;
  const [form, setForm] = useState<EndpointForm>({ url, description: description ?? '', events, listIds });
  const action = useAction(async () => {
    const variables = { id, ...form, events: [...form.events], listIds: form.listIds && [...form.listIds] };
    await ask('changeWebhookEndpoint', variables);
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog title="Change the endpoint" action={action} button="Save" onClose={onClose}>
      <UrlField form={form} onChange={setForm} />
      <ChoiceFields form={form} lists={lists} onChange={setForm} />
      <p>Messages that wait go to the new address.</p>
    </ConfirmDialog>
  );
}

/** Makes a new secret. While two sign, another one ends both at once. */
export function RotateSecret({ endpoint, onSecret, onClose }: DialogProps & { onSecret(url: string, secret: string): void }) {
  const { id, url, previousSecretEndsAt } = endpoint;
  const [overlapSeconds, setOverlap] = useState(previousSecretEndsAt ? 0 : 86_400);
  const action = useAction(async () => {
    const { rotateWebhookSecret } = await ask('rotateWebhookSecret', { id, overlapSeconds });
    onSecret(url, rotateWebhookSecret.secret);
    onClose();
  });
  return (
    <ConfirmDialog title="Make a new secret?" action={action} button="Rotate" onClose={onClose}>
      {previousSecretEndsAt ? (
        <p>Two secrets sign until {time(previousSecretEndsAt)}. A new one now ends both of them at once.</p>
      ) : (
        <>
          <p>Messages are signed with both secrets until the old one ends.</p>
          <OverlapField label="The old secret ends" seconds={overlapSeconds} onChange={setOverlap} />
        </>
      )}
    </ConfirmDialog>
  );
}

export function DeleteEndpoint({ endpoint: { id, url }, onDone, onClose }: DialogProps & { onDone(): void }) {
  const action = useAction(async () => {
    await ask('deleteWebhookEndpoint', { id });
    onClose();
    onDone();
  });
  return (
    <ConfirmDialog title="Delete the endpoint?" action={action} button="Delete the endpoint" isDanger onClose={onClose}>
      <p>Nothing more is sent to {url}. What waits for it and its deliveries are deleted too. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
