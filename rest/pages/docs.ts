import { type Response, Router } from 'express';
import { Failure } from '../../src/kernel/errors.ts';
import { once } from '../../src/kernel/running/once.ts';
import { exchangeOf } from '../edge/exchange.ts';
import { parseQuery } from '../edge/query-string.ts';
import { sendText, taggedText } from '../edge/text.ts';
import { type Html, html } from '../page/html.ts';
import type { SendPage } from '../page/page.ts';
import { type OpenApi, referenceOf } from '../reference/reference.ts';
import { searchGuides } from './guide-search.ts';
import type { Guide, Reader } from './guides.ts';
import { markdownOf, markdownPath } from './llms.ts';

const maxQueryLength = 200;

interface DocsDependencies {
  sendPage: SendPage;
  document: () => OpenApi;
  guides: () => readonly Guide[];
  baseUrl: string;
}

/** A page of the documentation. */
interface Shown {
  title: string;
  /** Its place in the navigation. */
  current?: string;
  body: Html;
  /** What was searched for. */
  q?: string;
  /** The links to its parts. */
  navigation?: Html;
  markdownAt?: string;
}

/** The pages for operators were among the guides before. These have a new name: old address and new address. */
const renamed = new Map([['/docs/operations', '/docs/operators/drills']]);

/**
 * The documentation: the reference at /docs, the guides below it, the pages for operators, and a search in them. Each guide is
 * also there as Markdown, at its address with `.md`.
 */
export function docsRoutes({ sendPage, document, guides, baseUrl }: DocsDependencies): Router {
  const markdown = once(() => new Map(guides().map((guide) => [guide, taggedText('text/markdown', markdownOf(guide, baseUrl))])));
  const reference = once(() => referenceOf(document(), baseUrl));
  const send = (res: Response, { title, current = '', body, q = '', navigation, markdownAt }: Shown) => {
    const content = html`<div class="framed docs"><div class="aside">${side(guides(), current, q)}${navigation}</div>
      <main id="content">${body}</main></div>`;
    sendPage(res, { title: `${title} · Company Registry`, content, script: 'pages.ts', markdownAt });
  };
  const router = Router({ caseSensitive: true });
  router.use((_req, res, next) => {
    exchangeOf(res).route = '/docs';
    next();
  });
  router.get('/', (_req, res) => {
    send(res, { title: 'API reference', current: '/docs', ...reference() });
  });
  router.get('/find', (req, res) => {
    const q = parseQuery(req.url)['q'] ?? '';
    if (q.length > maxQueryLength) throw new Failure('invalid_request', `q may have ${maxQueryLength} characters at most.`);
    send(res, { title: 'Search the documentation', body: found(q, guides()), q });
  });
  router.get('/search', (req, res) => {
    const q = parseQuery(req.url)['q'];
    res.redirect(301, q === undefined ? '/docs/searching' : `/docs/find?${new URLSearchParams({ q })}`);
  });
  router.get('/*page', (req, res) => {
    const [, path = '', ending = ''] = /^(.*?)(\.md)?\/?$/.exec(`/docs${req.path}`) ?? [];
    const guide = guides().find((one) => one.path === path);
    const text = guide && ending && markdown().get(guide);
    if (text) return sendText(req, res, text, 'no-cache');
    if (guide) {
      const body = html`<article class="guide">${guide.body}</article>`;
      return send(res, { title: guide.title, current: path, body, markdownAt: markdownPath(guide) });
    }
    const newPath = renamed.get(path) ?? path.replace('/docs/', '/docs/operators/');
    if (!guides().some((one) => one.path === newPath)) throw new Failure('not_found');
    res.redirect(301, newPath + ending);
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
          <input type="search" name="q" value="${q}" maxlength="${maxQueryLength}" placeholder="Search the guides" /></label>
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
