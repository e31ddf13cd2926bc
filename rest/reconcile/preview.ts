import { hash } from 'node:crypto';
import { htmlPage } from '../../src/kernel/html-page.ts';
import { type Html, html } from '../page/html.ts';
import { addressOf, properties, type ReadRecord } from './properties.ts';
import { describe } from './queries.ts';

const style = `
  body { margin: 0; padding: 10px 12px; font: 13px/1.45 system-ui, sans-serif; color: #1c2433; background: #fff; }
  h1 { margin: 0 0 6px; font-size: 15px; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0; }
  dt { color: #4a5468; }
  dd { margin: 0; overflow-wrap: anywhere; }`;

/** Pages of any origin may show a preview in a frame. It has no scripts and loads nothing. */
export const previewPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';');

const page = (title: string, body: Html): string => htmlPage({ title, body: body.text, head: `<style>${style}</style>` });

const textsOf = (id: keyof typeof properties, record: ReadRecord): string =>
  properties[id]
    .cells(record)
    .map((cell) => ('str' in cell ? cell.str : cell.date.slice(0, 10)))
    .join(', ');

const shown = ['country', 'number', 'status', 'legalForm', 'registeredAt', 'endedAt', 'address', 'lei', 'otherName'] as const;

/** A small page about a company. */
export function previewPage(record: ReadRecord): string {
  const rows = shown.map((id) => [properties[id].name, textsOf(id, record)] as const).filter(([, value]) => value !== '');
  const list = rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  const body = html`<main><h1>${record.canonicalName}</h1><dl>${list}</dl></main>`;
  return page(record.canonicalName, body);
}

export const absentPage = (): string =>
  page('No record', html`<main><h1>No record</h1><p>No company has this id, or its register no longer has it.</p></main>`);

/** A piece of HTML about a company, which OpenRefine shows beside a suggestion. */
export const flyoutOf = (record: ReadRecord): string =>
  html`<p><b>${record.canonicalName}</b></p><p>${describe(record)}</p><p>${addressOf(record)}</p>`.text;
