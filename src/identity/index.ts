import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import type { AccountChanges, Accounts, People } from '../accounts/index.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Authenticate } from '../kernel/principal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { RedisClient } from '../redis/redis.ts';
import { type AuthenticationParts, createAuthenticate } from './authenticate.ts';
import { FailedCredentials } from './failed-credentials.ts';
import { Issuer } from './issuer.ts';
import { kept } from './kept.ts';
import { localClientId, localIssuerPath } from './local-identity.ts';
import { LocalIssuer } from './local-issuer.ts';
import { OpenSessions } from './open-sessions.ts';
import { Operators } from './operators.ts';
import { SessionRecords } from './session-records.ts';
import { SessionUse } from './session-use.ts';
import { Sessions, sessionSeal } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { SignInLimit } from './sign-in-limit.ts';

export { type CookieKind, CookieManners } from './cookies.ts';
export { networkOf } from './failed-credentials.ts';
export type { Listener } from './local-identity.ts';
export { isFromElsewhere } from './origin.ts';
export type { SignIn, Step } from './sign-in.ts';
export { tokenFor } from './token-command.ts';

interface SessionStoreParts {
  pool: pg.Pool;
  changes: AccountChanges;
  people: People;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** The sessions of our own sign-in: their rows, which are open, and when each was last seen. */
export function openSessionStore({ pool, changes, people, date, logger, teardown }: SessionStoreParts) {
  const open = new OpenSessions(pool, changes);
  const seen = new SessionUse(pool, date, logger);
  seen.watch();
  teardown.push(() => seen.close());
  return { open, seen, records: new SessionRecords(pool, open, people) };
}

interface IdentityParts {
  config: Config;
  /** The address that browsers use. */
  baseUrl: string;
  /** The address at which this service reaches itself. */
  address: string;
  accounts: Accounts;
  sessionStore: ReturnType<typeof openSessionStore>;
  redis: RedisClient | undefined;
  now(): number;
  /** Told of every credential that is no good. */
  onFailedCredential?(): void;
  logger: Logger;
  /** Other sessions than those of the issuer, for a test. */
  sessions?: AuthenticationParts['sessions'] | undefined;
}

export type { AuthenticationParts };

/** Tells who is calling and signs people in, with the configured issuer or the local one. */
export function openIdentity({ config, baseUrl, address, accounts, sessionStore, redis, now, logger, ...own }: IdentityParts) {
  const { identity, dataDir } = config;
  const local = identity.issuer ? undefined : new LocalIssuer(config, baseUrl);
  const url = identity.issuer ?? baseUrl + localIssuerPath;
  const issuer = new Issuer({ url, fetch: local?.fetchAt(address) ?? fetch, now, logger });
  const secretFile = join(dataDir, 'identity', 'session-secret');
  const secrets = async () => identity.sessionSecrets ?? [await kept(secretFile, () => randomBytes(32).toString('base64url'))];
  const seal = sessionSeal(secrets);
  const { open, seen, records } = sessionStore;
  const operators = new Operators(identity.operators);
  const sessions = new Sessions({ issuer, audience: identity.audience, seal, open, seen, operators, baseUrl });
  const clientId = local ? localClientId : identity.clientId;
  const authenticate: Authenticate = createAuthenticate({
    sessions: own.sessions ?? sessions,
    people: accounts.people,
    keys: accounts.keys,
    use: accounts.keyUse,
    failures: new FailedCredentials(redis, now, own.onFailedCredential),
    operators,
  });
  return {
    authenticate,
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
    // Loading the local issuer blocks this process for a third of a second, so it is done before the first session comes.
    warmUp: async () => void (local && (await issuer.metadata())),
  };
}
