import { Refusal } from '../../kernel/errors.ts';

const mostHops = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Requests an address and follows its redirects. Each redirect is checked first: an encrypted address may only lead to another
 * encrypted one, and never to one with a user name.
 */
export async function follow(address: string, init: Omit<RequestInit, 'redirect'>): Promise<Response> {
  let url = new URL(address);
  for (let hop = 0; hop <= mostHops; hop++) {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = redirects.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    url = nextOf(url, location);
  }
  throw new Refusal(`${address} has too many redirects: the download was stopped.`);
}

/** The target of a redirect or a link. */
export function nextOf(url: URL, location: string): URL {
  const next = URL.parse(location, url);
  const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && url.protocol === 'http:');
  if (!next || !isSafe || next.username !== '' || next.password !== '')
    throw new Refusal(`${url.origin} leads to an unsafe address: ${next?.origin ?? 'none'}. The download was stopped.`);
  return next;
}
