import { shortLifeSeconds } from '../../src/accounts/index.ts';
import { type Html, html } from '../page/html.ts';
import { type Entry, entriesOf, type OpenApi, type Resolve, resolverOf } from './contract.ts';
import { methodBadge, operation } from './operation.ts';
import { alternativeNames, schemaTree } from './schema-tree.ts';

export type { OpenApi };

interface Reference {
  /** The links to the operations. */
  navigation: Html;
  body: Html;
}

/** The reference of the API, from its own contract. */
export function referenceOf(document: OpenApi, baseUrl: string): Reference {
  const entries = entriesOf(document);
  const resolve = resolverOf(document);
  const groups = document.tags.map((tag) => ({ ...tag, entries: entries.filter(({ tags }) => tags.includes(tag.name)) }));
  const body = html`<h1>API reference</h1>
    <p class="lead">Version ${document.info.version}. The same for machines: <a href="/api/v1/openapi.json">openapi.json</a>,
      and for Postman or Insomnia <a href="/api/v1/postman.json">postman.json</a>.
      Every answer has an <code>X-Request-ID</code>; answers with company data also have the
      <a href="/docs/metering">headers of the limits</a>.</p>
    ${keyForm}
    ${groups.map(
      ({ name, description, entries: own }) => html`<h2 class="group" id="group-${name}">${name}</h2>
        ${description && html`<p class="lead">${description}</p>`}
        ${own.map((entry) => operation(entry, baseUrl, resolve))}`,
    )}
    ${types(document, resolve)}`;
  return { navigation: navigation(groups), body };
}

const navigation = (groups: { name: string; entries: Entry[] }[]): Html => html`<nav class="operations" aria-label="Operations">
      <details class="menu"><summary>Operations</summary><ul>${groups.map(
        ({ name, entries }) =>
          html`<li><a class="group" href="#group-${name}">${name}</a><ul>${entries.map(
            ({ operationId, method, summary }) =>
              html`<li><a href="#${operationId}"><span>${summary}</span>${methodBadge(method)}</a></li>`,
          )}</ul></li>`,
      )}<li><a class="group" href="#group-types">National fields</a></li></ul></details>
    </nav>`;

/** The key stays in this tab. The form needs scripts. */
const keyForm = html`<form class="panel line scripted" id="key-form">
      <label>Your API key, to try requests here
        <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="crd_…" /></label>
      <button type="button" id="make-key" data-seconds="${shortLifeSeconds}">Create a key for one hour</button>
      <p id="key-note" role="status">The key stays in this tab and goes to this service alone.
        What a request costs: <a href="/docs/metering#what-costs-what">what costs what</a>.</p>
    </form>`;

/** The components that differ by country, each shown once. A link to one opens it. */
function types(document: OpenApi, resolve: Resolve): Html | undefined {
  const schemas = document.components.schemas ?? {};
  const names = alternativeNames(schemas);
  if (names.length === 0) return undefined;
  return html`<h2 class="group" id="group-types">National fields</h2>
    <p class="lead">What <code>registry</code> of a full record has, by country.</p>
    <section class="panel" aria-labelledby="group-types">${names.map((name) => {
      const schema = schemas[name] ?? {};
      return html`<details class="response"><summary>${schema.description ?? name}</summary>
        <div id="${name}"><p><code>${name}</code></p>${schemaTree(schema, resolve)}</div></details>`;
    })}</section>`;
}
