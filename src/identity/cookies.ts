import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/loopback.ts';

/** The cookies of a session and of a sign-in under way, without the prefix. Plain http on loopback uses these. */
const plain = { session: { name: 'session', path: '/' }, signIn: { name: 'sign_in', path: '/auth' } };
export type CookieKind = keyof typeof plain;

/** Browsers accept a cookie with this prefix only from the host itself and over https. Another subdomain cannot set it. */
const prefix = '__Host-';

/** The value of a cookie. Several cookies of one name are joined to a value that does not open, so none of them counts. */
function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return found.map((pair) => pair.slice(pair.indexOf('=') + 1).trim()).join(';') || undefined;
}

/** The names and attributes of the cookies for this base URL. Secure cookies have the prefix, which requires the path `/`. */
export function cookieSettings(baseUrl: string) {
  const { protocol, hostname } = new URL(baseUrl);
  const secure = protocol === 'https:' || !isLoopback(hostname);
  /** The cookie to set. */
  const named = (kind: CookieKind) => {
    const { name, path } = secure ? { name: prefix + plain[kind].name, path: '/' } : plain[kind];
    return { name, attributes: { httpOnly: true, sameSite: 'lax', secure, path } as const };
  };
  return {
    named,
    /** The value of the cookie, if the browser sent it. */
    sent: (kind: CookieKind, headers: IncomingHttpHeaders): string | undefined => cookieOf(headers, named(kind).name),
  };
}
