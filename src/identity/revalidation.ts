import * as openid from 'openid-client';
import type pg from 'pg';
import { z } from 'zod';
import type { Accounts } from '../accounts/index.ts';
import { claim } from '../background/claim.ts';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Identity } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { clientOf, identityFrom, isOutage, withoutResponse } from './issuer-client.ts';
import { type ConfiguredIssuer, type Issuers, identityAt } from './issuers.ts';
import { isOpen } from './open-sessions.ts';
import { revalidationMinutes, type SessionRecords, sessionLifeSeconds } from './session-records.ts';

/** How often an instance looks for sessions that are due. */
export const revalidationIntervalMs = 10_000;
/** How many sessions an instance asks about together. */
const batchSize = 20;
/** By then the issuer was asked. It is asked three times at most, and each answer takes a few seconds. */
const maxSeconds = 30;

/** What the issuer gave at the sign-in, by which it can be asked again. `until` is when the access token ends. */
const Tokens = z.object({ refresh: z.string().optional(), access: z.string().optional(), until: z.number().optional() });
type Tokens = z.output<typeof Tokens>;
export type TokenSeal = Seal<typeof Tokens>;
export const tokenSeal = (secrets: Secrets, date?: () => Date): TokenSeal =>
  new Seal(secrets, 'look', sessionLifeSeconds, Tokens, date);

/** The tokens to keep. A new answer need not repeat the refresh token. */
export const keptTokens = (answer: openid.TokenEndpointResponse, now: number, before?: Tokens): Tokens => {
  const refresh = answer.refresh_token ?? before?.refresh;
  if (refresh) return { refresh };
  return { access: answer.access_token, ...(answer.expires_in !== undefined && { until: now + answer.expires_in * 1000 }) };
};

type DueSession = Pick<Session, 'id' | 'userId' | 'sealedTokens'> & Pick<User, 'issuer' | 'subject'>;

// Due are the sessions of people in accounts that require their issuer. The date is moved on first, so that one instance asks.
const claimDue = claim<DueSession>({
  table: 'session',
  key: ['id'],
  columns: 'issuer, subject',
  from: 'session JOIN user_profile ON user_profile.id = user_id',
  where: `look_at <= now() AND ${isOpen} AND EXISTS (
    SELECT FROM membership JOIN account ON account.id = membership.account_id
    WHERE membership.user_id = session.user_id AND required_issuer = issuer)`,
  order: 'look_at',
  limit: batchSize,
  set: `look_at = now() + interval '${revalidationMinutes} minutes'`,
  returning: 'session.id, user_id AS "userId", sealed_tokens AS "sealedTokens", issuer, subject',
});
const keepTokens = sql`UPDATE session SET sealed_tokens = $2 WHERE id = $1 AND ${isOpen}`;
const retrySoon = sql`UPDATE session SET look_at = now() + interval '1 minute' WHERE id = $1`;
// One that was claimed just now is being asked about. A second time would send a refresh token that the first has used up.
const isClaimed = `look_at > now() + interval '${revalidationMinutes} minutes' - interval '${maxSeconds} seconds'`;
const claimOthers = sql`UPDATE session SET look_at = CASE WHEN ${isClaimed} THEN look_at ELSE now() END
  WHERE user_id = $1 AND look_at IS NOT NULL AND ${isOpen}`;

/** What an issuer says of a person now. `unknown`: it cannot be asked any more. */
type IssuerStatus = { identity: Identity | undefined; tokens: Tokens } | 'refused' | 'unknown';

interface RevalidationOptions {
  pool: pg.Pool;
  issuers: Issuers;
  seal: TokenSeal;
  people: Pick<Accounts['people'], 'update' | 'refuse'>;
  records: Pick<SessionRecords, 'endForIssuer'>;
  date(): Date;
  logger: Logger;
}

/**
 * Asks the issuer again about the people with open sessions whose account requires it: by the refresh token of the sign-in, else
 * at its userinfo endpoint. If it refuses, the session ends. If it refuses the last session of the person, they are barred. A
 * session that it can no longer be asked about ends too, but says nothing of the person. While the issuer is away, sessions stay.
 *
 * Returns what revalidates all sessions that are due.
 */
export function sessionRevalidation({ pool, issuers, seal, people, records, date, logger }: RevalidationOptions) {
  /** Throws if the issuer is away, or does not accept us. */
  const ask = async (issuer: ConfiguredIssuer, subject: string, tokens: Tokens | undefined): Promise<IssuerStatus> => {
    const client = await clientOf(issuer);
    const now = date().getTime();
    if (tokens?.refresh) {
      const answer = await openid.refreshTokenGrant(client, tokens.refresh).catch(asRefusal);
      if (answer === 'refused') return answer;
      const identity = await identityFrom({ client, issuer, answer, subject });
      if (identity && identity.subject !== subject) return 'refused';
      return { identity, tokens: keptTokens(answer, now, tokens) };
    }
    const isOver = !tokens?.access || (tokens.until !== undefined && tokens.until <= now);
    if (!tokens?.access || isOver || !client.serverMetadata().userinfo_endpoint) return 'unknown';
    const claims = await openid.fetchUserInfo(client, tokens.access, subject).catch(asRefusal);
    return claims === 'refused' ? claims : { identity: identityAt(issuer, claims), tokens };
  };

  const revalidate = async ({ id, userId, sealedTokens, issuer: url, subject }: DueSession): Promise<void> => {
    const issuer = issuers.at(url);
    // The sessions of an issuer that is no longer configured are refused anyway.
    if (!issuer) return;
    try {
      const status = await ask(issuer, subject, sealedTokens === null ? undefined : await seal.open(sealedTokens));
      if (typeof status === 'object') {
        await pool.query(keepTokens, [id, await seal.close(status.tokens)]);
        if (status.identity) await people.update(status.identity);
        return;
      }
      await records.endForIssuer(id, status);
      // Another session of the person may still be good. They are refused with the last one.
      if (status === 'refused' && (await pool.query(claimOthers, [userId])).rowCount === 0) await people.refuse(userId);
    } catch (error) {
      const err = error instanceof Failure ? error : withoutResponse(error as Error);
      logger.warn({ err, issuer: url }, 'the identity provider could not be asked about a session');
      await pool.query(retrySoon, [id]);
    }
  };

  return async (signal: AbortSignal): Promise<void> => {
    // A full batch may not be all.
    for (let isFull = true; isFull && !signal.aborted; ) {
      const { rows } = await pool.query({ name: 'due-sessions', text: claimDue });
      await Promise.all(rows.map(revalidate));
      isFull = rows.length === batchSize;
    }
  };
}

/** Whether an issuer refuses the person. Any other error is one of ours or of the issuer, and says nothing of them. */
function asRefusal(error: Error & { error?: unknown; status?: unknown }): 'refused' {
  const status = error.cause instanceof Response ? error.cause.status : error.status;
  if (!isOutage(error) && (error.error === 'invalid_grant' || (status === 401 && error.error === undefined))) return 'refused';
  throw error;
}
