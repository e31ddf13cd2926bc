import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ViewId } from '../rest/pages/dashboard-views.ts';
import { stayInPage, useAddress, viewAt } from './address.ts';
import { AccountView } from './views/account.tsx';
import { BillingView } from './views/billing.tsx';
import { ExplorerView } from './views/explorer.tsx';
import { KeysView } from './views/keys.tsx';
import { OverviewView } from './views/overview.tsx';
import { RegistersView } from './views/registers.tsx';
import { SecurityView } from './views/security.tsx';

const views: Record<ViewId, () => preact.JSX.Element> = {
  overview: OverviewView,
  keys: KeysView,
  explorer: ExplorerView,
  registers: RegistersView,
  billing: BillingView,
  security: SecurityView,
  account: AccountView,
};

function Dashboard() {
  const { pathname } = useAddress();
  const view = viewAt(pathname) ?? { id: 'overview', title: 'Overview', path: '/dashboard' };
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${view.title} · Company Registry`;
    for (const link of document.querySelectorAll('nav.side a'))
      if (link.getAttribute('href') === view.path) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    // Who goes on by keyboard or screen reader starts at the top of the new view.
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [view.path, view.title]);
  const View = views[view.id];
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {view.title}
      </h1>
      <View key={view.id} />
    </>
  );
}

document.addEventListener('click', stayInPage);
const root = document.getElementById('view');
if (root) {
  root.replaceChildren();
  render(<Dashboard />, root);
}
