import { readFileSync } from 'node:fs';
import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../src/kernel/html-page.ts';
import { sampleAddress } from '../openapi/code-samples.ts';
import { Html } from '../page/html.ts';
import { copyButton, languageCard } from '../page/sample-card.ts';

/** The folders of docs/ that the service shows, and the url of their pages. docs/inside is not shown. */
const shown = { guides: '/docs', operators: '/docs/operators' };
export type Reader = keyof typeof shown;

/** A part of a guide, below one of its headings. */
export interface Section {
  /** The id of the heading; empty before the first. */
  anchor: string;
  heading: string;
  /** Without markup, for the search. */
  text: string;
}

export interface Guide {
  /** The readers it is for: the name of its folder. */
  reader: Reader;
  path: string;
  title: string;
  /** What the page has, in a line: from the list of pages. Empty for that list. */
  says: string;
  body: Html;
  /** The Markdown that it is made of. */
  source: string;
  sections: Section[];
}

/** A comment marks where a generated part of a guide begins and ends. */
const isComment = (text: string): boolean => /^<!--[^>]*-->\s*$/.test(text);

/**
 * Renders the README of each folder, and the pages that it lists, in their order. Pages show HTML as text and leave comments out.
 * Their samples use this url of the service.
 */
export function readGuides(baseUrl = sampleAddress): Guide[] {
  return (Object.keys(shown) as Reader[]).flatMap((reader) => {
    const read = (name: string) =>
      readFileSync(new URL(`../../docs/${reader}/${name}`, import.meta.url), 'utf8').replaceAll(sampleAddress, baseUrl);
    const listed = [...read('README.md').matchAll(/\]\(([\w-]+\.md)\)(?: \| (.*) \|$)?/gm)];
    return [['', 'README.md'], ...listed].map(([, name = '', says = '']) => render(reader, name, read(name), says));
  });
}

const pathOf = (reader: Reader, name: string): string =>
  name === 'README.md' ? `/docs/${reader}` : `${shown[reader]}/${name.slice(0, -'.md'.length)}`;

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The URL of a linked page in the service, with an ending for its form. Undefined if the service does not show the page. */
export function urlOf(href: string, reader: Reader, ending = ''): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const { pathname = '', hash = '' } = URL.parse(href, `file:///docs/${reader}/`) ?? {};
  if (pathname === '/openapi.json') return '/api/v1/openapi.json';
  const [, folder = '', name = ''] = /^\/docs\/(\w+)\/([\w-]+\.md)$/.exec(pathname) ?? [];
  return Object.hasOwn(shown, folder) ? pathOf(folder as Reader, name) + ending + hash : undefined;
}

export function render(reader: Reader, name: string, source: string, says = ''): Guide {
  const anchors = new Set<string>();
  const anchorOf = (text: string): string => {
    const anchor = slug(text);
    if (anchor === '' || anchors.has(anchor)) return '';
    anchors.add(anchor);
    return anchor;
  };
  const attribute = (anchor: string): string => anchor && ` id="${escapeHtml(anchor)}"`;
  const sections: Section[] = [{ anchor: '', heading: '', text: '' }];
  let [tables, cards] = [0, 0];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }) => (isComment(text) ? '' : escapeHtml(text)),
      heading({ tokens, depth }) {
        const anchor = anchorOf(plain(tokens));
        return `<h${depth}${attribute(anchor)}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // A list item that begins with a code can be linked to by the code.
      strong({ tokens }) {
        const [only, ...others] = tokens;
        const anchor = only?.type === 'codespan' && others.length === 0 ? anchorOf(only.text) : '';
        return `<strong${attribute(anchor)}>${this.parser.parseInline(tokens)}</strong>`;
      },
      link({ href, tokens }) {
        const url = urlOf(href, reader);
        const text = this.parser.parseInline(tokens);
        return url === undefined ? text : `<a href="${escapeHtml(url)}">${text}</a>`;
      },
      // A wide table scrolls sideways on a phone, also by keyboard.
      table(token) {
        tables += 1;
        const label = `Table ${tables}: ${token.header.map(({ text }) => wording(text).trim()).join(', ')}`;
        const table = Renderer.prototype.table.call(this, token);
        return `<section class="rows" aria-label="${escapeHtml(label)}" tabindex="0">${table}</section>\n`;
      },
      image: ({ text }) => escapeHtml(text),
      code: ({ text }) => `<div class="code"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre>${copyButton.text}</div>\n`,
    },
  });
  marked.use({
    extensions: [
      {
        name: tabs,
        renderer: ({ texts }) => {
          cards += 1;
          return `${languageCard(String(cards), texts).text}\n`;
        },
      },
    ],
  });
  const tokens = withTabs(marked.lexer(source));
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain((token as Tokens.Heading).tokens);
      sections.push({ anchor: slug(heading), heading, text: '' });
    } else if (!isComment(token.raw)) {
      const section = sections.at(-1) as Section;
      section.text += `${wording(token.raw)} `;
    }
  }
  const title = sections[1]?.heading ?? name;
  const body = new Html(marked.parser(tokens));
  const found = sections.filter(({ text }) => text.trim() !== '');
  return { reader, path: pathOf(reader, name), title, says, body, source, sections: found };
}

const tabs = 'tabs';

/** The name of its tab, which follows the language of a block: "```ts TypeScript". */
const tabOf = (token: Token | undefined): string | undefined =>
  token?.type === 'code' ? /^\w+ (.+)$/.exec((token as Tokens.Code).lang ?? '')?.[1] : undefined;

/** Blocks of code that follow each other and have names of tabs become one token. */
function withTabs(tokens: Token[]): Token[] {
  const grouped: Token[] = [];
  for (const token of tokens) {
    const last = grouped.at(-1);
    const name = tabOf(token);
    if (last?.type === tabs && token.type === 'space') continue;
    if (name === undefined) grouped.push(token);
    else if (last?.type === tabs && !Object.hasOwn(last['texts'], name)) {
      last.raw += token.raw;
      last['texts'][name] = (token as Tokens.Code).text;
    } else grouped.push({ type: tabs, raw: token.raw, texts: { [name]: (token as Tokens.Code).text } });
  }
  return grouped;
}

/** Markdown as plain text: the text of a link, the cells of a table. */
const wording = (source: string): string =>
  source
    .replaceAll(/\]\([^()\s]*\)/g, ' ')
    .replaceAll(/^[|-]+$|^ *- |^```.*$/gm, ' ')
    .replaceAll(/[*`|#>[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:)])/g, '');

const plain = (tokens: Tokens.Generic[]): string =>
  tokens.map((token) => (token['tokens'] ? plain(token['tokens']) : (token['text'] ?? ''))).join('');
