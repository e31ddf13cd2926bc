import { type Html, html } from '../page/html.ts';
import { jsonTree } from '../page/json-tree.ts';
import { sampleCard } from '../page/sample-card.ts';
import { type Access, accessOf, type Entry, type Resolve } from './contract.ts';
import { exampleOf, exampleRequest } from './example.ts';
import { fieldTree, schemaTree, withCode } from './schema-tree.ts';
import { tryForm } from './try-form.ts';

const accessWords: Record<Access, string> = { key: 'API key', session: 'session', none: 'open to all' };

/** GET, POST or DELETE, each with its colour. */
export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** All about one operation: what it does at the left; samples, a form to try it and an example of its answer at the right. */
export function operation(entry: Entry, baseUrl: string, resolve: Resolve): Html {
  const { operationId, summary, description, method, path } = entry;
  return html`<article class="panel operation" id="${operationId}" aria-labelledby="${operationId}-title">
      <header><h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3><span class="badge">${
        entry['x-internal'] ? 'internal' : accessWords[accessOf(entry)]
      }</span></header>
      <p class="address ${method.toLowerCase()}"><code>${method} ${path}</code></p>
      <div class="columns">
        <div>
          <p>${withCode(description)}</p>
          ${parameters(entry, resolve)}
          ${body(entry, resolve)}
          ${answers(entry, resolve)}
        </div>
        <div>
          ${sampleCard(operationId, exampleRequest(entry, resolve), baseUrl)}
          <h4 class="scripted">Try it</h4>
          ${tryForm(entry, resolve)}
        </div>
      </div>
    </article>`;
}

function parameters({ parameters: all = [] }: Entry, resolve: Resolve): Html | undefined {
  if (all.length === 0) return undefined;
  const fields = all.map(resolve).map(({ name, schema, required, description, in: place }) => ({
    name,
    schema,
    isRequired: required === true,
    description,
    place,
  }));
  return html`<h4>Parameters</h4>${fieldTree(fields, resolve)}`;
}

function body({ requestBody }: Entry, resolve: Resolve): Html | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && html`<h4>Body</h4>${schemaTree(schema, resolve)}`;
}

function answers({ responses }: Entry, resolve: Resolve): Html {
  const all = Object.entries(responses).map(([status, response]) => ({ status, ...resolve(response) }));
  const codes = all
    .filter(({ status }) => status >= '400')
    .flatMap(({ content }) => Object.keys(content?.['application/json']?.examples ?? {}))
    .filter((code) => /^[a-z_]+$/.test(code));
  return html`<h4>Answers</h4>
      ${all
        .filter(({ status }) => status < '400')
        .map(({ status, description, headers = {}, content }) => {
          const media = content?.['application/json'];
          const example = media && exampleOf(media);
          const names = Object.entries(headers).map(([name, header]) => ({ name, text: resolve(header).description ?? '' }));
          const badge = html`<span class="badge${status < '300' && ' good'}">${status}</span>`;
          return html`<details class="response"><summary>${badge} ${description}</summary>
            ${media?.schema && schemaTree(media.schema, resolve)}
            ${
              example !== undefined &&
              html`<details><summary>Example</summary><div class="scroll" tabindex="0">${jsonTree(example)}</div></details>`
            }
            <details><summary>Headers (${names.length})</summary><dl>${names.map(
              ({ name, text }) => html`<div><dt><code>${name}</code></dt><dd>${withCode(text)}</dd></div>`,
            )}</dl></details>
          </details>`;
        })}
      ${codes.length > 0 && html`<p class="errors">Errors: ${codes.map(errorLink)}</p>`}`;
}

const errorLink = (code: string): Html => html`<a href="/docs/errors#${code}"><code>${code}</code></a> `;
