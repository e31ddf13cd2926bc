import { useEffect, useState } from 'preact/hooks';
import { type DashboardView, dashboardViews } from '../rest/pages/dashboard-views.ts';

const changed = 'addresschange';

/** Goes to another address of the dashboard without loading the page anew. */
export function go(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new Event(changed));
}

/** Where the browser is. */
export function useAddress(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const look = () => setHref(location.href);
    addEventListener('popstate', look);
    addEventListener(changed, look);
    // Somebody may have clicked before this listened.
    look();
    return () => {
      removeEventListener('popstate', look);
      removeEventListener(changed, look);
    };
  }, []);
  return new URL(href);
}

/** A plain click on a link of the dashboard stays in the page; every other click is the browser's. */
export function stayInPage(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || link.origin !== location.origin || !viewAt(link.pathname) || link.hasAttribute('download')) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
  event.preventDefault();
  go(link.href);
}

/** The view at a path. A record of the explorer lies below it. */
export function viewAt(path: string): DashboardView | undefined {
  const place = path.replace(/^(\/dashboard\/explorer)\/[^/]+$/, '$1');
  return dashboardViews.find((view) => view.path === place);
}
