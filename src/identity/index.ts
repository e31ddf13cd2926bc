import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Authenticate } from '../kernel/principal.ts';
import type { Secrets } from '../kernel/seal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { RedisClient } from '../redis/redis.ts';
import { agentPath } from './agent-path.ts';
import { type AuthenticationParts, createAuthenticate } from './authenticate.ts';
import { FailedCredentials } from './failed-credentials.ts';
import { Looks, tokenSeal } from './looks.ts';
import { type IssuersParts, openIssuers } from './open-issuers.ts';
import { OpenSessions } from './open-sessions.ts';
import { Operators } from './operators.ts';
import { SessionRecords } from './session-records.ts';
import { SessionUse } from './session-use.ts';
import { Sessions, sessionSeal } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { SignInLimit } from './sign-in-limit.ts';

export { agentPath } from './agent-path.ts';
export { secretIn } from './authenticate.ts';
export { type CookieKind, CookieSettings } from './cookies.ts';
export { networkOf } from './failed-credentials.ts';
export { callbackPathOf } from './issuers.ts';
export type { PlayedIssuer } from './open-issuers.ts';
export { isCrossSite } from './origin.ts';
export type { AskedSignIn, SignIn, Step } from './sign-in.ts';

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

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
  pool: pg.Pool;
  settings: IssuersParts['settings'];
  playIssuer: IssuersParts['playIssuer'];
  /** They seal what leaves the service. */
  secrets: Secrets;
  /** The address that browsers use. */
  baseUrl: string;
  accounts: Accounts;
  sessionStore: ReturnType<typeof openSessionStore>;
  redis: RedisClient | undefined;
  now(): number;
  date(): Date;
  teardown: Teardown;
  /** In milliseconds: how often sessions that are due are looked for. */
  lookInterval?: number | undefined;
  /** Called for every failed credential. */
  onFailedCredential?(): void;
  logger: Logger;
  /** Replaces the sessions of the issuer, for a test. */
  sessions?: AuthenticationParts['sessions'] | undefined;
}

export type { AuthenticationParts };

/** Authenticates callers and signs people in, with the configured issuers or the local ones. */
export function openIdentity({ settings, baseUrl, accounts, sessionStore, redis, now, logger, ...parts }: IdentityParts) {
  const { secrets } = parts;
  const issuers = openIssuers({ settings, playIssuer: parts.playIssuer, now, logger });
  const seal = sessionSeal(secrets, parts.date);
  const { open, seen, records } = sessionStore;
  const ofTokens = tokenSeal(secrets, parts.date);
  const looks = new Looks({
    pool: parts.pool,
    issuers,
    seal: ofTokens,
    people: accounts.people,
    records,
    date: parts.date,
    logger,
    interval: parts.lookInterval,
  });
  if (issuers.all.some(({ isLookedAt }) => isLookedAt)) looks.watch();
  parts.teardown.push(() => looks.close());
  const operators = new Operators(settings.operators);
  const sessions = new Sessions({ issuers, seal, open, seen, operators, baseUrl });
  const authenticate: Authenticate = createAuthenticate({
    sessions: parts.sessions ?? sessions,
    people: accounts.people,
    members: accounts.members,
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
    /** The addresses of the issuers that are shown to everybody. */
    issuerUrls: issuers.all.filter(({ listed }) => listed).map(({ issuer }) => issuer.url),
    signIn: new SignIn({
      issuers,
      seal,
      tokenSeal: ofTokens,
      date: parts.date,
      secrets,
      sessions,
      records,
      limit: new SignInLimit(redis),
      baseUrl,
    }),
    /** The issuers that accounts can require: the first one is for everybody. */
    requirableIssuers: issuers.all
      .filter(({ domains }) => domains.length > 0)
      .map(({ issuer, name, domains, groupsClaim }) => ({
        issuer: issuer.url,
        name,
        domains,
        hasGroups: groupsClaim !== undefined,
      })),
    // Loading an issuer that is played blocks this process for a third of a second, so it is loaded before the first session.
    warmUp: async () => void (await issuers.all.find(({ isPlayed }) => isPlayed)?.issuer.metadata()),
  };
}
