import { basename } from 'node:path';
import { Refusal } from '../../kernel/errors.ts';
import type { Download } from '../declaration/register.ts';
import { follow, nextOf } from './follow.ts';

/** In characters: the largest catalogue known has 10 MB. */
const longestPage = 64_000_000;
const longestLink = 2_000;
const pageTimeout = 60_000;

/** The address of the file: the given one, or the newest link on that page. */
export async function addressOf({ url, link }: Download): Promise<string> {
  if (!link) return url;
  const response = await follow(url, { headers: { 'user-agent': 'company-registry' }, signal: AbortSignal.timeout(pageTimeout) });
  if (!response.ok) throw new Refusal(`The page with the links, ${url}, returned ${response.status}.`);
  const links = linksOn(await textOf(response), link);
  const [first] = links.sort((one, other) => nameOrder.compare(nameIn(other), nameIn(one)));
  if (!first) throw new Refusal(`${url} has no link to the file any more: download it by hand.`);
  return nextOf(new URL(url), first).href;
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestPage) throw new Refusal('The page with the links is too long.');
  }
  return text;
}

/** Any text between quotes or blanks may be a link. JSON may write \\/ for a slash, and HTML &amp; for an ampersand. */
function linksOn(text: string, link: RegExp): string[] {
  const plain = text.replaceAll('\\/', '/').replaceAll('&amp;', '&');
  return plain.split(/["'\s<>]/).filter((word) => word.length < longestLink && link.test(nameIn(word)));
}

/** Names with dates or numbers in them sort by those. */
const nameOrder = new Intl.Collator('en', { numeric: true });
const nameIn = (address: string): string => basename(address.split('?')[0] ?? '');

/** The name of the file on our disk. It has no separators, so it cannot leave the folder. */
export function fileNameOf({ file }: Download, url: string): string {
  const name = file ?? decodeURIComponent(basename(new URL(url).pathname));
  const safe = name
    .replaceAll(/[^\w.-]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 200);
  if (safe === '') throw new Refusal(`${url} has no name for the file.`);
  return safe;
}
