import { shortLife } from '../../src/accounts/index.ts';
import { firstQuestion, sampleAddress } from '../openapi/code-samples.ts';
import { type Html, html } from './html.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema & { description?: string }>;
  required?: string[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}
interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Response {
  $ref?: string;
  description: string;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-codeSamples'?: { label: string; source: string }[];
  'x-internal'?: true;
}
/** The part of an OpenAPI document that the reference shows. */
export interface OpenApi {
  info: { title: string; version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

interface Entry extends Operation {
  path: string;
  method: string;
}
type Access = 'key' | 'session' | 'none';

/** The reference of the API, from its own contract. */
export function referenceOf(document: OpenApi, baseUrl: string): Html {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const groups = document.tags.map((tag) => ({ ...tag, entries: entries.filter(({ tags }) => tags.includes(tag.name)) }));
  const resolve = <Part extends { $ref?: string }>(part: Part): Part =>
    part.$ref ? (lookUp(document, part.$ref) as Part) : part;
  return html`<h1>API reference</h1>
    <p class="lead">Version ${document.info.version}. The same for machines: <a href="/api/v1/openapi.json">openapi.json</a>.
      Every answer has an <code>X-Request-ID</code>; answers with company data also have the
      <a href="/docs/metering">headers of the limits</a>.</p>
    ${keyField}
    <nav class="panel" aria-label="Operations">${groups.map(
      ({ name, entries: own }) =>
        html`<h2>${name}</h2><ul class="operations">${own.map(
          ({ operationId, method, path, summary }) =>
            html`<li><a href="#${operationId}">${summary}</a> <code>${method} ${path}</code></li>`,
        )}</ul>`,
    )}</nav>
    ${groups.map(({ entries: own }) => own.map((entry) => operationOf(entry, baseUrl, resolve)))}`;
}

/** The key stays in this tab. The form needs scripts. */
const keyField = html`<form class="panel line" id="key-form" hidden>
      <label>Your API key, to try requests here
        <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="crd_…" /></label>
      <button type="button" id="make-key" data-seconds="${shortLife}">Create a key for one hour</button>
      <p id="key-note" role="status">The key stays in this tab and goes to this service alone.
        What a request costs: <a href="/docs/metering#what-costs-what">what costs what</a>.</p>
    </form>`;

type Resolve = <Part extends { $ref?: string }>(part: Part) => Part;

function operationOf(entry: Entry, baseUrl: string, resolve: Resolve): Html {
  const access = accessOf(entry);
  const parameters = (entry.parameters ?? []).map(resolve);
  const body = entry.requestBody?.content['application/json'];
  return html`<section class="panel operation" id="${entry.operationId}" aria-labelledby="${entry.operationId}-title">
      <header><h2 id="${entry.operationId}-title">${entry.summary}</h2><span class="badge">${
        entry['x-internal'] ? 'internal' : accessWords[access]
      }</span></header>
      <p><code>${entry.method} ${entry.path}</code></p>
      <p>${withCode(entry.description)}</p>
      ${parameters.length > 0 && parameterTable(entry.summary, parameters, resolve)}
      ${body && html`<h3>Body</h3><pre tabindex="0"><code>${JSON.stringify(exampleOf(body), null, 2)}</code></pre>`}
      ${samples(entry, baseUrl)}
      ${answers(entry, resolve)}
      ${entry.method === 'GET' && tryForm(entry, parameters, access, resolve)}
    </section>`;
}

const accessWords: Record<Access, string> = { key: 'API key', session: 'session', none: 'open to all' };

function accessOf({ security = [] }: Operation): Access {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'none';
  return names.some((name) => name.startsWith('ApiKey')) ? 'key' : 'session';
}

/** Text in which backticks mark code. */
const withCode = (text: string): Html[] =>
  text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const parameterTable = (of: string, parameters: Parameter[], resolve: Resolve): Html => html`<h3>Parameters</h3>
      <section class="rows" aria-label="Parameters: ${of}" tabindex="0"><table>
        <thead><tr>${['Name', 'In', 'Type', 'Meaning'].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
        <tbody>${parameters.map(({ name, in: place, required, description = '', schema }) => {
          const { type, enum: values, default: preset } = resolve(schema);
          return html`<tr><th scope="row"><code>${name}</code>${required && html` <span class="badge warn">required</span>`}</th>
            <td>${place}</td><td>${[type].flat().join(' or ')}</td>
            <td>${withCode(description)}${values && html` One of ${values.map(String).join(', ')}.`}${
              preset !== undefined && html` Default: <code>${String(preset)}</code>.`
            }</td></tr>`;
        })}</tbody>
      </table></section>`;

const samples = ({ 'x-codeSamples': texts = [] }: Entry, baseUrl: string): Html[] =>
  texts.map(
    ({ label, source }, place) => html`<details data-language="${label}"${place === 0 && html` open`}><summary>${label}</summary>
        <pre tabindex="0"><code>${source.replaceAll(sampleAddress, baseUrl)}</code></pre></details>`,
  );

const exampleOf = ({ example, examples }: Media): unknown => example ?? Object.values(examples ?? {})[0]?.value;

function answers({ responses }: Entry, resolve: Resolve): Html {
  const all = Object.entries(responses).map(([status, response]) => ({ status, ...resolve(response) }));
  const good = all.filter(({ status }) => status < '300');
  const codes = all
    .filter(({ status }) => status >= '400')
    .flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {}))
    .filter((code) => /^[a-z_]+$/.test(code));
  return html`${good.map(({ status, description, content }) => {
    const media = content?.['application/json'];
    return html`<details><summary>Answer ${status}: ${description}</summary>${
      media && html`<pre tabindex="0"><code>${JSON.stringify(exampleOf(media), null, 2)}</code></pre>`
    }</details>`;
  })}
      ${codes.length > 0 && html`<p>Errors: ${codes.map(errorLink)}</p>`}`;
}

const errorLink = (code: string): Html => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `;

/** Only the search fragment gets a default value, because other parameters would narrow the search. */
function tryForm({ operationId, path, summary }: Entry, parameters: Parameter[], access: Access, resolve: Resolve): Html {
  const fields = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  return html`<form class="line tryit" data-path="${path}" data-access="${access}" hidden>
        ${fields.map(
          ({ name, in: place, required, example, schema }) =>
            html`<label>${name}${
              choices(`${place}:${name}`, resolve(schema)) ??
              html`<input name="${place}:${name}" autocomplete="off"${required && html` required`}${
                name === 'q' && html` value="${firstQuestion}"`
              } placeholder="${String(example ?? '')}" />`
            }</label>`,
        )}
        <button class="main">Send<span class="unseen"> ${summary}</span></button>
        <pre tabindex="0" hidden aria-label="Answer to ${operationId}" role="status"></pre>
      </form>`;
}

/** The values of an enumeration to choose from. Undefined for other parameters. */
const choices = (field: string, { enum: values }: Schema): Html | undefined =>
  values &&
  html`<select name="${field}"><option value=""></option>${values.map(
    (value) => html`<option>${String(value)}</option>`,
  )}</select>`;

function lookUp(document: OpenApi, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce((part: unknown, name) => (part as Record<string, unknown>)[name.replaceAll('~1', '/')], document);
}
