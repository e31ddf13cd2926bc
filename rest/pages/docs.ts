import { Router } from 'express';
import { Failure } from '../../src/kernel/errors.ts';
import { once } from '../../src/kernel/once.ts';
import { exchangeOf } from '../edge/exchange.ts';
import { parseQuery } from '../edge/query-string.ts';
import { searchGuides } from './guide-search.ts';
import { type Guide, type Reader, readGuides } from './guides.ts';
import { type Html, html } from './html.ts';
import type { SendPage } from './page.ts';
import { type OpenApi, referenceOf } from './reference.ts';

/** In characters: the longest query of the search. */
const longest = 200;

interface DocsParts {
  sendPage: SendPage;
  document: () => OpenApi;
  baseUrl: string;
}

/** The pages for operators were among the guides before. These have a new name: old address and new address. */
const renamed = new Map([['/docs/operations', '/docs/operators/drills']]);

/** The documentation: the reference at /docs, the guides below it, the pages for operators, and a search in them. */
export function docsRoutes({ sendPage, document, baseUrl }: DocsParts): Router {
  const guides = once(() => readGuides(baseUrl));
  const reference = once(() => referenceOf(document(), baseUrl));
  const send = (res: Parameters<SendPage>[0], title: string, current: string, body: Html, q = '', navigation?: Html) => {
    const content = html`<div class="framed docs"><div class="aside">${side(guides(), current, q)}${navigation}</div>
      <main id="content">${body}</main></div>`;
    sendPage(res, { title: `${title} · Company Registry`, content, script: 'pages.ts' });
  };
  const router = Router({ caseSensitive: true });
  router.use((_req, res, next) => {
    exchangeOf(res).route = '/docs';
    next();
  });
  router.get('/', (_req, res) => {
    const { body, navigation } = reference();
    send(res, 'API reference', '/docs', body, '', navigation);
  });
  router.get('/find', (req, res) => {
    const q = parseQuery(req.url)['q'] ?? '';
    if (q.length > longest) throw new Failure('invalid_request', `q may have ${longest} characters at most.`);
    send(res, 'Search the documentation', '', found(q, guides()), q);
  });
  router.get('/search', (req, res) => {
    const q = parseQuery(req.url)['q'];
    res.redirect(301, q === undefined ? '/docs/searching' : `/docs/find?${new URLSearchParams({ q })}`);
  });
  router.get('/*page', (req, res) => {
    const path = `/docs${req.path.replace(/\/$/, '')}`;
    const guide = guides().find((one) => one.path === path);
    if (guide) return send(res, guide.title, path, html`<article class="guide">${guide.body}</article>`);
    const newPath = renamed.get(path) ?? path.replace('/docs/', '/docs/operators/');
    if (!guides().some((one) => one.path === newPath)) throw new Failure('not_found');
    res.redirect(301, newPath);
  });
  return router;
}

const groups: Record<Reader, string> = { guides: 'For customers', operators: 'For operators' };

const side = (guides: readonly Guide[], current: string, q: string): Html => {
  const link = ({ path, title }: { path: string; title: string }) =>
    html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>`;
  const group = (reader: Reader) =>
    html`<li class="group">${groups[reader]}</li>${guides.filter((guide) => guide.reader === reader).map(link)}`;
  // The group of the current page comes first, so that it is in sight.
  const reader = guides.find(({ path }) => path === current)?.reader ?? 'guides';
  return html`<nav class="side" aria-label="Documentation">
      <search><form action="/docs/find" method="get">
        <label><span class="unseen">Search the documentation</span>
          <input type="search" name="q" value="${q}" maxlength="${longest}" placeholder="Search the guides" /></label>
      </form></search>
      <ul>${link({ path: '/docs', title: 'API reference' })}</ul>
      <details class="${current === '/docs' ? 'fold' : 'menu'}"><summary>Guides</summary>
        <ul>${group(reader)}${group(reader === 'guides' ? 'operators' : 'guides')}</ul></details>
    </nav>`;
};

function found(q: string, guides: readonly Guide[]): Html {
  const hits = searchGuides(guides, q);
  return html`<h1>Search the documentation</h1>
    <p role="status">${hits.length === 0 ? 'Nothing was found' : hits.length === 1 ? '1 place' : `${hits.length} places`}
      for “${q}”.${hits.length === 0 && html` Try a single word, or look at <a href="/docs">the reference</a>.`}</p>
    <ul class="found">${hits.map(
      ({ guide, section, excerpt }) => html`<li>
        <a href="${guide.path}${section.anchor && `#${section.anchor}`}">${guide.title}${
          section.heading !== guide.title && section.heading && html`: ${section.heading}`
        }</a><br />${excerpt}</li>`,
    )}</ul>`;
}
