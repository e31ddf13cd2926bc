import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dashboardViews, type ViewId } from '../rest/pages/dashboard-views.ts';
import { stayInPage, useAddress, viewAt } from './address.ts';
import { forgetAtSignOut } from './kept-lists.ts';
import { lazy } from './lazy.tsx';
import { SetTitle } from './title.ts';
import { showUnread } from './unread.ts';
import { AccountView } from './views/account.tsx';
import { BillingView } from './views/billing.tsx';
import { ExplorerView } from './views/explorer.tsx';
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
  keys: lazy(async () => (await import('./views/keys.tsx')).KeysView),
  explorer: ExplorerView,
  list: lazy(async () => (await import('./views/list.tsx')).ListView),
  watching: lazy(async () => (await import('./views/watching.tsx')).WatchingView),
  registers: RegistersView,
  billing: BillingView,
  members: lazy(async () => (await import('./views/members.tsx')).MembersView),
  join: lazy(async () => (await import('./views/join.tsx')).JoinView),
  security: SecurityView,
  webhooks: lazy(async () => (await import('./views/webhooks.tsx')).WebhooksView),
  alerts: lazy(async () => (await import('./views/alerts.tsx')).AlertsView),
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

/** The links change while they are shown: the number of unread alerts comes, and links that are not for the role go. */
function keepCentred(): void {
  const line = document.querySelector('nav.side');
  const changes = new MutationObserver(() => {
    const current = line?.querySelector('[aria-current]');
    if (current) centre(current);
  });
  if (line) changes.observe(line, { attributes: true, characterData: true, childList: true, subtree: true });
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
document.addEventListener('submit', forgetAtSignOut);
const root = document.getElementById('view');
if (root) {
  root.replaceChildren();
  keepCentred();
  showUnread();
  render(<Dashboard />, root);
  // Without it the account of before is shown, and every link.
  import('./switcher.tsx').then(({ addSwitcher }) => addSwitcher()).catch(() => {});
}
