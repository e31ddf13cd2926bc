import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { accountHeader, chosenAccount } from '../chosen-account.ts';
import { forgetList } from '../kept-lists.ts';
import { CopyButton, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useAction, useQuery } from '../use-query.ts';

export function AccountView() {
  const { data, problem, reload } = useQuery('profile', {});
  const [isLeaving, setLeaving] = useState(false);
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { me, account } = data;
  const isOwner = account.powers.includes('leaving');
  return (
    <>
      <Panel title="You">
        <dl>
          <dt>Name</dt>
          <dd>{me.name ?? 'not provided by your identity provider'}</dd>
          <dt>E-mail</dt>
          <dd>{me.email ?? 'not provided by your identity provider'}</dd>
          <dt>Account</dt>
          <dd>
            <code>{account.id}</code> <CopyButton text={account.id} />
          </dd>
        </dl>
      </Panel>
      <Panel title="Export">
        <p>
          All data of the account in one JSON file: profile, keys without secrets, usage, request log, subscriptions, audit log.
        </p>
        {isOwner ? (
          <p>
            <a class="button" href="/api/v1/account/export" onClick={saveExport} download>
              Download the export
            </a>
          </p>
        ) : (
          onlyOwners
        )}
      </Panel>
      <Panel title="Delete the account">
        <p>
          Ends the subscription at once, without a refund, and erases the account with its people, keys and usage. This cannot be
          undone.
        </p>
        {isOwner ? (
          <button type="button" class="danger" onClick={() => setLeaving(true)}>
            Delete the account…
          </button>
        ) : (
          onlyOwners
        )}
      </Panel>
      {isLeaving && <Leave id={account.id} person={me.id} word={me.email ?? account.id} onClose={() => setLeaving(false)} />}
    </>
  );
}

const onlyOwners = <p class="faint">Only an owner of the account can do this.</p>;

/** A link sends no header, so the export of a chosen account is fetched. */
async function saveExport(event: MouseEvent): Promise<void> {
  if (!chosenAccount()) return;
  event.preventDefault();
  const response = await fetch('/api/v1/account/export', { headers: accountHeader() });
  const href = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href, download: 'account.json' }).click();
  URL.revokeObjectURL(href);
}

function Leave({ id, person, word, onClose }: { id: string; person: string; word: string; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const action = useAction(async () => {
    await ask('deleteAccount', { confirm: id });
    await forgetList(person).catch(() => {});
    location.assign('/account-deleted');
  });
  return (
    <ConfirmDialog
      title="Delete the account?"
      action={action}
      button="Delete the account"
      isDanger
      isReady={typed.trim() === word}
      onClose={onClose}
    >
      <label>
        Type <strong>{word}</strong> to confirm
        <input value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} autocomplete="off" />
      </label>
    </ConfirmDialog>
  );
}
