import { type RequestHandler, Router } from 'express';
import { Failure } from '../../src/kernel/errors.ts';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { callerOf, exchangeOf } from '../exchange.ts';
import { dashboardViews } from './dashboard-views.ts';
import { html } from './html.ts';
import type { SendPage } from './page.ts';

const signOut = html`<form method="post" action="/auth/logout"><button>Sign out</button></form>`;

const links = dashboardViews.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`);
const shell = html`<div class="framed">
      <nav class="side" aria-label="Dashboard"><ul>${links}</ul></nav>
      <main id="content">
        <div id="view"><h1>Dashboard</h1><p role="status">Loading…</p></div>
        <noscript><p class="note warn">The dashboard needs JavaScript. The <a href="/docs">API</a> does not.</p></noscript>
      </main>
    </div>`;

const offer = (returnTo: string) => html`<main id="content">
      <h1>Sign in to see your dashboard</h1>
      <p class="lead">Usage, keys, plan and an explorer for the data. Your account is made when you first sign in.</p>
      <p><a class="button main" href="/auth/login?returnTo=${encodeURIComponent(returnTo)}">Sign in</a></p>
    </main>`;

interface DashboardParts {
  authenticate: Authenticate;
  sendPage: SendPage;
}

/** The shell of the dashboard, which asks for the rest by GraphQL; or the way to sign in. */
export function dashboardRoutes({ authenticate, sendPage }: DashboardParts): Router {
  const show: RequestHandler = async (req, res) => {
    exchangeOf(res).route = '/dashboard';
    const isSignedIn = await authenticate('session', callerOf(req)).then(() => true, isSessionMissing);
    const title = 'Dashboard · Company Registry';
    const cacheControl = 'no-store';
    if (isSignedIn) sendPage(res, { title, content: shell, script: 'main.tsx', actions: signOut, cacheControl });
    else sendPage(res, { title, content: offer(req.originalUrl), cacheControl });
  };
  const router = Router({ caseSensitive: true });
  for (const { path } of dashboardViews) router.get(path, show);
  router.get('/dashboard/explorer/:id', show);
  return router;
}

/** False where nobody is signed in; every other failure is one. */
function isSessionMissing(error: unknown): false {
  if (error instanceof Failure && error.status === 401) return false;
  throw error;
}
