import { Refusal } from '../../kernel/errors.ts';

const mostHops = 10;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Asks for an address, and follows where it leads. Each step is looked at before it is taken: from an encrypted address only
 * another encrypted one may follow, and none that names a user.
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
  throw new Refusal(`${address} leads from one address to the next without end: the download was stopped.`);
}

/** The address that another one leads to, or links to. */
export function nextOf(url: URL, location: string): URL {
  const next = URL.parse(location, url);
  const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && url.protocol === 'http:');
  if (!next || !isSafe || next.username !== '' || next.password !== '')
    throw new Refusal(`${url.origin} leads to an address that is not safe: ${next?.origin ?? 'none'}. The download was stopped.`);
  return next;
}
