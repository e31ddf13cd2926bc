import type { IncomingHttpHeaders } from 'node:http';

/** The cookies of a session and of a sign-in under way. */
export const cookies = { session: 'session', signIn: 'sign_in' };

/** The value of a cookie. Several with one name are joined to a value that we never made, so none of them counts. */
export function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`));
  return found.map((pair) => pair.slice(pair.indexOf('=') + 1).trim()).join(';') || undefined;
}
