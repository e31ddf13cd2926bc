import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { prepare, type Services } from '../../src/api/index.ts';
import { filterRules } from '../../src/company/limits.ts';
import { networkOf } from '../../src/kernel/networks.ts';
import { anonymous, visitor } from '../../src/kernel/principal.ts';
import { once } from '../../src/kernel/running/once.ts';
import { callerOf, exchangeOf } from '../edge/exchange.ts';
import { parseQuery } from '../edge/query-string.ts';
import type { Operations } from '../operations.generated.ts';
import { type Html, html } from '../page/html.ts';
import { jsonTree } from '../page/json-tree.ts';
import type { SendPage } from '../page/page.ts';
import { sampleCard } from '../page/sample-card.ts';

type Plans = Operations['frontPagePlans']['data']['plans'];
type Registers = Operations['frontPageRegisters']['data']['registers'];
type SearchResult = Operations['frontPageSearch']['data']['entities'];

export interface FrontPageParts {
  schema: GraphQLSchema;
  services: Services;
  sendPage: SendPage;
  baseUrl: string;
  version: string;
}

const questions = ['holding', 'transport', 'group'];
/** How many records the page shows. */
export const shown = 5;
const number = (value: number) => value.toLocaleString('en-GB');

export const frontPageDocuments = {
  frontPagePlans: '{ plans { id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys } }',
  frontPageRegisters: '{ registers { countryName served { records } } }',
  frontPageSearch: `query ($q: String!) {
    entities(filter: { q: $q, mode: words, names: all }, pageSize: ${shown}) {
      items { canonicalName countryCode status legalForm number matchedName } meta { total } fuzzy
    }
  }`,
};

/** The page at `/`. A client that asks for JSON gets the addresses of the service. */
export function frontPage({ schema, services, sendPage, baseUrl, version }: FrontPageParts): Router {
  const prepared = <Name extends keyof typeof frontPageDocuments>(name: Name) =>
    prepare<Operations[Name]>(schema, frontPageDocuments[name]);
  // Prepared by the first request: an application over another schema does not have these fields.
  const operations = once(() => ({
    plans: prepared('frontPagePlans'),
    registers: prepared('frontPageRegisters'),
    search: prepared('frontPageSearch'),
  }));
  const router = Router({ caseSensitive: true });
  router.get('/', async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = '/';
    const { requestId } = exchange;
    res.vary('Accept');
    if (req.accepts(['json', 'html']) === 'json') {
      const links = { docs: '/docs', openapi: '/api/v1/openapi.json', plans: '/api/v1/plans', dashboard: '/dashboard' };
      const addresses = Object.fromEntries(Object.entries(links).map(([name, path]) => [name, baseUrl + path]));
      res.set('Cache-Control', 'no-cache').json({ name: 'Company Registry', version, ...addresses });
      return;
    }
    const q = parseQuery(req.url)['q']?.trim() ?? '';
    if (q !== '') await services.visitorLimit.count(networkOf(callerOf(req).address));
    const found = q === '' ? undefined : await operations().search({ q }, { requestId, principal: visitor, services });
    const { plans } = await operations().plans({}, { requestId, principal: anonymous, services });
    // Without the database the page is shown without the registers.
    const { registers } = await operations()
      .registers({}, { requestId, principal: anonymous, services })
      .catch(() => ({ registers: [] }));
    const content = html`<main id="content">
      ${intro(baseUrl)}
      ${tryIt(q, found?.entities, baseUrl)}
      ${countries(registers)}
      ${prices(plans)}
      ${ways}
    </main>`;
    sendPage(res, { title: 'Company Registry: one API for official company registers', content, script: 'pages.ts' });
  });
  return router;
}

const intro = (baseUrl: string): Html => html`<div class="hero"><section>
        <h1>One API for official company registers</h1>
        <p>Search and read official company records of many countries in one format. Every record says which file it comes from
          and keeps the fields of its register as they were published.</p>
        <p><a class="button main" href="/auth/login?returnTo=/dashboard">Sign in for free</a>
          <a class="button" href="/docs">Read the documentation</a></p>
      </section>
      <section aria-label="A request and its answer">
        ${sampleCard('first', { path: searchPath('holding') }, baseUrl)}
        <div class="scroll" tabindex="0" role="group" aria-label="The answer, shortened">${jsonTree(firstAnswer)}</div>
      </section></div>`;

