import type { IncomingHttpHeaders } from 'node:http';

/** The cookie of a session, and the one that a sign-in under way is kept in. */
export const cookies = { session: 'session', signIn: 'sign_in' };

export function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const found = cookie.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
  return found?.slice(found.indexOf('=') + 1).trim() || undefined;
}
