import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Logger } from '../kernel/logging.ts';
import { claimsOf, type Listener, localAlgorithm, localClientId, type Person, personOf, tokenLife } from './local-identity.ts';
import { errorPage, signInPage } from './local-sign-in-page.ts';

interface OidcServerParts {
  issuer: string;
  audience: string;
  /** The other resource: tokens of agents are for this address. */
  agentResource: string;
  redirectUri: string;
  key: JWK;
  logger: Logger;
}

/** Our API as a resource of the provider. A resource must be a URI, but tokens name our audience, which need not be one. */
const resource = 'urn:company-registry';
const scope = 'openid email profile';
const pagePath = '/sign-in/';
/** In seconds: the lifetime of what is needed only during a sign-in. */
const shortLife = 15 * 60;
const longestForm = 4_096;
/** The provider's default store. It is set explicitly, so that the provider does not warn that one is missing. */
const memoryAdapter = 'oidc-provider/lib/adapters/memory_adapter.js';

/** Opens a real OpenID Connect provider, with a page where any e-mail address can sign in. */
export async function openOidcServer(parts: OidcServerParts): Promise<Listener> {
  const library = await import('oidc-provider');
  const { createMemoryAdapter } = await import(memoryAdapter);
  const provider = new library.Provider(parts.issuer, {
    ...configuration(parts, library.errors.InvalidTarget),
    adapter: createMemoryAdapter(),
    interactions: { policy: policy(library), url: (_ctx, { uid }) => `${parts.issuer}${pagePath}${uid}` },
  });
  provider.on('server_error', (_ctx, err) => parts.logger.error({ err }, 'local issuer'));
  // The provider builds its addresses from the forwarded headers, which are set to BASE_URL below.
  provider.proxy = true;
  const { protocol, host } = new URL(parts.issuer);
  const answer = provider.callback();
  return async (req, res) => {
    Object.assign(req.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
    if (req.url?.startsWith(pagePath)) await handleSignInPage(provider, req, res);
    else await answer(req, res);
  };
}

type UnknownResource = new (description: string) => Error;

function configuration(
  { audience, agentResource, redirectUri, key }: OidcServerParts,
  UnknownResource: UnknownResource,
): Configuration {
  const audiences = new Map([
    [resource, audience],
    [agentResource, agentResource],
  ]);
  return {
    clients: [
      {
        client_id: localClientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: localAlgorithm,
      },
    ],
    responseTypes: ['code'],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => claimsOf(personWith(id)) }),
    extraTokenClaims: (_ctx, token) => ('accountId' in token ? claimsOf(personWith(String(token.accountId))) : undefined),
    loadExistingGrant: consentTo([...audiences.keys()]),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, asked) => {
          const named = audiences.get(asked);
          if (!named) throw new UnknownResource('There is no such resource here.');
          return { audience: named, scope, accessTokenFormat: 'jwt', jwt: { sign: { alg: localAlgorithm } } };
        },
      },
    },
    ttl: {
      AccessToken: tokenLife,
      AuthorizationCode: 60,
      Grant: tokenLife,
      IdToken: shortLife,
      Interaction: shortLife,
      Session: shortLife,
    },
    clientBasedCORS: () => false,
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      ctx.body = errorPage(error_description ?? error);
    },
  };
}

/** The provider's account ids are e-mail addresses, which the sign-in page has checked. */
const personWith = (id: string): Person => personOf(id) as Person;

/** Grants everything without asking the person. */
const consentTo =
  (resources: readonly string[]) =>
  async ({ oidc }: KoaContextWithOIDC) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' });
    grant.addOIDCScope(scope);
    for (const one of resources) grant.addResourceScope(one, scope);
    await grant.save();
    return grant;
  };

/** Shows the sign-in page every time, so that a developer can sign in as another person. */
function policy({ interactionPolicy: { base, Check } }: typeof import('oidc-provider')) {
  const prompts = base();
  const always = new Check('always', 'Every sign-in asks for the e-mail address', ({ oidc }) => !oidc.result?.login);
  prompts.get('login')?.checks.add(always);
  return prompts;
}

async function handleSignInPage(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const show = (status: number, html: string) =>
    res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
  try {
    await provider.interactionDetails(req, res);
  } catch {
    return void show(400, errorPage('This sign-in is over, or was begun in another browser.'));
  }
  if (req.method !== 'POST') return void show(200, signInPage());
  const typed = (await readForm(req)).get('email') ?? '';
  const person = personOf(typed);
  if (!person) return void show(400, signInPage(typed || ' '));
  await provider.interactionFinished(req, res, { login: { accountId: person.email, remember: false } });
}

async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) if (text.length < longestForm) text += chunk;
  return new URLSearchParams(text);
}
