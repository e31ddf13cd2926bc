import type pg from 'pg';
import { type Accounts, audit } from '../accounts/index.ts';
import { skipLocked } from '../background/claim.ts';
import { LastUse } from '../background/last-use.ts';
import type { Session } from '../database/client.ts';
import { type Statement, sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { Failure } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Identity, SignedIn } from '../kernel/principal.ts';
import { isUuid } from '../kernel/uuid.ts';
import { isOpen, type OpenSessionCache } from './open-sessions.ts';

/** Of a person. One more ends the oldest. */
export const maxOpenSessions = 100;
/** How long a session of our own sign-in lasts. */
export const sessionLifeSeconds = 12 * 60 * 60;
/** How often the issuer is asked about a session of people whose account requires it. */
export const revalidationMinutes = 5;
/** A used sign-in is kept longer than its cookie is valid, even if clocks differ. */
const signInKept = '1 hour';

/** A sign-in that is just being completed counts as newer than every erasure, even if the issuer's clock is wrong. */
const newerThanAnyErasure = Number.POSITIVE_INFINITY;

/** Why a session ended, as the audit log shows it. */
type EndReason =
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

const startSession = sql<Pick<Session, 'id'>>`
  INSERT INTO session (account_id, user_id, device, expires_at, sealed_tokens, look_at)
  VALUES ($1, $2, $3, now() + interval '${sessionLifeSeconds} seconds', $4,
    CASE WHEN $4::text IS NOT NULL THEN now() + interval '${revalidationMinutes} minutes' END) RETURNING id`;

/** Locks the account that a person made, before their sessions. An erasure uses the same order, so the two cannot deadlock. */
const lockHome = sql`SELECT FROM account WHERE id = (SELECT account_id FROM user_profile WHERE id = $1) FOR NO KEY UPDATE`;

type EndedSession = Pick<Session, 'id' | 'accountId' | 'userId'>;

const endWhere = (condition: string) => sql<EndedSession>`
  UPDATE session SET ended_at = now(), sealed_tokens = NULL, look_at = NULL WHERE ${isOpen} AND ${condition}
  RETURNING id, account_id AS "accountId", user_id AS "userId"`;
const endById = endWhere('id = $1');
const endOfPerson = endWhere('user_id = $1 AND id = $2');
const endAllButOne = endWhere('user_id = $1 AND id IS DISTINCT FROM $2');
const endOldest = endWhere(`id IN (SELECT id FROM session WHERE user_id = $1 AND ${isOpen}
  ORDER BY created_at DESC, id OFFSET ${maxOpenSessions - 1})`);

/** What a person may see of an open session. */
export type OpenRow = Pick<Session, 'id' | 'device' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>;

const listOpenSessions = sql<OpenRow>`
  SELECT id, device, created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
  FROM session WHERE user_id = $1 AND ${isOpen} ORDER BY created_at DESC, id DESC LIMIT ${maxOpenSessions}`;

const writeSessionUse = sql`UPDATE session SET last_seen_at = used.at FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
  WHERE session.id = used.id AND last_seen_at < used.at`;

/** Writes when each session was last seen, to the minute. A time before the start of the session is not written. */
export const sessionUse = (pool: pg.Pool, date: () => Date, logger: Logger) =>
  new LastUse({ pool, statement: { name: 'session-use', text: writeSessionUse }, date, logger });

/** Starts and ends the sessions of our own sign-in, with an entry in the audit log. */
export function sessionRecords(pool: pg.Pool, open: OpenSessionCache, people: Accounts['people']) {
  /** This instance refuses the ended sessions at once, the others when they poll the change of the account. */
  const change = async <Result>(work: (client: pg.PoolClient) => Promise<{ ended: EndedSession[]; result: Result }>) => {
    const { ended, result } = await inTransaction(pool, work);
    for (const accountId of new Set(ended.map((session) => session.accountId))) open.forget(accountId);
    return result;
  };

  return {
    /** The open sessions of a person, newest first. */
    listOpen: async (userId: string): Promise<OpenRow[]> => (await pool.query(listOpenSessions, [userId])).rows,

    /** Returns true only for the first call with this id on all instances. Every call also deletes some old rows. */
    claim: async (signInId: string): Promise<boolean> =>
      (await pool.query({ name: 'claim-sign-in', text: claimSignIn, values: [signInId] })).rowCount === 1,

    /** Starts a session, and ends the one that the browser had. With tokens, sealed, its issuer is asked about it again. */
    start: async (identity: Identity, device: string | null, replaced: string | null, tokens: string | null): Promise<string> => {
      const { sessionId, person } = await change(async (client) => {
        const person = await people.findOrCreate(client, { ...identity, issuedAt: newerThanAnyErasure });
        const { accountId, userId } = person;
        const ended = [
          ...(await endAll(client, endById, [replaced], 'replaced by another sign-in')),
          ...(await endAll(client, endOldest, [userId], 'too many were open')),
        ];
        const values = [accountId, userId, device, tokens];
        const { rows } = await client.query({ name: 'start-session', text: startSession, values });
        const sessionId = rows[0]?.id ?? '';
        await audit(client, { accountId, action: 'session.started', userId, subject: sessionId, details: { device } });
        return { ended, result: { sessionId, person } };
      });
      await people.settle(person);
      return sessionId;
    },

    /**
     * Ends an open session of the person. Throws session_not_found for any other: unknown, of another person, or ended before.
     */
    end: async ({ userId }: SignedIn, id: string, because: EndReason = 'ended by the account'): Promise<string> => {
      if (!isUuid(id)) throw new Failure('session_not_found');
      return change(async (client) => {
        await client.query(lockHome, [userId]);
        const ended = await endAll(client, endOfPerson, [userId, id], because, userId);
        if (ended.length === 0) throw new Failure('session_not_found');
        return { ended, result: id };
      });
    },

    /** Ends a session that its issuer refuses, or can no longer be asked about. */
    endForIssuer: (id: string, status: 'refused' | 'unknown'): Promise<void> => {
      const because = status === 'refused' ? 'refused by the issuer' : 'the issuer cannot be asked about it';
      return change(async (client) => ({
        ended: await endAll(client, endById, [id], because),
        result: undefined,
      }));
    },

    /** Ends all sessions of the person except that of the request, and returns their number. With a token it ends all of them. */
    endOthers: ({ userId, sessionId }: SignedIn): Promise<number> =>
      change(async (client) => {
        await client.query(lockHome, [userId]);
        const ended = await endAll(client, endAllButOne, [userId, sessionId ?? null], 'ended by the account', userId);
        return { ended, result: ended.length };
      }),
  };
}

export type SessionRecords = ReturnType<typeof sessionRecords>;

/** Without an actor, the person of a session counts as who ended it. */
async function endAll(
  client: pg.ClientBase,
  statement: Statement<EndedSession>,
  values: (string | null)[],
  because: EndReason,
  actorId?: string,
) {
  const { rows } = await client.query(statement, values);
  for (const { id: subject, accountId, userId } of rows)
    await audit(client, { accountId, action: 'session.ended', userId: actorId ?? userId, subject, details: { because } });
  return rows;
}
