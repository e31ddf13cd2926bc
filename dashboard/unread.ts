import { ask } from './ask.ts';

/** Shows in the navigation how many alerts are unread. Without an answer it stays as it is. */
export async function showUnread(): Promise<void> {
  const link = document.querySelector('nav.side a[href="/dashboard/alerts"]');
  const unread = await ask('unreadAlerts', {}).catch(() => undefined);
  if (link && unread) link.textContent = unread.alerts.unread > 0 ? `Alerts (${unread.alerts.unread})` : 'Alerts';
}
