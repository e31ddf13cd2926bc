import { type Html, html } from './html.ts';

/** Levels that are open at first. */
const openLevels = 3;
/** Longer lists are folded at first. */
const openItems = 30;

/** JSON with colours, whose objects and lists can be folded. The service and the browser both use it. */
export const jsonTree = (value: unknown): Html => html`<div class="json">${node(undefined, value, 0, '')}</div>`;

function node(name: string | undefined, value: unknown, depth: number, end: string): Html {
  const label = name !== undefined && html`<span class="name">${JSON.stringify(name)}</span>: `;
  if (typeof value !== 'object' || value === null) return html`<div>${label}${leaf(value)}${end}</div>`;
  const isList = Array.isArray(value);
  const entries: [string | undefined, unknown][] = isList ? value.map((one) => [undefined, one]) : Object.entries(value);
  const [first, last] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return html`<div>${label}${first}${last}${end}</div>`;
  const isOpen = depth < openLevels && entries.length <= openItems;
  const count = `${entries.length} ${isList ? 'item' : 'field'}${entries.length === 1 ? '' : 's'}`;
  const folded = html`<span class="folded"> ${count} ${last}${end}</span>`;
  return html`<details${isOpen && html` open`}><summary>${label}${first}${folded}</summary>
<div class="inner">${entries.map(([key, one], place) => node(key, one, depth + 1, place < entries.length - 1 ? ',' : ''))}</div>
<div>${last}${end}</div></details>`;
}

const leaf = (value: unknown): Html =>
  typeof value === 'string'
    ? html`<span class="text">${JSON.stringify(value)}</span>`
    : html`<span class="value">${String(value)}</span>`;