/** Of a record, the fields that say most. */
const firstAnswer = {
  data: [
    {
      id: '6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e',
      countryCode: 'GB',
      canonicalName: 'EXAMPLE HOLDING LIMITED',
      status: 'active',
      legalForm: 'Private Limited Company',
      registeredAt: '2004-09-27',
    },
  ],
  meta: { page: 1, pageSize: 25, total: 1 },
};

const tryIt = (
  q: string,
  found: SearchResult | undefined,
  baseUrl: string,
): Html => html`<section class="block" aria-labelledby="try">
        <h2 id="try">Try a search</h2>
        <search><form class="try" action="/#try" method="get">
          <label>A company's name, in part or whole, or its number
            <input name="q" type="search" value="${q}" maxlength="${filterRules.q.most}" required /></label>
          <button class="main">Search</button>
        </form></search>
        <p>For example ${questions.map((one) => html`<a href="/?q=${one}#try">${one}</a> `)}</p>
        ${found && results(q, found, baseUrl)}
      </section>`;

const results = (q: string, { items, meta, fuzzy }: SearchResult, baseUrl: string): Html => html`
        <p role="status"><strong>${number(meta.total)}</strong>
          ${meta.total === 1 ? 'record matches' : 'records match'} “${q}”${
            meta.total > shown && html`; the first ${shown} are shown`
          }.${fuzzy && meta.total > 0 && html` No name has exactly these words, so similar ones are shown.`}</p>
        <ul class="found">${items.map(
          ({ canonicalName, countryCode, status, legalForm, number: nationalNumber, matchedName }) =>
            html`<li><strong>${canonicalName}</strong> <span class="badge ${status}">${status.replace('_', ' ')}</span>
              <small>${countryCode}${nationalNumber && html`, ${nationalNumber}`}${legalForm && html`, ${legalForm}`}${
                matchedName && html`; also ${matchedName}`
              }</small></li>`,
        )}</ul>
        <p>The same search as an API request, with your key:</p>
        ${sampleCard('search', { path: searchPath(q) }, baseUrl)}`;

const searchPath = (q: string): string => `/api/v1/entities?${new URLSearchParams({ q, mode: 'words', names: 'all' })}`;

function countries(registers: Registers): Html | undefined {
  const served = registers.filter((register) => register.served !== null);
  if (served.length === 0) return undefined;
  const total = served.reduce((sum, register) => sum + (register.served?.records ?? 0), 0);
  const names = served.map(({ countryName }) => countryName).sort((one, other) => one.localeCompare(other));
  return html`<section class="block" aria-labelledby="countries">
        <h2 id="countries">Countries</h2>
        <p><strong>${number(total)}</strong> records of ${names.join(', ')}.
          <a href="/docs/registers">Where they come from</a></p>
        <p>A <a href="/docs/changes">feed of changes</a> shows what each import changed, and every record has its history.</p>
      </section>`;
}

const prices = (plans: Plans): Html => html`<section class="block" aria-labelledby="prices">
        <h2 id="prices">Prices</h2>
        <p>Prices are fixed. When the quota is used up, requests are refused and nothing more is charged.</p>
        <div class="plans">${plans.map(
          (plan) => html`<section class="plan" aria-label="Plan ${plan.name}">
            <h3>${plan.name}</h3>
            <p class="price">€${plan.monthlyPriceEur} <small>per month</small></p>
            <ul>
              <li>${number(plan.monthlyRequests)} requests per month</li>
              <li>${number(plan.requestsPerMinute)} requests per minute and key</li>
              <li>${plan.maxApiKeys === 1 ? '1 active key' : html`${plan.maxApiKeys} active keys`}</li>
            </ul>
            <a class="button" href="/dashboard/billing">Choose ${plan.name}</a>
          </section>`,
        )}</div>
      </section>`;

const ways = html`<section class="block" aria-labelledby="start">
        <h2 id="start">Start in three steps</h2>
        <ol>
          <li><a href="/auth/login?returnTo=/dashboard/keys">Sign in and create a key.</a> The Free plan has one.</li>
          <li>Send your first request. The dashboard has it ready to copy.</li>
          <li>Read the <a href="/docs">reference</a>, or load <a href="/api/v1/openapi.json">the OpenAPI document</a>
            into your tools.</li>
        </ol>
      </section>`;
