import type { ErrorRequestHandler, Request } from 'express';
import { failureOf } from '../../src/api/index.ts';
import { Failure } from '../../src/kernel/errors.ts';
import { exchangeOf } from '../edge/exchange.ts';
import { setFailureHeaders } from '../edge/failure.ts';
import { html } from '../page/html.ts';
import type { SendPage } from '../page/page.ts';

/** Below these paths an error is always JSON. */
const forPrograms = /^\/(api|graphql|assets|reconcile)(\/|$)/;

/** Whether the Accept header prefers HTML, as a browser's does. A program that accepts anything gets JSON. */
const prefersPage = (req: Request): boolean => !forPrograms.test(req.path) && req.accepts(['json', 'html']) === 'html';

const titles: Record<number, string> = {
  400: 'Invalid request',
  401: 'Sign in again',
  404: 'Page not found',
  405: 'Method not allowed',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
};

/** Sends failures as pages to browsers. For other clients the next handler sends JSON. */
export const failurePage =
  (sendPage: SendPage): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent || exchangeOf(res).isOver || !prefersPage(req)) return next(error);
    const failure = error instanceof Failure ? error : failureOf(error);
    exchangeOf(res).cause = failure.cause;
    const title = titles[failure.status] ?? 'Something went wrong';
    const content = html`<main id="content">
      <h1>${title}</h1>
      <p class="lead">${failure.message}</p>
      <p><a class="button main" href="/">Front page</a> <a class="button" href="/dashboard">Dashboard</a></p>
      <p class="faint">Code <a href="/docs/errors#${failure.code}"><code>${failure.code}</code></a>, request
        <code>${exchangeOf(res).requestId}</code></p>
    </main>`;
    setFailureHeaders(res, failure);
    sendPage(res, { title: `${title} · Company Registry`, content, status: failure.status, cacheControl: 'no-store' });
  };
