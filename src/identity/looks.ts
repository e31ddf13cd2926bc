import * as openid from 'openid-client';
import type pg from 'pg';
import { z } from 'zod';
import type { People } from '../accounts/index.ts';
import { claim } from '../background/claim.ts';
import type { Session, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Identity } from '../kernel/principal.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { clientOf, heardFrom, isOutage, withoutResponse } from './issuer-client.ts';
import { type Issuers, identityAt, type KnownIssuer } from './issuers.ts';
import { isOpen } from './open-sessions.ts';
import { lookMinutes, type SessionRecords, sessionLife } from './session-records.ts';

/** In milliseconds: how often an instance asks for sessions that are due. */
export const lookInterval = 10_000;
/** How many sessions an instance looks at together. */
const batch = 20;
/** In seconds: a look is over by then. It asks the issuer three times at most, and waits for each answer for a few seconds. */
const longestLook = 30;

/** What the issuer gave at the sign-in, by which it can be asked again. `until` is when the access token ends. */
const Tokens = z.object({ refresh: z.string().optional(), access: z.string().optional(), until: z.number().optional() });
type Tokens = z.output<typeof Tokens>;
export type TokenSeal = Seal<typeof Tokens>;
export const tokenSeal = (secrets: Secrets, date?: () => Date): TokenSeal => new Seal(secrets, 'look', sessionLife, Tokens, date);

/** The tokens to keep. A new answer need not repeat the refresh token. */
export const keptTokens = (answer: openid.TokenEndpointResponse, now: number, before?: Tokens): Tokens => {
  const refresh = answer.refresh_token ?? before?.refresh;
  if (refresh) return { refresh };
  return { access: answer.access_token, ...(answer.expires_in !== undefined && { until: now + answer.expires_in * 1000 }) };
};

type Due = Pick<Session, 'id' | 'userId' | 'sealedTokens'> & Pick<User, 'issuer' | 'subject'>;

// A look is due of people in accounts that require their issuer. The date is moved on first, so that one instance looks.
const claimDue = claim<Due>({
  table: 'session',
  key: ['id'],
  columns: 'issuer, subject',
  from: 'session JOIN user_profile ON user_profile.id = user_id',
  where: `look_at <= now() AND ${isOpen} AND EXISTS (
    SELECT FROM membership JOIN account ON account.id = membership.account_id
    WHERE membership.user_id = session.user_id AND required_issuer = issuer)`,
  order: 'look_at',
  limit: batch,
  set: `look_at = now() + interval '${lookMinutes} minutes'`,
  returning: 'session.id, user_id AS "userId", sealed_tokens AS "sealedTokens", issuer, subject',
});
const keepTokens = sql`UPDATE session SET sealed_tokens = $2 WHERE id = $1 AND ${isOpen}`;
const lookSoon = sql`UPDATE session SET look_at = now() + interval '1 minute' WHERE id = $1`;
// One that was claimed just now is being looked at. A second look would send a refresh token that the first has used up.
const isClaimed = `look_at > now() + interval '${lookMinutes} minutes' - interval '${longestLook} seconds'`;
const lookAtOthers = sql`UPDATE session SET look_at = CASE WHEN ${isClaimed} THEN look_at ELSE now() END
  WHERE user_id = $1 AND look_at IS NOT NULL AND ${isOpen}`;

/** What an issuer says of a person now. `unknown`: it cannot be asked any more. */
type Word = { identity: Identity | undefined; tokens: Tokens } | 'refused' | 'unknown';

interface LooksParts {
  pool: pg.Pool;
  issuers: Issuers;
  seal: TokenSeal;
  people: Pick<People, 'hear' | 'refuse'>;
  records: Pick<SessionRecords, 'endForIssuer'>;
  date(): Date;
  logger: Logger;
}

/**
 * Asks the issuer again about the people with open sessions whose account requires it: by the refresh token of the sign-in, else
 * at its userinfo endpoint. If it refuses, the session ends. If it refuses the last session of the person, they are barred. A
 * session that it can no longer be asked about ends too, but says nothing of the person. While the issuer is away, sessions stay.
 */
export class Looks {
  readonly #parts: LooksParts;

  constructor(parts: LooksParts) {
    this.#parts = parts;
  }

  /** Looks at all sessions that are due. A full batch may not be all. */
  async run(signal: AbortSignal): Promise<void> {
    for (let isFull = true; isFull && !signal.aborted; ) {
      const { rows } = await this.#parts.pool.query({ name: 'due-sessions', text: claimDue });
      await Promise.all(rows.map((due) => this.#look(due)));
      isFull = rows.length === batch;
    }
  }

  async #look({ id, userId, sealedTokens, issuer, subject }: Due): Promise<void> {
    const { pool, issuers, seal, people, records, logger } = this.#parts;
    const known = issuers.at(issuer);
    // The sessions of an issuer that is no longer configured are refused anyway.
    if (!known) return;
    try {
      const word = await this.#ask(known, subject, sealedTokens === null ? undefined : await seal.open(sealedTokens));
      if (typeof word === 'object') {
        await pool.query(keepTokens, [id, await seal.close(word.tokens)]);
        if (word.identity) await people.hear(word.identity);
        return;
      }
      await records.endForIssuer(id, word);
      // Another session of the person may still be good. They are refused with the last one.
      if (word === 'refused' && (await pool.query(lookAtOthers, [userId])).rowCount === 0) await people.refuse(userId);
    } catch (error) {
      const err = error instanceof Failure ? error : withoutResponse(error as Error);
      logger.warn({ err, issuer }, 'the identity provider could not be asked about a session');
      await pool.query(lookSoon, [id]);
    }
  }

  /** Throws if the issuer is away, or does not accept us. */
  async #ask(known: KnownIssuer, subject: string, tokens: Tokens | undefined): Promise<Word> {
    const client = await clientOf(known);
    const now = this.#parts.date().getTime();
    if (tokens?.refresh) {
      const answer = await openid.refreshTokenGrant(client, tokens.refresh).catch(asRefusal);
      if (answer === 'refused') return answer;
      const identity = await heardFrom({ client, known, answer, subject });
      if (identity && identity.subject !== subject) return 'refused';
      return { identity, tokens: keptTokens(answer, now, tokens) };
    }
    const isOver = !tokens?.access || (tokens.until !== undefined && tokens.until <= now);
    if (!tokens?.access || isOver || !client.serverMetadata().userinfo_endpoint) return 'unknown';
    const claims = await openid.fetchUserInfo(client, tokens.access, subject).catch(asRefusal);
    return claims === 'refused' ? claims : { identity: identityAt(known, claims), tokens };
  }
}

/** Whether an issuer refuses the person. Any other error is one of ours or of the issuer, and says nothing of them. */
function asRefusal(error: Error & { error?: unknown; status?: unknown }): 'refused' {
  const status = error.cause instanceof Response ? error.cause.status : error.status;
  if (!isOutage(error) && (error.error === 'invalid_grant' || (status === 401 && error.error === undefined))) return 'refused';
  throw error;
}
