import type { Caller } from '../kernel/principal.ts';

/** A longer URL does not fit into the cookie. */
const maxUrlCharacters = 2_000;

/**
 * The URL after signing in, which is always on our host. It is a whole URL, because a path can name another host
 * (`//evil.example`), even after it is normalized (`/.//evil.example`).
 */
export function ownUrl(path: string | undefined, baseUrl: string): string {
  const home = new URL('/', baseUrl);
  if (!path?.startsWith('/') || /[\\\p{Cc}]/u.test(path)) return home.href;
  const url = URL.parse(path, home);
  return url && url.origin === home.origin && url.href.length <= maxUrlCharacters ? url.href : home.href;
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
