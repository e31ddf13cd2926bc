import { type Guide, type Reader, urlOf } from './guides.ts';

/** The URL of a guide as Markdown. */
export const markdownPath = ({ path }: Guide): string => `${path}.md`;

/** Without the lines that are notes for those who write the guides. */
const withoutNotes = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !(line.startsWith('<!--') && line.endsWith('-->')))
    .join('\n');

/**
 * A guide as Markdown. Its links are whole URLs, because a program often has nothing but the text, and lead to Markdown too.
 * A link to what the service does not show is left as its text.
 */
export function markdownOf({ source, reader }: Guide, baseUrl: string): string {
  const linked = (text: string) =>
    withoutNotes(text).replaceAll(/\[([^[\]]*)\]\(([^()\s]+)\)/g, (_whole, words, href) => {
      const url = urlOf(href, reader, '.md');
      if (url === undefined) return words;
      return `[${words}](${url.startsWith('/') ? baseUrl : ''}${url})`;
    });
  // Every second part is a block of code.
  const parts = source.split(/^(?=```)/m);
  return parts.map((part, place) => (place % 2 === 1 ? part : linked(part))).join('');
}

/** What a program reads first, in the format of llmstxt.org. The section `Optional` may be left out by a short reader. */
export function llmsText(guides: readonly Guide[], baseUrl: string): string {
  const links = (reader: Reader) =>
    guides
      .filter((guide) => guide.reader === reader && guide.says !== '')
      .map((guide) => `- [${guide.title}](${baseUrl}${markdownPath(guide)}): ${guide.says}`);
  return `# Company Registry

> One API for official company registers: company records of many countries in one schema, read-only, as JSON over REST.

- Company data needs an API key in the header \`X-API-Key\`. A person makes one at ${baseUrl}/dashboard/keys.
- A national number is unique only within its country: send both.
- Branch on \`error.code\`. After 429 and 503 wait for \`Retry-After\` seconds.

## Guides

${links('guides').join('\n')}

## The contract

- [OpenAPI 3.1](${baseUrl}/api/v1/openapi.json): every operation, with its parameters, answers and errors
- [Postman collection](${baseUrl}/api/v1/postman.json): the same as requests to send

## Optional

${links('operators').join('\n')}
`;
}
