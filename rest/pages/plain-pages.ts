import { type Response, Router } from 'express';
import { endPath } from '../../src/alerts/index.ts';
import type { Services } from '../../src/api/index.ts';
import { Failure } from '../../src/kernel/errors.ts';
import { exchangeOf } from '../edge/exchange.ts';
import { parseQuery } from '../edge/query-string.ts';
import { type Html, html } from '../page/html.ts';
import type { SendPage } from '../page/page.ts';

interface PlainPage {
  title: string;
  text: Html;
  action: Html;
}

const toBilling = html`<a class="button main" href="/dashboard/billing">See your plan</a>`;

/**
 * Pages with little text. The payment provider redirects browsers to three of them. They change nothing, because only the signed
 * events of the provider change the plan. GET must not sign a user out, because any site can trigger it; the button sends POST.
 */
const pages: Record<string, PlainPage> = {
  '/billing/paid': {
    title: 'Thank you',
    text: html`Your plan changes as soon as the payment provider confirms the payment, usually within seconds.
      You may close this page.`,
    action: toBilling,
  },
  '/billing/cancelled': {
    title: 'Nothing was bought',
    text: html`You left the checkout. Your plan has not changed.`,
    action: toBilling,
  },
  '/billing/returned': {
    title: 'Back from the payment provider',
    text: html`Your changes take effect here within seconds.`,
    action: toBilling,
  },
  '/account-deleted': {
    title: 'Your account is deleted',
    text: html`Its keys are refused from now on, the subscription has ended, and you are signed out. If you sign in again, you get
      a new account.`,
    action: html`<a class="button main" href="/">Front page</a>`,
  },
  '/auth/logout': {
    title: 'Sign out?',
    text: html`You sign out of Company Registry in this browser.`,
    action: html`<form method="post" action="/auth/logout">
      <button class="main">Sign out</button> <a class="button" href="/dashboard">Stay signed in</a>
    </form>`,
  },
};

export const plainPaths = Object.keys(pages);

interface PlainPagesDependencies {
  services: Pick<Services, 'alerts'>;
  sendPage: SendPage;
}

export function plainPages({ services, sendPage }: PlainPagesDependencies): Router {
  const router = Router({ caseSensitive: true });
  const send = (res: Response, path: string, { title, text, action }: PlainPage) => {
    exchangeOf(res).route = path;
    const content = html`<main id="content"><h1>${title}</h1><p class="lead">${text}</p>${action}</main>`;
    const cacheControl = path.startsWith('/auth') || path === endPath ? 'no-store' : 'no-cache';
    sendPage(res, { title: `${title} · Company Registry`, content, cacheControl });
  };
  for (const [path, page] of Object.entries(pages)) router.get(path, (_req, res) => send(res, path, page));

  // The link in an e-mail about an alert, which needs no session. GET changes nothing, because programs that scan e-mails open
  // their links. A mail program sends the POST by itself (RFC 8058).
  router.get(endPath, async (req, res) => {
    exchangeOf(res).route = endPath;
    send(res, endPath, askToEnd(await services.alerts.links.titleOf(tokenIn(req.url))));
  });
  router.post(endPath, async (req, res) => {
    exchangeOf(res).route = endPath;
    send(res, endPath, ended(await services.alerts.links.use(tokenIn(req.url))));
  });
  return router;
}

const tokenIn = (url: string): string => parseQuery(url)['token'] ?? '';

const askToEnd = (title: string | undefined): PlainPage => ({
  title: 'No more of these e-mails?',
  text: html`You get an e-mail when this happens: ${known(title)}. The dashboard goes on showing it.`,
  action: html`<form method="post"><button class="main">End these e-mails</button></form>`,
});

const ended = (title: string | undefined): PlainPage => ({
  title: 'They have ended',
  text: html`You get no more e-mails of this kind: ${known(title)}.`,
  action: html`<a class="button main" href="/dashboard/alerts">All your choices</a>`,
});

function known(title: string | undefined): string {
  if (title) return title;
  throw new Failure('not_found', 'This link is not valid, or older than a year. Choose your e-mails in the dashboard.');
}
