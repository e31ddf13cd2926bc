import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { chooseAccount } from '../chosen-account.ts';
import { time } from '../format.ts';
import { forgetInvitation, keepInvitation } from '../members/kept-invitation.ts';
import { roleMeanings } from '../members/role-meanings.ts';
import { Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { useAction, useQuery } from '../use-query.ts';

/** Where the link of an invitation leads. */
export function JoinView() {
  const [token] = useState(keepInvitation);
  const { data, problem, reload } = useQuery('invitation', token === undefined ? undefined : { token });
  const accept = useAction(async () => {
    const { acceptInvitation } = await ask('acceptInvitation', { token: token ?? '' });
    forgetInvitation();
    chooseAccount(acceptInvitation.accountId);
  });
  if (!token) return <p class="empty">This link has no invitation. Ask for a new one.</p>;
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { email, role, expiresAt } = data.invitation;
  return (
    <Panel title="You are invited">
      <dl>
        <dt>Account of</dt>
        <dd>
          <strong>{email ?? 'somebody without an e-mail address'}</strong>
        </dd>
        <dt>Your role</dt>
        <dd>
          <strong>{role}</strong>: {roleMeanings[role]}
        </dd>
        <dt>Invitation ends</dt>
        <dd>{time(expiresAt)}</dd>
      </dl>
      <p>
        If you join, the members of this account see your name and your e-mail address. Your own account stays, and you can leave
        again at any time.
      </p>
      <ProblemNote problem={accept.problem} />
      <button type="button" class="main" disabled={accept.isRunning} onClick={accept.run}>
        Join the account
      </button>
    </Panel>
  );
}
