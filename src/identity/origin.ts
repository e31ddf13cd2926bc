import type { Caller } from '../kernel/principal.ts';

/** In characters. A longer address does not fit into the cookie. */
const longest = 2_000;

/**
 * The address after signing in, which is always on our host. It is a full address, because a path can name another host
 * (`//evil.example`), even after it is normalized (`/.//evil.example`).
 */
export function ownAddress(path: string | undefined, baseUrl: string): string {
  const home = new URL('/', baseUrl);
  if (!path?.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return home.href;
  const address = URL.parse(path, home);
  return address && address.origin === home.origin && address.href.length <= longest ? address.href : home.href;
}

const isOwn = (site: string): boolean => site === 'same-origin' || site === 'none';

/**
 * Whether a page of another site sent a request that could change something. A page that hides its address sends the origin
 * `null`, also to its own server. Then `Sec-Fetch-Site` decides.
 */
export function isCrossSite({ method, headers }: Caller, baseUrl: string): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && !isOwn(String(site))) return true;
  if (origin === 'null') return site === undefined;
  return origin !== undefined && origin !== new URL(baseUrl).origin;
}
