import { basename } from 'node:path';
import { Refusal } from '../../kernel/errors.ts';
import type { Download } from '../declaration/register.ts';

/** The largest catalogue known has 10 MB. */
const maxPageCharacters = 64_000_000;
const maxLinkCharacters = 2_000;
const pageTimeoutMs = 60_000;

/** The URL of the file: the given one, or the newest link on that page. */
export async function urlOf({ url, link }: Download): Promise<string> {
  if (!link) return url;
  const response = await follow(url, {
    headers: { 'user-agent': 'company-registry' },
    signal: AbortSignal.timeout(pageTimeoutMs),
  });
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
    if (text.length > maxPageCharacters) throw new Refusal('The page with the links is too long.');
  }
  return text;
}

/** Any text between quotes or blanks may be a link. JSON may write \\/ for a slash, and HTML &amp; for an ampersand. */
function linksOn(text: string, link: RegExp): string[] {
  const plain = text.replaceAll('\\/', '/').replaceAll('&amp;', '&');
  return plain.split(/["'\s<>]/).filter((word) => word.length < maxLinkCharacters && link.test(nameIn(word)));
}

/** Names with dates or numbers in them sort by those. */
const nameOrder = new Intl.Collator('en', { numeric: true });
const nameIn = (url: string): string => basename(url.split('?')[0] ?? '');

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

const maxHops = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Requests a URL and follows its redirects. Each redirect is checked first: an encrypted URL may only lead to another
 * encrypted one, and never to one with a user name.
 */
export async function follow(start: string, init: Omit<RequestInit, 'redirect'>): Promise<Response> {
  let url = new URL(start);
  for (let hop = 0; hop <= maxHops; hop++) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = redirects.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    url = nextOf(url, location);
  }
  throw new Refusal(`${start} has too many redirects: the download was stopped.`);
}

/** The target of a redirect or a link. */
function nextOf(url: URL, location: string): URL {
  const next = URL.parse(location, url);
  const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && url.protocol === 'http:');
  if (!next || !isSafe || next.username !== '' || next.password !== '')
    throw new Refusal(`${url.origin} leads to an unsafe address: ${next?.origin ?? 'none'}. The download was stopped.`);
  return next;
}
