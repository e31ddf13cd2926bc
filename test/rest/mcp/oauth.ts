import { auth, type OAuthClientProvider, type OAuthDiscoveryState, type OAuthTokens } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { localClientId } from '../../../src/development/issuer/local-identity.ts';
import { Browser } from '../../support/browser/browser.ts';

/** The access token that the official client gets when a person signs in at the local issuer. */
export async function signedIn(url: string, email: string): Promise<string> {
  const redirectUrl = `${url}/auth/callback`;
  const browser = new Browser();
  let tokens: OAuthTokens | undefined;
  let known: OAuthDiscoveryState | undefined;
  let verifier = '';
  let back = new URL(redirectUrl);
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl] },
    clientInformation: () => ({ client_id: localClientId }),
    tokens: () => tokens,
    saveTokens: (own) => {
      tokens = own;
    },
    saveCodeVerifier: (own) => {
      verifier = own;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (own) => {
      known = own;
    },
    discoveryState: () => known,
    redirectToAuthorization: async (start) => {
      const { url: page } = await browser.follow(start.href);
      const posted = await browser.visit(page, { method: 'POST', body: new URLSearchParams({ email }) });
      back = new URL((await browser.follow(posted.headers.get('location') ?? '', /\/auth\/callback/)).url);
    },
  };
  const serverUrl = new URL(`${url}/mcp`);
  expect(await auth(provider, { serverUrl })).toBe('REDIRECT');
  const read = (name: string) => back.searchParams.get(name) ?? '';
  expect(await auth(provider, { serverUrl, authorizationCode: read('code'), iss: read('iss') })).toBe('AUTHORIZED');
  return tokens?.access_token ?? '';
}
