import { type Role, roles } from '../../src/kernel/access/powers.ts';
import { ask, Problem } from '../ask.ts';
import type { Operations } from '../operations.generated.ts';
import { useAction, useQuery } from '../use-query.ts';
import { Panel, ProblemNote } from './common.tsx';

type Rules = Operations['signInRules']['data']['signInRules'];

const linesOf = (groupRoles: Rules['groupRoles']): string => groupRoles.map(({ group, role }) => `${group}: ${role}`).join('\n');

/** Reads lines such as `staff: member`. A group may have colons in its name. */
function groupRolesIn(text: string): { group: string; role: Role }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const colon = line.lastIndexOf(':');
    const [group, role] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    if (colon < 1 || !(role in roles)) throw new Problem('invalid_request', `Write “group: role”, not “${line}”.`);
    return { group, role: role as Role };
  });
}

/** Where members have to sign in. It is shown if an issuer is required, or if the person could require one. */
export function SignInRules({ mayChange }: { mayChange: boolean }) {
  const { data, problem, reload } = useQuery('signInRules', {});
  const save = useAction(async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const requiredIssuer = String(form.get('issuer')) || null;
    const groupRoles = requiredIssuer ? groupRolesIn(String(form.get('groups') ?? '')) : [];
    await ask('changeSignInRules', { requiredIssuer, groupRoles });
    reload();
  });
  if (!data) return <ProblemNote problem={problem} retry={reload} />;
  const { requiredIssuer, groupRoles, requirable } = data.signInRules;
  if (!requiredIssuer && (!mayChange || requirable.length === 0)) return null;
  const isForeign = requiredIssuer !== null && !requirable.some(({ issuer }) => issuer === requiredIssuer);
  return (
    <Panel title="Where members sign in">
      {requiredIssuer && (
        <p>
          Members have to sign in at <strong>{requiredIssuer}</strong>. Others are out. <a href="/docs/teams">What this means</a>
        </p>
      )}
      {mayChange && (
        <form key={JSON.stringify(data)} onSubmit={save.run}>
          <label>
            Members sign in
            <select name="issuer">
              <option value="">anywhere</option>
              {isForeign && (
                <option value={requiredIssuer} selected>
                  at {requiredIssuer}
                </option>
              )}
              {requirable.map(({ issuer, name }) => (
                <option key={issuer} value={issuer} selected={issuer === requiredIssuer}>
                  at {name} alone
                </option>
              ))}
            </select>
          </label>
          {requirable.some(({ hasGroups }) => hasGroups) && (
            <label>
              Roles of groups (optional), each in a line of its own as in “staff: member”
              <textarea name="groups" rows={4} defaultValue={linesOf(groupRoles)} spellcheck={false} />
            </label>
          )}
          <ProblemNote problem={save.problem} />
          <p class="buttons">
            <button type="submit" class="main" disabled={save.isRunning}>
              Save
            </button>
          </p>
        </form>
      )}
    </Panel>
  );
}
