import { render } from 'preact';
import { dashboardViews } from '../rest/pages/dashboard-views.ts';
import { may, type Role } from '../src/kernel/access/powers.ts';
import { viewAt } from './address.ts';
import { chooseAccount, chosenAccount } from './chosen-account.ts';
import { frame } from './powers.ts';

/** Lets a person in several accounts choose one, and hides the views that their role does not have. */
export async function addSwitcher(): Promise<void> {
  const { memberships, account } = await frame();
  const nav = document.querySelector('nav.side');
  for (const { path, power } of dashboardViews)
    if (!account.powers.includes(power)) nav?.querySelector(`a[href="${path}"]`)?.parentElement?.remove();
  if (!nav || memberships.length < 2) return;
  const place = document.createElement('div');
  place.className = 'switcher';
  nav.prepend(place);
  const home = memberships.find(({ isHome }) => isHome)?.accountId;
  const choose = (id: string) => {
    const role = memberships.find(({ accountId }) => accountId === id)?.role;
    chooseAccount(id === home ? undefined : id, role && pageFor(role));
  };
  render(
    <label>
      Account
      <select value={chosenAccount() ?? home} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {memberships.map(({ accountId, email, role, isHome, barred }) => (
          <option key={accountId} value={accountId} disabled={barred !== null}>
            {isHome ? 'Your account' : `${email ?? accountId} (${barred ? 'you cannot get in' : role})`}
          </option>
        ))}
      </select>
    </label>,
    place,
  );
}

/**
 * Where a switch leads: to the same view, if the role in the other account has it. Companies are the same for all accounts, so
 * the explorer keeps its search. What the address of another view names may belong to the account.
 */
function pageFor(role: Role): string | undefined {
  const view = viewAt(location.pathname);
  if (!view || !('power' in view) || !may(role, view.power)) return undefined;
  return view.id === 'explorer' ? location.href : view.path;
}
