import type { ErrorRequestHandler, Express } from 'express';
import type { Authenticate } from '../../src/kernel/principal.ts';
import { once } from '../../src/kernel/running/once.ts';
import { exchangeOf } from '../edge/exchange.ts';
import type { SampleNote } from '../edge/head.ts';
import { sendText, taggedText } from '../edge/text.ts';
import { openAssets } from '../page/assets.ts';
import { pageSender, type SendPage } from '../page/page.ts';
import type { OpenApi } from '../reference/reference.ts';
import { commandLinePage, commandLinePath } from './command-line.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dashboardViews, joinView } from './dashboard-views.ts';
import { docsRoutes } from './docs.ts';
import { failurePage } from './failure-page.ts';
import { favicon } from './favicon.ts';
import { type FrontPageDependencies, frontPage } from './front-page.ts';
import { readGuides } from './guides.ts';
import { llmsText } from './llms.ts';
import { plainPages, plainPaths } from './plain-pages.ts';
import { statusPage, statusPath } from './status.ts';

export type { OpenApi };

interface PagesDependencies extends Omit<FrontPageDependencies, 'sendPage'> {
  authenticate: Authenticate;
  document: () => OpenApi;
  samples?: SampleNote | undefined;
}

interface Pages {
  /** The paths of the pages, which allow only GET. */
  paths: string[];
  /** Sends failures as pages. It must come before the handler that sends them as JSON. */
  onFailure: ErrorRequestHandler;
  /** Sends other pages in the same frame. */
  sendPage: SendPage;
}

/** The HTML pages. */
export function mountPages(app: Express, dependencies: PagesDependencies): Pages {
  const assets = openAssets();
  const sendPage = pageSender(assets, dependencies.samples);
  app.use('/assets', assets.router);
  app.use(favicon());
  app.use(frontPage({ ...dependencies, sendPage }));
  const guides = once(() => readGuides(dependencies.baseUrl));
  app.use('/docs', docsRoutes({ ...dependencies, sendPage, guides }));
  const llms = once(() => taggedText('text/plain', llmsText(guides(), dependencies.baseUrl)));
  app.get('/llms.txt', (req, res) => {
    exchangeOf(res).route = '/llms.txt';
    sendText(req, res, llms(), 'no-cache');
  });
  app.use(statusPage({ ...dependencies, sendPage }));
  app.use(plainPages({ ...dependencies, sendPage }));
  app.use(dashboardRoutes({ ...dependencies, sendPage }));
  app.use(commandLinePage({ ...dependencies, sendPage }));
  return {
    paths: [
      '/',
      '/docs',
      '/llms.txt',
      statusPath,
      commandLinePath,
      ...plainPaths.filter((path) => !path.startsWith('/auth')),
      ...[...dashboardViews, joinView].map(({ path }) => path),
    ],
    onFailure: failurePage(sendPage),
    sendPage,
  };
}
