import { useState } from 'preact/hooks';
import { invitationDays, memberRules } from '../../src/accounts/limits.ts';
import { type Role, roles } from '../../src/kernel/access/powers.ts';
import { ask } from '../ask.ts';
import { chooseAccount } from '../chosen-account.ts';
import { day, number } from '../format.ts';
import { roleMeanings } from '../members/role-meanings.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, CopyButton, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SignInRules } from '../parts/sign-in-rules.tsx';
import { actions, Head, RowButton } from '../parts/table.tsx';
import { useAction, useQuery } from '../use-query.ts';

type Member = Operations['members']['data']['members'][number];

const nameOf = ({ name, email, id }: Pick<Member, 'name' | 'email' | 'id'>): string => name ?? email ?? id;

/** Why the sign-in rules of the account keep a member out. */
const barReasons: Record<string, string> = {
  issuer: 'other issuer',
  groups: 'no group with a role',
  refused: 'refused by the issuer',
};

export function MembersView() {
  const { data, problem, reload } = useQuery('members', {});
  const [leaving, setLeaving] = useState<Member>();
  const change = useAction(async (id: string, role: Role) => {
    await ask('changeMember', { id, role }).finally(reload);
  });
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { me, members, account } = data;
  const manages = account.powers.includes('members');
  const makesOwners = account.powers.includes('owners');
  const mayChange = (role: string) => manages && (makesOwners || role !== roles.owner);
  const choices = (Object.keys(roles) as Role[]).filter((role) => makesOwners || role !== roles.owner);
  return (
    <>
      <p class="lead">
        {number(members.length)} of {number(account.plan.maxMembers)} members ({account.plan.name} plan).{' '}
        <a href="/docs/teams">Who may do what</a>
      </p>
      <Panel title="Members">
        <ProblemNote problem={change.problem} />
        <Rows label="Members" kind="cards">
          <Head columns={['Person', 'Role', 'Since', actions]} />
          <tbody>
            {members.map((member) => (
              <tr key={member.id}>
                <th scope="row">
                  {nameOf(member)} {member.id === me.id && <Badge kind="good">You</Badge>}
                  {member.barred && <Badge kind="warn">Out: {barReasons[member.barred] ?? member.barred}</Badge>}
                  {member.name && member.email && <div class="faint">{member.email}</div>}
                </th>
                <td data-label="Role">
                  {mayChange(member.role) ? (
                    <select
                      aria-label={`Role of ${nameOf(member)}`}
                      value={member.role}
                      disabled={change.isRunning}
                      onChange={({ currentTarget }) => change.run(member.id, currentTarget.value as Role)}
                    >
                      {choices.map((role) => (
                        <option key={role} value={role}>
                          {role}
                        </option>
                      ))}
                    </select>
                  ) : (
                    member.role
                  )}
                </td>
                <td class="when" data-label="Since">
                  {day(member.since)}
                </td>
                <td class="actions">
                  {(member.id === me.id || mayChange(member.role)) && (
                    <RowButton
                      label={member.id === me.id ? 'Leave…' : 'Remove…'}
                      about={nameOf(member)}
                      kind="danger"
                      onClick={() => setLeaving(member)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      </Panel>
      {manages && <Invitations choices={choices} />}
      <SignInRules mayChange={account.powers.includes('signInRules')} />
      {leaving && (
        <Remove
          member={leaving}
          isSelf={leaving.id === me.id}
          heirs={members.filter(({ id, role, barred }) => id !== leaving.id && role !== roles.billing && !barred)}
          onClose={() => setLeaving(undefined)}
          onDone={reload}
        />
      )}
    </>
  );
}

interface RemoveProps {
  member: Member;
  isSelf: boolean;
  heirs: readonly Member[];
  onClose(): void;
  onDone(): void;
}

function Remove({ member, isSelf, heirs, onClose, onDone }: RemoveProps) {
  const [heir, setHeir] = useState('');
  const action = useAction(async () => {
    await ask('removeMember', { id: member.id, handOverTo: heir || null });
    if (isSelf) return chooseAccount(undefined);
    onClose();
    onDone();
  });
  return (
    <ConfirmDialog
      title={isSelf ? 'Leave the account?' : `Remove ${nameOf(member)}?`}
      action={action}
      button={isSelf ? 'Leave' : 'Remove'}
      isDanger
      onClose={onClose}
    >
      <label>
        The API keys that {isSelf ? 'you' : 'they'} made
        <select value={heir} onChange={({ currentTarget }) => setHeir(currentTarget.value)}>
          <option value="">are revoked</option>
          {heirs.map((one) => (
            <option key={one.id} value={one.id}>
              go to {nameOf(one)}
            </option>
          ))}
        </select>
      </label>
    </ConfirmDialog>
  );
}

function Invitations({ choices }: { choices: readonly Role[] }) {
  const { data, problem, reload } = useQuery('invitations', {});
  const [link, setLink] = useState<string>();
  const [role, setRole] = useState<Role>(roles.member);
  const invite = useAction(async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const note = String(form.get('note')).trim() || null;
    const { createInvitation } = await ask('createInvitation', { role, note });
    setLink(createInvitation.url);
    reload();
  });
  const revoke = useAction(async (id: string) => {
    await ask('revokeInvitation', { id }).finally(reload);
  });
  return (
    <Panel title="Invite a person">
      <form class="line" onSubmit={invite.run}>
        <label>
          Role
          <select name="role" value={role} onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}>
            {choices.toReversed().map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          For whom (optional)
          <input name="note" maxLength={memberRules.note.most} autocomplete="off" />
        </label>
        <button type="submit" class="main" disabled={invite.isRunning}>
          Make a link
        </button>
        <p class="faint" role="status">
          {role}: {roleMeanings[role]}.
        </p>
      </form>
      <ProblemNote problem={invite.problem ?? revoke.problem ?? problem} />
      {link && (
        <div class="note good" role="status">
          <p>Send this link to one person. It is used once, ends after {invitationDays} days, and is not shown again.</p>
          <p class="secret">
            <code>{link}</code> <CopyButton text={link} />
          </p>
        </div>
      )}
      {data && data.invitations.length > 0 && (
        <Rows label="Open invitations" kind="cards">
          <Head columns={['For', 'Role', 'Ends', actions]} />
          <tbody>
            {data.invitations.map(({ id, note, role, expiresAt }) => (
              <tr key={id}>
                <th scope="row">{note ?? 'Somebody'}</th>
                <td data-label="Role">{role}</td>
                <td class="when" data-label="Ends">
                  {day(expiresAt)}
                </td>
                <td class="actions">
                  <RowButton
                    label="Revoke"
                    about={`the invitation of ${note ?? 'somebody'}`}
                    kind="danger"
                    isOff={revoke.isRunning}
                    onClick={() => revoke.run(id)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
    </Panel>
  );
}
