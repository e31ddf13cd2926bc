import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { htmlPage } from '../../src/kernel/html-page.ts';
import type { SampleNote } from '../edge/head.ts';
import type { Assets, Script } from './assets.ts';
import { type Html, html } from './html.ts';

/** The content security policy: pages may load scripts and styles from this service and send requests to it. */
const policyOf = (formTarget?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action 'self'${formTarget ? ` ${formTarget}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface Page {
  title: string;
  /** The content between the header and the footer. */
  content: Html;
  /** The script of the page; most need none. */
  script?: Script;
  /** Another origin that its forms may be sent to. */
  formTarget?: string;
  /** The address of the page as Markdown. */
  markdownAt?: string | undefined;
  /** Instead of the links to sign-in and dashboard. */
  actions?: Html;
  status?: number;
  cacheControl?: string;
}

/** The reference is ten times smaller when it is packed. No page has secrets that the packed size could reveal. */
const maxUnpackedLength = 20_000;

export type SendPage = (res: Response, page: Page) => void;

const usualActions = html`<a class="button" href="/dashboard">Dashboard</a>`;

const list = new Intl.ListFormat('en-GB');

/** Says which companies are invented; nothing if none is. */
function sampleNote({ areAll, countries }: SampleNote): Html | undefined {
  if (countries.length === 0) return undefined;
  const text = areAll
    ? html`<strong>Sample data.</strong> All companies here are invented, under the names of real registers.`
    : html`<strong>Some sample data.</strong> The companies of ${
        countries.length > 3 ? `${countries.length} countries` : list.format(countries)
      } are invented.`;
  return html`<aside class="sample-data" aria-label="Sample data">${text}
      <a href="/docs/operators/importing">How to import a register</a></aside>`;
}

/** Sends pages that share one frame. */
export const pageSender =
  (assets: Assets, samples: SampleNote = { areAll: false, countries: [] }): SendPage =>
  (res, { formTarget, markdownAt, ...parts }) => {
    const { title, content, script, actions = usualActions, status = 200, cacheControl = 'no-cache' } = parts;
    const head = html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${assets.urlOf('style.css')}" />
    ${markdownAt && html`<link rel="alternate" type="text/markdown" href="${markdownAt}" />`}
    ${script && html`<script type="module" src="${assets.urlOf(script)}"></script>`}`;
    const body = html`<a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24" />Company Registry</a>
      <nav aria-label="Site"><a href="/docs">Documentation</a><a href="/#prices">Prices</a>${actions}</nav>
    </header>
    ${sampleNote(samples)}
    ${content}
    <footer>Company Registry · <a href="/docs">Documentation</a> · <a href="/api/v1/openapi.json">OpenAPI</a> ·
      <a href="/docs/changelog">Changelog</a> · <a href="/status">Status</a></footer>`;
    const page = htmlPage({ title, head: head.text, body: body.text });
    const isPacked = page.length > maxUnpackedLength && Boolean(res.req.acceptsEncodings('gzip'));
    res.vary('Accept-Encoding').status(status).type('html');
    res.set({
      'Content-Security-Policy': policyOf(formTarget),
      'Cache-Control': cacheControl,
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    });
    res.send(isPacked ? gzipSync(page, { level: 4 }) : page);
  };
