import type { Power } from '../../src/kernel/access/powers.ts';

/**
 * The views of the dashboard, in the order of its navigation. The server routes their paths, and the browser renders them. Each
 * is for those who have a power in the account.
 */
export const dashboardViews = [
  { id: 'overview', path: '/dashboard', title: 'Overview', power: 'account' },
  { id: 'usage', path: '/dashboard/usage', title: 'Usage', power: 'account' },
  { id: 'requests', path: '/dashboard/requests', title: 'Request log', power: 'logs' },
  { id: 'keys', path: '/dashboard/keys', title: 'API keys', power: 'ownKeys' },
  { id: 'explorer', path: '/dashboard/explorer', title: 'Explorer', power: 'companies' },
  { id: 'list', path: '/dashboard/list', title: 'Match a list', power: 'match' },
  { id: 'watching', path: '/dashboard/watching', title: 'Watch lists', power: 'watchLists' },
  { id: 'webhooks', path: '/dashboard/webhooks', title: 'Webhooks', power: 'watchLists' },
  { id: 'registers', path: '/dashboard/registers', title: 'Registers', power: 'self' },
  { id: 'billing', path: '/dashboard/billing', title: 'Plan and billing', power: 'account' },
  { id: 'members', path: '/dashboard/members', title: 'Members', power: 'account' },
  { id: 'security', path: '/dashboard/security', title: 'Sessions and log', power: 'self' },
  { id: 'alerts', path: '/dashboard/alerts', title: 'Alerts', power: 'account' },
  { id: 'account', path: '/dashboard/account', title: 'Account', power: 'self' },
  { id: 'operators', path: '/dashboard/operators', title: 'Operators', power: 'self' },
] as const satisfies readonly { id: string; path: string; title: string; power: Power }[];

export type DashboardView = (typeof dashboardViews)[number] | typeof joinView;
export type ViewId = DashboardView['id'];

/** Only operators have it. */
export const operatorView: ViewId = 'operators';

/** Where the link of an invitation leads. The navigation does not have it. */
export const joinView = { id: 'join', path: '/dashboard/join', title: 'Join an account' } as const;
