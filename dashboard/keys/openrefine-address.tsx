import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { day, time } from '../format.ts';
import type { KeyFragment } from '../operations.generated.ts';
import { CopyButton, Dialog, ProblemNote } from '../parts/common.tsx';
import { useAction } from '../use-query.ts';

interface AddressProps {
  target: KeyFragment;
  onChanged(): void;
  onClose(): void;
}

/** Makes, shows once and revokes the address that OpenRefine needs, because it sends no headers. */
export function OpenRefineAddress({ target, onChanged, onClose }: AddressProps) {
  const [url, setUrl] = useState<string>();
  const make = useAction(async () => {
    const { createReconcileAddress } = await ask('createAddress', { keyId: target.id });
    setUrl(createReconcileAddress.url);
    onChanged();
  });
  const revoke = useAction(async () => {
    await ask('revokeAddress', { keyId: target.id });
    onChanged();
    onClose();
  });
  const known = target.reconcileAddress;
  return (
    <Dialog title={`OpenRefine address of “${target.name}”`} onClose={onClose}>
      {url ? (
        <div class="note good" role="status">
          <p>
            <strong>Copy the address now:</strong> it is shown only once, and we store only its hash. In OpenRefine choose
            <i> Reconcile, Start reconciling, Add standard service</i>.
          </p>
          <p class="secret">
            <code>{url}</code> <CopyButton text={url} label="Copy address" />
          </p>
        </div>
      ) : (
        <>
          {known && (
            <p>
              <code>{known.prefix}…</code>, created on {day(known.createdAt)}, last used{' '}
              {known.lastUsedAt ? time(known.lastUsedAt) : 'never'}.
            </p>
          )}
          <p>
            OpenRefine sends no key, so this address acts for the key and is a secret too. It uses the limits and the quota of the
            key, and ends with it. {known && 'A new address ends this one at once. '}
            <a href="/docs/openrefine">Guide</a>
          </p>
        </>
      )}
      <ProblemNote problem={make.problem ?? revoke.problem} />
      <p class="buttons">
        <button type="button" onClick={onClose}>
          {url ? 'Done' : 'Cancel'}
        </button>
        {known && !url && (
          <button type="button" class="danger" disabled={revoke.isRunning} onClick={revoke.run}>
            Revoke the address
          </button>
        )}
        {!url && !target.rotatedAt && (
          <button type="button" class="main" disabled={make.isRunning} onClick={make.run}>
            {known ? 'Replace the address' : 'Create the address'}
          </button>
        )}
      </p>
    </Dialog>
  );
}
