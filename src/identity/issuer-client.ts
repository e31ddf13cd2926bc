import * as openid from 'openid-client';
import type { Identity } from '../kernel/principal.ts';
import { type ConfiguredIssuer, identityAt, signedInAt } from './issuers.ts';
import { clockSkewSeconds } from './sessions.ts';

/** How long the issuer may take to answer. */
const answerTimeoutSeconds = 5;

/** This service as a client of an issuer. */
export async function clientOf({ issuer, clientId = '', clientSecret }: ConfiguredIssuer): Promise<openid.Configuration> {
  const metadata = await issuer.metadata();
  const client = new openid.Configuration(
    metadata as openid.ServerMetadata,
    clientId,
    { [openid.clockTolerance]: clockSkewSeconds },
    clientAuthentication(metadata, clientSecret),
  );
  client.timeout = answerTimeoutSeconds;
  client[openid.customFetch] = (url, options) => issuer.fetch(url, options as RequestInit);
  if (issuer.url.startsWith('http:')) openid.allowInsecureRequests(client);
  openid.enableNonRepudiationChecks(client);
  return client;
}

/** An issuer that does not list its methods supports Basic. */
function clientAuthentication(metadata: Record<string, unknown>, secret: string | undefined): openid.ClientAuth {
  if (!secret) return openid.None();
  const methods = metadata['token_endpoint_auth_methods_supported'];
  const takesPost = Array.isArray(methods) && methods.includes('client_secret_post');
  return takesPost ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

interface TokenAnswer {
  client: openid.Configuration;
  issuer: ConfiguredIssuer;
  answer: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;
  /** The person, if the session knows them. Unset: it is a sign-in, and the ID token says who it is. */
  subject?: string;
}

/**
 * The person that an answer with tokens is about. What its ID token lacks is asked for at the userinfo endpoint: some issuers
 * have the e-mail address and the groups only there. The person is known without it, so a failure is ignored.
 */
export async function identityFrom({ client, issuer, answer, subject }: TokenAnswer): Promise<Identity | undefined> {
  const claims = answer.claims();
  const sub = claims?.sub ?? subject;
  const isWhole = claims?.email && (issuer.groupsClaim === undefined || issuer.groupsClaim in claims);
  if (sub === undefined || isWhole) return signedInAt(issuer, claims);
  if (client.serverMetadata().userinfo_endpoint) {
    const more = await openid.fetchUserInfo(client, answer.access_token, sub).catch(() => undefined);
    return more ? signedInAt(issuer, { ...more, ...claims }) : identityAt(issuer, claims);
  }
  // The ID token of a sign-in has all that the issuer says. A later one may be brief.
  return subject === undefined ? signedInAt(issuer, claims) : identityAt(issuer, claims);
}

/** Whether the issuer did not answer, or answered that it cannot. */
export function isOutage(error: Error & { code?: unknown }): boolean {
  const isBroken = error instanceof TypeError && error.cause !== undefined;
  return isBroken || error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
}

/**
 * An error for the log. The library's errors contain responses with tokens and claims, so only name, codes and message are kept.
 */
export const withoutResponse = ({ name, message, code, error }: Error & { code?: string; error?: string }): Error =>
  new Error([name, code, error, message].filter(Boolean).join(' '));
