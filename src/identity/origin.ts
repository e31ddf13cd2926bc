import type { Caller } from '../kernel/principal.ts';

/** Longer addresses don't fit into a cookie. */
const longest = 2_000;

/**
 * Where to go after signing in: an address of ours, whatever was asked for. It is given whole, for a path alone can name another host
 * (`//evil.example`), also after it was put in order (`/.//evil.example`).
 */
export function ownAddress(path: string | undefined, baseUrl: string): string {
  const home = new URL('/', baseUrl);
  if (!path?.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return home.href;
  const address = URL.parse(path, home);
  return address && address.origin === home.origin && address.href.length <= longest ? address.href : home.href;
}

const isOwn = (site: string): boolean => site === 'same-origin' || site === 'none';

/**
 * Whether a page of somebody else's made the browser send this request, which could change something. A page that hides its address says
 * `null`, also to its own server: then the browser's own word counts.
 */
export function isFromElsewhere({ method, headers }: Caller, baseUrl: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && !isOwn(String(site))) return true;
  if (origin === 'null') return site === undefined;
  return origin !== undefined && origin !== new URL(baseUrl).origin;
}
