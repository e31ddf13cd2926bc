import { readdirSync, readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../src/kernel/html-page.ts';
import { sampleAddress } from '../openapi/code-samples.ts';
import { Html } from './html.ts';

const folder = new URL('../../docs/', import.meta.url);
/** For those who use the service, then for those who run it. A guide that is not listed comes last. */
const order = [
  ...[
    'quick-start',
    'api',
    'searching',
    'changes',
    'registers',
    'statuses',
    'registry-fields',
    'errors',
    'metering',
    'accounts',
    'billing',
    'dashboard',
  ],
  ...['graphql', 'importing', 'operating', 'upgrading', 'kubernetes', 'growth', 'operations', 'search'],
];

/** A part of a guide, below one of its headings. */
export interface Section {
  /** The id of the heading; empty before the first. */
  anchor: string;
  heading: string;
  /** Without markup, for the search. */
  text: string;
}

export interface Guide {
  id: string;
  title: string;
  body: Html;
  sections: Section[];
}

/** Marks of a part of a guide that is generated. */
const isComment = (text: string): boolean => /^<!--[^>]*-->\s*$/.test(text);

/** The guides in docs/, rendered. HTML is shown as text, comments are left out. Their samples ask the service at this address. */
export function readGuides(baseUrl = sampleAddress): Guide[] {
  const names = readdirSync(folder).filter((name) => /^[\w-]+\.md$/.test(name));
  const guides = names.map((name) => {
    const source = readFileSync(new URL(name, folder), 'utf8').replaceAll(sampleAddress, baseUrl);
    return render(name.slice(0, -3), source);
  });
  const place = ({ id }: Guide) => (order.includes(id) ? order.indexOf(id) : order.length);
  return guides.sort((one, other) => place(one) - place(other) || one.title.localeCompare(other.title));
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** An address in a guide as the service has it. What lies elsewhere in the repository is not served. */
export function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const guide = /^(?:\.\/|docs\/)?([\w-]+)\.md(#[\w-]*)?$/.exec(href);
  return guide ? `/docs/${guide[1]}${guide[2] ?? ''}` : undefined;
}

export function render(id: string, source: string): Guide {
  const anchors = new Set<string>();
  const anchorOf = (text: string): string => {
    const anchor = slug(text);
    if (anchor === '' || anchors.has(anchor)) return '';
    anchors.add(anchor);
    return anchor;
  };
  const attribute = (anchor: string): string => anchor && ` id="${escapeHtml(anchor)}"`;
  const sections: Section[] = [{ anchor: '', heading: '', text: '' }];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }) => (isComment(text) ? '' : escapeHtml(text)),
      heading({ tokens, depth }) {
        const anchor = anchorOf(plain(tokens));
        return `<h${depth}${attribute(anchor)}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // An entry of a list that begins with a code can be linked to by the code.
      strong({ tokens }) {
        const [only, ...others] = tokens;
        const anchor = only?.type === 'codespan' && others.length === 0 ? anchorOf(only.text) : '';
        return `<strong${attribute(anchor)}>${this.parser.parseInline(tokens)}</strong>`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      image: ({ text }) => escapeHtml(text),
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
  });
  const tokens = marked.lexer(source);
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain((token as Tokens.Heading).tokens);
      sections.push({ anchor: slug(heading), heading, text: '' });
    } else if (!isComment(token.raw)) {
      const section = sections.at(-1) as Section;
      section.text += `${wording(token.raw)} `;
    }
  }
  const title = sections[1]?.heading ?? id;
  return { id, title, body: new Html(marked.parser(tokens)), sections: sections.filter(({ text }) => text.trim() !== '') };
}

/** Markdown without its marks: of a link its text, and of a table its cells. */
const wording = (source: string): string =>
  source
    .replaceAll(/\]\([^()\s]*\)/g, ' ')
    .replaceAll(/^[|-]+$|^ *- |^```\w*$/gm, ' ')
    .replaceAll(/[*`|#>[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:)])/g, '');

const plain = (tokens: Tokens.Generic[]): string =>
  tokens.map((token) => (token['tokens'] ? plain(token['tokens']) : (token['text'] ?? ''))).join('');
