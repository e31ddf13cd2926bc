import { z } from 'zod';
import { isProtected } from './loopback.ts';

/** Splits a URL with several hosts, in the form of libpq (`scheme://user@one:1,two:2/path`), into one for each host. */
export function hostUrls(url: string): string[] {
  const [, scheme, user = '', hosts = '', rest = ''] = /^([a-z][\w+.-]*:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/is.exec(url) ?? [];
  return scheme ? hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`) : [url];
}

/** BASE_URL is shown to clients, and `fetch` refuses URLs with a password. */
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((value) => {
  const { username, password } = URL.parse(value) ?? {};
  return !username && !password;
}, 'must be an http or https address without a user and a password');

/** A URL whose answers we believe. */
export const protectedUrl = httpUrl.refine(isProtected, 'must be https outside loopback');
