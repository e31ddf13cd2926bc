import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/loopback.ts';

/** The cookies of a session and of a sign-in under way, without the prefix. Plain http on loopback uses these. */
const plain = { session: { name: 'session', path: '/' }, signIn: { name: 'sign_in', path: '/auth' } };
export type CookieKind = keyof typeof plain;

/** Browsers accept a cookie with this prefix only from the host itself and over https. Another subdomain cannot set it. */
const prefix = '__Host-';

/** A cookie that a browser sent. */
interface SentCookie {
  text: string;
  isPrefixed: boolean;
}

/** The value of a cookie. Several cookies of one name are joined to a value that does not open, so none of them counts. */
function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return found.map((pair) => pair.slice(pair.indexOf('=') + 1).trim()).join(';') || undefined;
}

/** The cookie with or without the prefix. The one with the prefix takes precedence. */
export function sentCookie(headers: IncomingHttpHeaders, kind: CookieKind): SentCookie | undefined {
  const prefixed = cookieOf(headers, prefix + plain[kind].name);
  const text = prefixed ?? cookieOf(headers, plain[kind].name);
  return text === undefined ? undefined : { text, isPrefixed: prefixed !== undefined };
}

/**
 * The content of a cookie that we sealed. A cookie that was set with the prefix is accepted only with it. Cookies from older
 * builds have no such mark, and are accepted without the prefix until their session ends.
 */
export async function openCookie<Content extends { isPrefixed?: true | undefined }>(
  seal: { open(text: string): Promise<Content | undefined> },
  sent: SentCookie | undefined,
): Promise<Content | undefined> {
  const content = sent && (await seal.open(sent.text));
  return content?.isPrefixed && !sent?.isPrefixed ? undefined : content;
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

  /** A mark in the sealed content, see `openCookie`. */
  get mark(): { isPrefixed?: true } {
    return this.#secure ? { isPrefixed: true } : {};
  }

  /** The cookie to set. Secure cookies have the prefix, which requires the path `/`. */
  current(kind: CookieKind): NamedCookie {
    return this.#secure ? this.#cookie(prefix + plain[kind].name, '/') : this.#plain(kind);
  }

  /** The cookie without the prefix, from an older build, if the browser still has it. */
  unprefixed(kind: CookieKind, headers: IncomingHttpHeaders): NamedCookie | undefined {
    return this.#secure && cookieOf(headers, plain[kind].name) !== undefined ? this.#plain(kind) : undefined;
  }

  #plain(kind: CookieKind): NamedCookie {
    return this.#cookie(plain[kind].name, plain[kind].path);
  }

  #cookie(name: string, path: string): NamedCookie {
    return { name, attributes: { httpOnly: true, sameSite: 'lax', secure: this.#secure, path } };
  }
}
