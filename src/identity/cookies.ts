import type { IncomingHttpHeaders } from 'node:http';

/** The cookie of a session, and the one that a sign-in under way is kept in. */
export const cookies = { session: 'session', signIn: 'sign_in' };

/** The value of a cookie. Of several with one name none counts: together they are nothing that we made. */
export function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return found.map((pair) => pair.slice(pair.indexOf('=') + 1).trim()).join(';') || undefined;
}
