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

interface NamedCookie {
  name: string;
  attributes: { httpOnly: true; sameSite: 'lax'; secure: boolean; path: string };
}

/** The names and attributes of the cookies for this address. */
export class CookieSettings {
  readonly #secure: boolean;

  constructor(baseUrl: string) {
    const { protocol, hostname } = new URL(baseUrl);
    this.#secure = protocol === 'https:' || !isLoopback(hostname);
  }

  /** The cookie to set. Secure cookies have the prefix, which requires the path `/`. */
  named(kind: CookieKind): NamedCookie {
    const { name, path } = this.#secure ? { name: prefix + plain[kind].name, path: '/' } : plain[kind];
    return { name, attributes: { httpOnly: true, sameSite: 'lax', secure: this.#secure, path } };
  }

  /** The value of the cookie, if the browser sent it. */
  sent(kind: CookieKind, headers: IncomingHttpHeaders): string | undefined {
    return cookieOf(headers, this.named(kind).name);
  }
}
