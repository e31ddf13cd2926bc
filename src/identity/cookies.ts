import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/loopback.ts';

/** The cookies of a session and of a sign-in under way, as they are on plain http on this machine. */
const plain = { session: { name: 'session', path: '/' }, signIn: { name: 'sign_in', path: '/auth' } };
export type CookieKind = keyof typeof plain;

/** A browser takes a cookie with this prefix from this host alone, and encrypted. A neighbouring host cannot set it. */
const prefix = '__Host-';

/** A cookie that a browser sent. */
interface SentCookie {
  text: string;
  isPrefixed: boolean;
}

/** The value of a cookie. Several with one name are joined to a value that we never made, so none of them counts. */
function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return found.map((pair) => pair.slice(pair.indexOf('=') + 1).trim()).join(';') || undefined;
}

/** Under either name; the one with the prefix wins. */
export function sentCookie(headers: IncomingHttpHeaders, kind: CookieKind): SentCookie | undefined {
  const prefixed = cookieOf(headers, prefix + plain[kind].name);
  const text = prefixed ?? cookieOf(headers, plain[kind].name);
  return text === undefined ? undefined : { text, isPrefixed: prefixed !== undefined };
}

/**
 * What a cookie holds, if it is ours. One that says it was given with the prefix counts with it only. So a plain one is accepted
 * from before there was the prefix, and no longer than its session lasts.
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

/** How cookies are given to browsers that come to this address. */
export class CookieManners {
  readonly #secure: boolean;

  constructor(baseUrl: string) {
    const { protocol, hostname } = new URL(baseUrl);
    this.#secure = protocol === 'https:' || !isLoopback(hostname);
  }

  /** Stands in what is sealed, see `openCookie`. */
  get mark(): { isPrefixed?: true } {
    return this.#secure ? { isPrefixed: true } : {};
  }

  /** Where cookies are for encrypted connections alone, they have the prefix, which demands the path. */
  given(kind: CookieKind): NamedCookie {
    return this.#secure ? this.#cookie(prefix + plain[kind].name, '/') : this.#plain(kind);
  }

  /** The one from before there was the prefix, where the browser still has it. */
  old(kind: CookieKind, headers: IncomingHttpHeaders): NamedCookie | undefined {
    return this.#secure && cookieOf(headers, plain[kind].name) !== undefined ? this.#plain(kind) : undefined;
  }

  #plain(kind: CookieKind): NamedCookie {
    return this.#cookie(plain[kind].name, plain[kind].path);
  }

  #cookie(name: string, path: string): NamedCookie {
    return { name, attributes: { httpOnly: true, sameSite: 'lax', secure: this.#secure, path } };
  }
}
