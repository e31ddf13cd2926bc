import type { Express } from 'express';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { openAssets } from './assets.ts';
import { dashboardRoutes } from './dashboard.ts';
import { favicon } from './favicon.ts';
import { pageSender, type SendPage } from './page.ts';

interface PagesParts {
  authenticate: Authenticate;
}

/** The pages for people. Tells how further ones are sent. */
export function mountPages(app: Express, { authenticate }: PagesParts): SendPage {
  const assets = openAssets();
  const sendPage = pageSender(assets);
  app.use('/assets', assets.router);
  app.use(favicon());
  app.use(dashboardRoutes({ authenticate, sendPage }));
  return sendPage;
}
