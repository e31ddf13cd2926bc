import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWK } from 'jose';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Listener } from '../../identity/index.ts';
import type { Logger } from '../../kernel/logging.ts';
import { readForm } from '../read-form.ts';
import { claimsOf, groupsIn, localAlgorithm, localClientId, type Person, personOf, tokenSeconds } from './local-identity.ts';
import { errorPage, signInPage } from './local-sign-in-page.ts';

interface OidcServerOptions {
  issuer: string;
  audience: string;
  /** The other resource: tokens of agents are for this URL. */
  agentResource: string;
  redirectUri: string;
  /** The claim for the groups of people. Unset: nobody has groups here. */
  groupsClaim: string | undefined;
  key: JWK;
  logger: Logger;
}

/** Our API as a resource of the provider. A resource must be a URI, but tokens name our audience, which need not be one. */
const resource = 'urn:company-registry';
const scope = 'openid email profile';
const pagePath = '/sign-in/';
/** The lifetime of what is needed only during a sign-in. */
const signInSeconds = 15 * 60;
/** The provider's default store. It is set explicitly, so that the provider does not warn that one is missing. */
const memoryAdapter = 'oidc-provider/lib/adapters/memory_adapter.js';

/** Opens a real OpenID Connect provider, with a page where any e-mail address can sign in. */
export async function openOidcServer(options: OidcServerOptions): Promise<Listener> {
  const { issuer, groupsClaim, logger } = options;
  const library = await import('oidc-provider');
  const { createMemoryAdapter } = await import(memoryAdapter);
  const people = localPeople(groupsClaim);
  const provider = new library.Provider(issuer, {
    ...configuration(options, people, library.errors.InvalidTarget),
    adapter: createMemoryAdapter(),
    interactions: { policy: policy(library), url: (_ctx, { uid }) => `${issuer}${pagePath}${uid}` },
  });
  provider.on('server_error', (_ctx, err) => logger.error({ err }, 'local issuer'));
  // The provider builds its URLs from the forwarded headers, which are set to BASE_URL below.
  provider.proxy = true;
  const { protocol, host } = new URL(issuer);
  const answer = provider.callback();
  return async (req, res) => {
    Object.assign(req.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
    if (req.url?.startsWith(pagePath)) await handleSignInPage(provider, people, req, res);
    else await answer(req, res);
  };
}

/** The groups that people typed at their last sign-in, and who was removed since. They are forgotten with the process. */
function localPeople(groupsClaim: string | undefined) {
  const groups = new Map<string, string[]>();
  const removed = new Set<string>();
  return {
    hasGroups: groupsClaim !== undefined,
    add: ({ email }: Person, own: string[]): void => {
      groups.set(email, own);
      removed.delete(email);
    },
    remove: ({ email }: Person) => removed.add(email),
    /** Undefined for a person who was removed. The ids are e-mail addresses, which the sign-in page has checked. */
    claimsOf: (id: string) =>
      removed.has(id) ? undefined : claimsOf({ ...(personOf(id) as Person), groups: groups.get(id) ?? [] }, groupsClaim),
  };
}

type LocalPeople = ReturnType<typeof localPeople>;

function configuration(
  { audience, agentResource, redirectUri, key, groupsClaim }: OidcServerOptions,
  people: LocalPeople,
  UnknownResource: new (description: string) => Error,
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
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: localAlgorithm,
      },
    ],
    responseTypes: ['code'],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', ...(groupsClaim ? [groupsClaim] : [])] },
    // The sessions of an account that requires the issuer are looked at again, which takes a refresh token.
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    conformIdTokenClaims: false,
    findAccount: (_ctx, id) => {
      const claims = people.claimsOf(id);
      return claims && { accountId: id, claims: () => claims };
    },
    extraTokenClaims: (_ctx, token) => ('accountId' in token ? people.claimsOf(String(token.accountId)) : undefined),
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
      AccessToken: tokenSeconds,
      AuthorizationCode: 60,
      Grant: tokenSeconds,
      IdToken: signInSeconds,
      Interaction: signInSeconds,
      RefreshToken: tokenSeconds,
      Session: signInSeconds,
    },
    clientBasedCORS: () => false,
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html';
      ctx.body = errorPage(error_description ?? error);
    },
  };
}

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

async function handleSignInPage(
  provider: Provider,
  people: LocalPeople,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const show = (status: number, html: string) =>
    res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(html);
  try {
    await provider.interactionDetails(req, res);
  } catch {
    return void show(400, errorPage('This sign-in is over, or was begun in another browser.'));
  }
  const { hasGroups } = people;
  if (req.method !== 'POST') return void show(200, signInPage({ hasGroups }));
  const form = await readForm(req);
  const typed = form.get('email') ?? '';
  const person = personOf(typed);
  if (!person) return void show(400, signInPage({ hasGroups, typed: typed || ' ' }));
  if (form.has('remove')) {
    people.remove(person);
    return void show(200, errorPage(`${person.email} is removed here, until the next sign-in.`));
  }
  people.add(person, groupsIn(form.get('groups') ?? ''));
  await provider.interactionFinished(req, res, { login: { accountId: person.email, remember: false } });
}
