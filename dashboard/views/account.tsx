import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { forgetList } from '../kept-lists.ts';
import { CopyButton, Dialog, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { useAction, useQuery } from '../use-query.ts';

export function AccountView() {
  const { data, problem, reload } = useQuery('profile', {});
  const [isLeaving, setLeaving] = useState(false);
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { me, account } = data;
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
        <p>
          <a class="button" href="/api/v1/account/export" download>
            Download the export
          </a>
        </p>
      </Panel>
      <Panel title="Delete the account">
        <p>
          Ends the subscription at once, without a refund, and erases the account with its people, keys and usage. This cannot be
          undone.
        </p>
        <button type="button" class="danger" onClick={() => setLeaving(true)}>
          Delete the account…
        </button>
      </Panel>
      {isLeaving && <Leave id={account.id} person={me.id} word={me.email ?? account.id} onClose={() => setLeaving(false)} />}
    </>
  );
}

function Leave({ id, person, word, onClose }: { id: string; person: string; word: string; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const { run, isRunning, problem } = useAction(async (event: Event) => {
    event.preventDefault();
    await ask('deleteAccount', { confirm: id });
    await forgetList(person).catch(() => {});
    location.assign('/account-deleted');
  });
  return (
    <Dialog title="Delete the account?" onClose={onClose}>
      <form onSubmit={run}>
        <label>
          Type <strong>{word}</strong> to confirm
          <input value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} autocomplete="off" />
        </label>
        <ProblemNote problem={problem} />
        <p class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="danger main" disabled={isRunning || typed.trim() !== word}>
            Delete the account
          </button>
        </p>
      </form>
    </Dialog>
  );
}
