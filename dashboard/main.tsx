import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dashboardViews, type ViewId } from '../rest/pages/dashboard-views.ts';
import { stayInPage, useAddress, viewAt } from './address.ts';
import { forgetListAtSignOut } from './kept-lists.ts';
import { lazy } from './lazy.tsx';
import { SetTitle } from './title.ts';
import { AccountView } from './views/account.tsx';
import { BillingView } from './views/billing.tsx';
import { ExplorerView } from './views/explorer.tsx';
import { KeysView } from './views/keys.tsx';
import { OverviewView } from './views/overview.tsx';
import { RegistersView } from './views/registers.tsx';
import { RequestsView } from './views/requests.tsx';
import { SecurityView } from './views/security.tsx';
import { UsageView } from './views/usage.tsx';

/** What few people open is loaded when they do. */
const views: Record<ViewId, () => preact.JSX.Element> = {
  overview: OverviewView,
  usage: UsageView,
  requests: RequestsView,
  keys: KeysView,
  explorer: ExplorerView,
  list: lazy(async () => (await import('./views/list.tsx')).ListView),
  registers: RegistersView,
  billing: BillingView,
  security: SecurityView,
  account: AccountView,
  operators: lazy(async () => (await import('./views/operators.tsx')).OperatorsView),
};

const home = dashboardViews[0];
const landedAt: string = location.pathname;

/**
 * On a phone the links are in one line that is wider than the page. This scrolls the line. Scrolling the link into view would
 * make Tab start at that link in some browsers, and not at the one that skips to the content.
 */
function centre(link: Element): void {
  const line = link.closest('nav');
  if (!line) return;
  const inner = link.getBoundingClientRect();
  const outer = line.getBoundingClientRect();
  line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

function Dashboard() {
  const { pathname } = useAddress();
  const view = viewAt(pathname) ?? home;
  const [ownTitle, setOwnTitle] = useState<string>();
  const title = ownTitle ?? view.title;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(landedAt);
  useEffect(() => {
    document.title = `${title} · Company Registry`;
  }, [title]);
  useEffect(() => {
    for (const link of document.querySelectorAll('nav.side a'))
      if (link.getAttribute('href') === view.path) {
        link.setAttribute('aria-current', 'page');
        centre(link);
      } else link.removeAttribute('aria-current');
  }, [view.path]);
  useEffect(() => {
    // The keyboard and screen readers continue at the top of the new view.
    if (shown.current !== pathname) heading.current?.focus();
    shown.current = pathname;
  }, [pathname]);
  const View = views[view.id];
  return (
    <SetTitle.Provider value={setOwnTitle}>
      <h1 ref={heading} tabIndex={-1}>
        {pathname === view.path ? view.title : title}
      </h1>
      <View key={view.id} />
    </SetTitle.Provider>
  );
}

document.addEventListener('click', stayInPage);
document.addEventListener('submit', forgetListAtSignOut);
const root = document.getElementById('view');
if (root) {
  root.replaceChildren();
  render(<Dashboard />, root);
}
