import { Router } from 'express';
import { exchangeOf } from '../edge/exchange.ts';
import { type Html, html } from './html.ts';
import type { SendPage } from './page.ts';

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

export function plainPages(sendPage: SendPage): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, { title, text, action }] of Object.entries(pages))
    router.get(path, (_req, res) => {
      exchangeOf(res).route = path;
      const content = html`<main id="content"><h1>${title}</h1><p class="lead">${text}</p>${action}</main>`;
      const cacheControl = path.startsWith('/auth') ? 'no-store' : 'no-cache';
      sendPage(res, { title: `${title} · Company Registry`, content, cacheControl });
    });
  return router;
}
