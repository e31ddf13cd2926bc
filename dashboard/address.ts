import { useEffect, useState } from 'preact/hooks';
import { type DashboardView, dashboardViews, joinView } from '../rest/pages/dashboard-views.ts';

const changed = 'addresschange';

/** Goes to another address of the dashboard without reloading the page. */
export function go(address: string): void {
  history.pushState(null, '', address);
  dispatchEvent(new Event(changed));
}

/** The address of the browser. */
export function useAddress(): URL {
  const [href, setHref] = useState(location.href);
  useEffect(() => {
    const update = () => setHref(location.href);
    addEventListener('popstate', update);
    addEventListener(changed, update);
    // A click may have come before the listeners were added.
    update();
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(changed, update);
    };
  }, []);
  return new URL(href);
}

/** Handles a plain click on a link of the dashboard without loading a page; leaves every other click to the browser. */
export function stayInPage(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || link.origin !== location.origin || !viewAt(link.pathname) || link.hasAttribute('download') || link.target) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return;
  event.preventDefault();
  go(link.href);
}

/** The view at a path. Records are below the path of the explorer. */
export function viewAt(path: string): DashboardView | undefined {
  const place = path.replace(/^(\/dashboard\/explorer)\/[^/]+$/, '$1');
  return [...dashboardViews, joinView].find((view) => view.path === place);
}
