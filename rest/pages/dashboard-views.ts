/** The views of the dashboard, in the order of its navigation. The server routes their paths, and the browser renders them. */
export const dashboardViews = [
  { id: 'overview', path: '/dashboard', title: 'Overview' },
  { id: 'usage', path: '/dashboard/usage', title: 'Usage' },
  { id: 'requests', path: '/dashboard/requests', title: 'Request log' },
  { id: 'keys', path: '/dashboard/keys', title: 'API keys' },
  { id: 'explorer', path: '/dashboard/explorer', title: 'Explorer' },
  { id: 'list', path: '/dashboard/list', title: 'Match a list' },
  { id: 'registers', path: '/dashboard/registers', title: 'Registers' },
  { id: 'billing', path: '/dashboard/billing', title: 'Plan and billing' },
  { id: 'security', path: '/dashboard/security', title: 'Sessions and log' },
  { id: 'account', path: '/dashboard/account', title: 'Account' },
  { id: 'operators', path: '/dashboard/operators', title: 'Operators' },
] as const;

export type DashboardView = (typeof dashboardViews)[number];
export type ViewId = DashboardView['id'];

/** Only operators have it. */
export const operatorView: ViewId = 'operators';
