import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { day, time } from '../format.ts';
import type { FreshKey } from '../fresh-key.ts';
import type { KeyFragment } from '../operations.generated.ts';
import { ConfirmDialog, OverlapField } from '../parts/confirm-dialog.tsx';
import { useAction } from '../use-query.ts';

interface DialogProps {
  target: KeyFragment;
  onClose(): void;
}

/** Which key it is: a key and its successor have the same name. */
const Which = ({ target: { prefix, rotatedAt, createdAt, expiresAt } }: { target: KeyFragment }) => (
  <p>
    <code>{prefix}…</code>, created on {day(createdAt)}
    {rotatedAt && expiresAt && <>, replaced, ends {time(expiresAt)}</>}.
  </p>
);

export function RevokeKey({ target, onClose, onDone }: DialogProps & { onDone(): void }) {
  const action = useAction(async () => {
    await ask('revokeKey', { id: target.id });
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog title={`Revoke “${target.name}”?`} action={action} button="Revoke the key" isDanger onClose={onClose}>
      <Which target={target} />
      <p>Requests with this key are refused within a second. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

interface RotateProps extends DialogProps {
  /** An older key, which this one replaced, still works. */
  hasOlder: boolean;
  onMade(key: FreshKey): void;
}

export function RotateKey({ target, hasOlder, onClose, onMade }: RotateProps) {
  const [overlap, setOverlap] = useState<number>(hasOlder ? 0 : 3_600);
  const action = useAction(async () => {
    const variables = { id: target.id, overlapSeconds: overlap, idempotencyKey: crypto.randomUUID() };
    const { rotateApiKey } = await ask('rotateKey', variables);
    onMade({ secret: rotateApiKey.secret, ...rotateApiKey.apiKey });
    onClose();
  });
  return (
    <ConfirmDialog title={`Rotate “${target.name}”`} action={action} button="Create the new key" onClose={onClose}>
      <Which target={target} />
      {hasOlder ? (
        <p>Creates a new key and ends this one at once. Another overlap is possible when the key that it replaced has ended.</p>
      ) : (
        <>
          <p>Creates a new key. Both work until the old one expires.</p>
          <OverlapField label="The old key expires" seconds={overlap} onChange={setOverlap} />
        </>
      )}
    </ConfirmDialog>
  );
}
