import { call } from '../service.ts';
import { Browser } from './browser.ts';
import { client, type ForeignIssuer } from './issuer.ts';

/** With enough entropy for production. */
export const sessionSecret = 'k3Yx9vQ0bT7mWz2LrP5dHsN8fJcA1gUe';

/** The settings of a service whose people sign in at that issuer. */
export const signInAt = (issuer: ForeignIssuer) => ({
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  SESSION_SECRET: sessionSecret,
});

/** The same, with further issuers: each by its id, with what its entry says beside the usual. */
export const signInAtAll = (
  first: ForeignIssuer,
  others: Record<string, { issuer: ForeignIssuer } & Record<string, unknown>>,
) => ({
  ...signInAt(first),
  OIDC_ISSUERS: JSON.stringify(
    Object.entries(others).map(([id, { issuer, ...more }]) => ({
      ...{ id, issuer: issuer.url, name: id, clientId: client.id, clientSecret: client.secret },
      ...more,
    })),
  ),
});

/** Up to the moment when the browser comes back from the issuer, to the service at that address, whatever it calls itself. */
export async function comeBack(url: string, browser: Browser, query = ''): Promise<string> {
  const { pathname, search } = new URL((await browser.follow(`${url}/auth/login${query}`, /\/auth\/callback/)).url);
  return url + pathname + search;
}

/** Signs in whoever the issuer says it is, and gives the value of the cookie. */
export async function signIn(
  url: string,
  browser = new Browser(),
  headers: Record<string, string> = {},
  query = '',
): Promise<string> {
  const attempt = async () => browser.visit(await comeBack(url, browser, query), { headers });
  let response = await attempt();
  // As a person does it: a machine that is too busy to connect in time says so.
  while (response.status === 503) response = await attempt();
  const cookie = (browser.cookies.get('__Host-session') ?? browser.cookies.get('session'))?.value;
  if (response.status !== 302 || !cookie) throw new Error(`Nobody was signed in: ${response.status} ${await response.text()}`);
  return cookie;
}

/** Calls as whoever has the cookie. The service counts the name that it gave. */
export const withCookie = (url: string, cookie: string, path: string, init: RequestInit = {}) =>
  call(url, path, { ...init, headers: { cookie: `session=${cookie}; __Host-session=${cookie}`, ...init.headers } });
