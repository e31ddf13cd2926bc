import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import { repeat } from '../background/repeat.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Secrets } from '../kernel/seal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import type { RedisClient } from '../redis/redis.ts';
import { createAuthenticate, type Sessions } from './authenticate.ts';
import { operatorsBy } from './claims.ts';
import { type IssuersOptions, openIssuers } from './issuers.ts';
import { failedCredentials, signInLimit } from './network-limits.ts';
import { openSessionCache } from './open-sessions.ts';
import { revalidationIntervalMs, sessionRevalidation, tokenSeal } from './revalidation.ts';
import { sessionRecords, sessionUse } from './session-records.ts';
import { createSessions, sessionSeal } from './sessions.ts';
import { createSignIn } from './sign-in.ts';

export { agentPath, type Sessions, secretIn } from './authenticate.ts';
export { type CookieKind, cookieSettings } from './cookies.ts';
export { callbackPathOf, type PlayedIssuer } from './issuers.ts';
export { isCrossSite } from './origin.ts';
export type { SignIn, SignInRequest, Step } from './sign-in.ts';

export type Listener = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

interface SessionStoreOptions {
  pool: pg.Pool;
  accounts: Accounts;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/**
 * The sessions of our own sign-in: the cache of open ones, their rows, and when each was last seen. It is opened before the
 * server, so that it is closed after it: the last requests are seen too.
 */
export function openSessionStore({ pool, accounts, date, logger, teardown }: SessionStoreOptions) {
  const open = openSessionCache(pool, accounts.changes);
  const use = sessionUse(pool, date, logger);
  use.watch(teardown);
  return { open, use, records: sessionRecords(pool, open, accounts.people) };
}

interface IdentityOptions extends IssuersOptions, SessionStoreOptions {
  /** They seal what leaves the service. */
  secrets: Secrets;
  /** The URL that browsers use. */
  baseUrl: string;
  sessionStore: ReturnType<typeof openSessionStore>;
  redis: RedisClient | undefined;
  /** How often sessions that are due are looked for. */
  revalidationIntervalMs?: number | undefined;
  /** Called for every failed credential. */
  onFailedCredential?(): void;
  /** Replaces the sessions of the issuer, for a test. */
  sessions?: Sessions | undefined;
}

/** Authenticates callers and signs people in, with the configured issuers or the local ones. */
export function openIdentity(options: IdentityOptions) {
  const { settings, pool, secrets, baseUrl, accounts, redis, now, date, logger, teardown } = options;
  const issuers = openIssuers(options);
  const seal = sessionSeal(secrets, date);
  const sealOfTokens = tokenSeal(secrets, date);
  const { records, ...store } = options.sessionStore;
  const isOperator = operatorsBy(settings.operators);
  const sessions = createSessions({ ...store, issuers, seal, isOperator, baseUrl });
  const { people } = accounts;
  const run = sessionRevalidation({ pool, issuers, seal: sealOfTokens, people, records, date, logger });
  const everyMs = options.revalidationIntervalMs ?? revalidationIntervalMs;
  if (issuers.all.some(({ isRevalidated }) => isRevalidated))
    repeat({ name: 'sessions that are due', everyMs, run, logger, teardown });
  return {
    authenticate: createAuthenticate({
      sessions: options.sessions ?? sessions,
      accounts,
      failures: failedCredentials(redis, now, options.onFailedCredential),
      isOperator,
      baseUrl,
    }),
    /** The URLs of the issuers that are shown to everybody. */
    issuerUrls: issuers.all.filter(({ listed }) => listed).map(({ issuer }) => issuer.url),
    signIn: createSignIn({
      ...{ issuers, seal, secrets, sessions, records, baseUrl, date },
      tokenSeal: sealOfTokens,
      limit: signInLimit(redis),
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
