import type pg from 'pg';
import { audit, type People } from '../accounts/index.ts';
import { skipLocked } from '../background/claim.ts';
import type { Session } from '../database/client.ts';
import { type Statement, sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity, SignedIn } from '../kernel/principal.ts';
import { isUuid } from '../kernel/uuid.ts';
import { isOpen, type OpenSessions } from './open-sessions.ts';

/** The number of open sessions per person. One more ends the oldest. */
export const mostOpen = 100;
/** In seconds: how long a session of our own sign-in lasts. */
export const sessionLife = 12 * 60 * 60;
/** In minutes: how often the issuer is asked about a session of people whose account requires it. */
export const lookMinutes = 5;
/** A used sign-in is kept longer than its cookie is valid, even if clocks differ. */
const signInKept = '1 hour';

/** A sign-in that is just being completed counts as newer than every erasure, even if the issuer's clock is wrong. */
const newerThanAnyErasure = Number.POSITIVE_INFINITY;

/** Why a session ended, as the audit log shows it. */
type End =
  | 'signed out'
  | 'ended by the account'
  | 'replaced by another sign-in'
  | 'too many were open'
  | 'refused by the issuer'
  | 'the issuer cannot be asked about it';

const claimSignIn = sql`
  WITH old AS (
    SELECT id FROM used_sign_in WHERE used_at < now() - interval '${signInKept}' LIMIT 10 ${skipLocked('used_sign_in')}
  ),
    cleared AS (DELETE FROM used_sign_in USING old WHERE used_sign_in.id = old.id)
  INSERT INTO used_sign_in (id) VALUES ($1) ON CONFLICT DO NOTHING`;

const startSession = sql<
  Pick<Session, 'id'>
>`INSERT INTO session (account_id, user_id, device, expires_at, sealed_tokens, look_at)
  VALUES ($1, $2, $3, now() + interval '${sessionLife} seconds', $4,
    CASE WHEN $4::text IS NOT NULL THEN now() + interval '${lookMinutes} minutes' END) RETURNING id`;

/** Locks the account that a person made, before their sessions. An erasure uses the same order, so the two cannot deadlock. */
const lockHome = sql`SELECT FROM account WHERE id = (SELECT account_id FROM user_profile WHERE id = $1) FOR NO KEY UPDATE`;

type Ended = Pick<Session, 'id' | 'accountId' | 'userId'>;

const endWhere = (
  condition: string,
) => sql<Ended>`UPDATE session SET ended_at = now(), sealed_tokens = NULL, look_at = NULL WHERE ${isOpen} AND ${condition}
  RETURNING id, account_id AS "accountId", user_id AS "userId"`;
const endById = endWhere('id = $1');
const endOfPerson = endWhere('user_id = $1 AND id = $2');
const endAllButOne = endWhere('user_id = $1 AND id IS DISTINCT FROM $2');
const endOldest = endWhere(`id IN (SELECT id FROM session WHERE user_id = $1 AND ${isOpen}
  ORDER BY created_at DESC, id OFFSET ${mostOpen - 1})`);

/** What a person may see of an open session. */
export type OpenRow = Pick<Session, 'id' | 'device' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>;

const listOpenSessions = sql<OpenRow>`
  SELECT id, device, created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
  FROM session WHERE user_id = $1 AND ${isOpen} ORDER BY created_at DESC, id DESC LIMIT ${mostOpen}`;

interface Which {
  statement: Statement<Ended>;
  values: (string | null)[];
  end: End;
  /** The person who ended it. Unset: the person of the session. */
  userId?: string;
}

/** Starts and ends the sessions of our own sign-in, with an entry in the audit log. */
export class SessionRecords {
  readonly #pool: pg.Pool;
  readonly #open: OpenSessions;
  readonly #people: Pick<People, 'findOrCreate' | 'settle'>;

  constructor(pool: pg.Pool, open: OpenSessions, people: Pick<People, 'findOrCreate' | 'settle'>) {
    this.#pool = pool;
    this.#open = open;
    this.#people = people;
  }

  /** The open sessions of a person, newest first. */
  async listOpen(userId: string): Promise<OpenRow[]> {
    return (await this.#pool.query(listOpenSessions, [userId])).rows;
  }

  /** Returns true only for the first call with this id on all instances. Every call also deletes some old rows. */
  async claim(signInId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'claim-sign-in',
      text: claimSignIn,
      values: [signInId],
    });
    return rowCount === 1;
  }

  /** Starts a session, and ends the one that the browser had. With tokens, sealed, its issuer is asked about it again. */
  async start(identity: Identity, device: string | null, replaced?: string, tokens: string | null = null): Promise<string> {
    const { sessionId, known } = await this.#change(async (client) => {
      const known = await this.#people.findOrCreate(client, { ...identity, issuedAt: newerThanAnyErasure });
      const { accountId, userId } = known;
      const ended = [
        ...(await endAll(client, { statement: endById, values: [replaced ?? null], end: 'replaced by another sign-in' })),
        ...(await endAll(client, { statement: endOldest, values: [userId], end: 'too many were open' })),
      ];
      const { rows } = await client.query({
        name: 'start-session',
        text: startSession,
        values: [accountId, userId, device, tokens],
      });
      const subject = rows[0]?.id ?? '';
      await audit(client, { accountId, action: 'session.started', userId, subject, details: { device } });
      return { ended, result: { sessionId: subject, known } };
    });
    await this.#people.settle(known);
    return sessionId;
  }

  /**
   * Ends an open session of the person. Throws session_not_found for any other: unknown, of another person, or ended before.
   */
  async end({ userId }: SignedIn, id: string, end: End = 'ended by the account'): Promise<void> {
    if (!isUuid(id)) throw new Failure('session_not_found');
    await this.#change(async (client) => {
      await client.query(lockHome, [userId]);
      const ended = await endAll(client, { statement: endOfPerson, values: [userId, id], end, userId });
      if (ended.length === 0) throw new Failure('session_not_found');
      return { ended, result: undefined };
    });
  }

  /** Ends a session that its issuer refuses, or can no longer be asked about. */
  async endForIssuer(id: string, word: 'refused' | 'unknown'): Promise<void> {
    const end = word === 'refused' ? 'refused by the issuer' : 'the issuer cannot be asked about it';
    await this.#change(async (client) => ({
      ended: await endAll(client, { statement: endById, values: [id], end }),
      result: undefined,
    }));
  }

  /** Ends all sessions of the person except that of the request, and returns their number. With a token it ends all of them. */
  async endOthers({ userId, sessionId }: SignedIn): Promise<number> {
    return this.#change(async (client) => {
      await client.query(lockHome, [userId]);
      const values = [userId, sessionId ?? null];
      const ended = await endAll(client, { statement: endAllButOne, values, end: 'ended by the account', userId });
      return { ended, result: ended.length };
    });
  }

  /** This instance refuses the ended sessions at once, the others when they poll the change of the account. */
  async #change<Result>(work: (client: pg.PoolClient) => Promise<{ ended: { accountId: string }[]; result: Result }>) {
    const { ended, result } = await inTransaction(this.#pool, work);
    for (const accountId of new Set(ended.map((session) => session.accountId))) this.#open.forget(accountId);
    return result;
  }
}

async function endAll(client: pg.ClientBase, { statement, values, end, userId }: Which) {
  const { rows } = await client.query(statement, values);
  for (const { id, accountId, ...session } of rows)
    await audit(client, {
      accountId,
      action: 'session.ended',
      userId: userId ?? session.userId,
      subject: id,
      details: { because: end },
    });
  return rows;
}
