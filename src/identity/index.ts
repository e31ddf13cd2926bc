import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Authenticate } from '../kernel/principal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { RedisClient } from '../redis/redis.ts';
import { agentPath } from './agent-path.ts';
import { type AuthenticationParts, createAuthenticate } from './authenticate.ts';
import { FailedCredentials } from './failed-credentials.ts';
import { Issuer } from './issuer.ts';
import { localClientId, localIssuerPath } from './local-identity.ts';
import { LocalIssuer, type LocalIssuerSettings } from './local-issuer.ts';
import { OpenSessions } from './open-sessions.ts';
import { Operators } from './operators.ts';
import { readOrCreateSecret } from './secret-file.ts';
import { SessionRecords } from './session-records.ts';
import { SessionUse } from './session-use.ts';
import { Sessions, sessionSeal } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { SignInLimit } from './sign-in-limit.ts';

export { agentPath } from './agent-path.ts';
export { secretIn } from './authenticate.ts';
export { type CookieKind, CookieSettings } from './cookies.ts';
export { networkOf } from './failed-credentials.ts';
export type { Listener } from './local-identity.ts';
export { isCrossSite } from './origin.ts';
export type { SignIn, Step } from './sign-in.ts';

interface SessionStoreParts {
  pool: pg.Pool;
  accounts: Pick<Accounts, 'changes' | 'people'>;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** The sessions of our own sign-in: their rows, the cache of open ones, and when each was last seen. */
export function openSessionStore({ pool, accounts, date, logger, teardown }: SessionStoreParts) {
  const open = new OpenSessions(pool, accounts.changes);
  const seen = new SessionUse(pool, date, logger);
  seen.watch();
  teardown.push(() => seen.close());
  return { open, seen, records: new SessionRecords(pool, open, accounts.people) };
}

interface IdentityParts {
  settings: LocalIssuerSettings;
  /** The address that browsers use. */
  baseUrl: string;
  /** The address at which this service reaches itself. */
  ownUrl: string;
  accounts: Accounts;
  sessionStore: ReturnType<typeof openSessionStore>;
  redis: RedisClient | undefined;
  now(): number;
  /** Called for every failed credential. */
  onFailedCredential?(): void;
  logger: Logger;
  /** Replaces the sessions of the issuer, for a test. */
  sessions?: AuthenticationParts['sessions'] | undefined;
}

export type { AuthenticationParts };

/** Authenticates callers and signs people in, with the configured issuer or the local one. */
export function openIdentity({ settings, baseUrl, accounts, sessionStore, redis, now, logger, ...parts }: IdentityParts) {
  const { identity, dataDir } = settings;
  const local = identity.issuer ? undefined : new LocalIssuer(settings, baseUrl);
  const url = identity.issuer ?? baseUrl + localIssuerPath;
  const issuer = new Issuer({ url, fetch: local?.fetchAt(parts.ownUrl) ?? fetch, now, logger });
  const secretFile = join(dataDir, 'identity', 'session-secret');
  const secrets = async () =>
    identity.sessionSecrets ?? [await readOrCreateSecret(secretFile, () => randomBytes(32).toString('base64url'))];
  const seal = sessionSeal(secrets);
  const { open, seen, records } = sessionStore;
  const operators = new Operators(identity.operators);
  const sessions = new Sessions({ issuer, audience: identity.audience, seal, open, seen, operators, baseUrl });
  const clientId = local ? localClientId : identity.clientId;
  const authenticate: Authenticate = createAuthenticate({
    sessions: parts.sessions ?? sessions,
    people: accounts.people,
    keys: accounts.keys,
    use: accounts.keyUse,
    addresses: accounts.addressRing,
    addressUse: accounts.addressUse,
    agentResource: baseUrl + agentPath,
    failures: new FailedCredentials(redis, now, parts.onFailedCredential),
    operators,
  });
  return {
    authenticate,
    issuerUrl: url,
    signIn: new SignIn({
      issuer,
      clientId,
      clientSecret: identity.clientSecret,
      seal,
      secrets,
      sessions,
      records,
      limit: new SignInLimit(redis),
      baseUrl,
    }),
    localIssuer: local && { path: localIssuerPath, listener: local.listener(logger) },
    // Loading the local issuer blocks this process for a third of a second, so it is loaded before the first session.
    warmUp: async () => void (local && (await issuer.metadata())),
  };
}
