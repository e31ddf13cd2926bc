import { type RequestHandler, Router } from 'express';
import { Failure } from '../../src/kernel/errors.ts';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { callerOf, exchangeOf } from '../edge/exchange.ts';
import { html } from '../page/html.ts';
import type { SendPage } from '../page/page.ts';
import { dashboardViews, joinView, operatorView, type ViewId } from './dashboard-views.ts';

const signOut = html`<form method="post" action="/auth/logout"><button>Sign out</button></form>`;

const viewsFor = (isOperator: boolean) => dashboardViews.filter(({ id }) => isOperator || id !== operatorView);

const shellFor = (isOperator: boolean) => html`<div class="framed">
      <nav class="side" aria-label="Dashboard"><ul>${viewsFor(isOperator).map(
        ({ path, title }) => html`<li><a href="${path}">${title}</a></li>`,
      )}</ul></nav>
      <main id="content">
        <div id="view"><h1>Dashboard</h1><p role="status">Loading…</p></div>
        <noscript><p class="note warn">The dashboard needs JavaScript. The <a href="/docs">API</a> does not.</p></noscript>
      </main>
    </div>`;

const signInPrompt = (returnTo: string) => html`<main id="content">
      <h1>Sign in to see your dashboard</h1>
      <p class="lead">Usage, keys, plan and an explorer for the data. Your account is created when you first sign in.</p>
      <p><a class="button main" href="/auth/login?returnTo=${encodeURIComponent(returnTo)}">Sign in</a></p>
    </main>`;

interface DashboardDependencies {
  authenticate: Authenticate;
  sendPage: SendPage;
}

/** The shell of the dashboard, which loads its data by GraphQL; without a session, a link to sign in. */
export function dashboardRoutes({ authenticate, sendPage }: DashboardDependencies): Router {
  const shell = shellFor(false);
  const operatorShell = shellFor(true);
  const show =
    (id: ViewId): RequestHandler =>
    async (req, res) => {
      exchangeOf(res).route = '/dashboard';
      const principal = await authenticate('session', callerOf(req)).catch(ignoreUnauthorized);
      const title = 'Dashboard · Company Registry';
      const cacheControl = 'no-store';
      const keepsToken = id === joinView.id && ({ script: 'join.ts' } as const);
      if (!principal) return sendPage(res, { title, content: signInPrompt(req.originalUrl), cacheControl, ...keepsToken });
      const isOperator = principal.kind === 'session' && principal.isOperator === true;
      if (id === operatorView && !isOperator) throw new Failure('not_found');
      const content = isOperator ? operatorShell : shell;
      sendPage(res, { title, content, script: 'main.tsx', actions: signOut, cacheControl });
    };
  const router = Router({ caseSensitive: true });
  for (const { id, path } of [...dashboardViews, joinView]) router.get(path, show(id));
  router.get('/dashboard/explorer/:id', show('explorer'));
  return router;
}

/** For pages that anonymous visitors see differently. */
export function ignoreUnauthorized(error: unknown): undefined {
  if (error instanceof Failure && error.status === 401) return undefined;
  throw error;
}
