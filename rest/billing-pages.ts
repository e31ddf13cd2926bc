import type { RequestHandler } from 'express';
import { escapeHtml, htmlPage } from '../src/kernel/html-page.ts';
import { exchangeOf } from './exchange.ts';

const head = `<link rel="icon" href="/docs/viewer/favicon-32x32.png" />
    <style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem; }</style>`;

const page = (title: string, text: string): string =>
  htmlPage({
    title: `Company Registry: ${title}`,
    head,
    body: `<h1>${escapeHtml(title)}</h1>
    <p>${escapeHtml(text)}</p>
    <p><a href="/docs">Documentation</a></p>`,
  });

const serve =
  (route: string, html: string): RequestHandler =>
  (_req, res) => {
    exchangeOf(res).route = route;
    res.set('Cache-Control', 'no-cache').type('html').send(html);
  };

const texts = {
  '/billing/paid': [
    'Thank you',
    'Your plan changes as soon as the payment provider has told us of the payment, usually within seconds. ' +
      'This page itself changes nothing: you may close it.',
  ],
  '/billing/cancelled': ['Nothing was bought', 'The checkout was left. Your plan is what it was.'],
  '/billing/returned': ['Back from the payment provider', 'What you changed there is in force here within seconds.'],
} as const;

/** Where the payment provider sends a browser back to. Words alone: the plan follows the provider's signed events. */
export const billingPages: Record<string, RequestHandler> = Object.fromEntries(
  Object.entries(texts).map(([path, [title, text]]) => [path, serve(path, page(title, text))]),
);
