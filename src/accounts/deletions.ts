import { createHmac, hkdfSync } from 'node:crypto';
import type pg from 'pg';
import type { User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Failure } from '../kernel/errors.ts';
import type { Identity } from '../kernel/principal.ts';

/** The pause before a person can come back again, counted from the last return. The first return has no pause. */
export const returnPauseHours = 24;

const findPeople = sql<Pick<User, 'issuer' | 'subject'>>`SELECT issuer, subject FROM user_profile WHERE account_id = $1`;

// The account was closed a second before its erasure, so a token that is issued after the erasure has a later second.
const recordDeletion = sql`
  INSERT INTO departed_person (person, meter_id, left_at, may_return_at)
  SELECT person, coalesce(meter_id, id), coalesce(closing_at, clock_timestamp()),
    CASE WHEN meter_id IS NULL THEN clock_timestamp() ELSE created_at + interval '${returnPauseHours} hours' END
  FROM account, unnest($2::bytea[]) AS person WHERE id = $1
  ON CONFLICT (person) DO UPDATE
  SET meter_id = excluded.meter_id, left_at = excluded.left_at, may_return_at = excluded.may_return_at`;

interface Deletion {
  meterId: string;
  leftAt: Date;
  /** Negative: the person may come back. */
  pauseSeconds: number;
}

const columns = `meter_id AS "meterId", left_at AS "leftAt",
  extract(epoch FROM may_return_at - clock_timestamp())::float8 AS "pauseSeconds"`;
const findDeletion = sql<Deletion>`SELECT ${columns} FROM departed_person WHERE person = ANY ($1)`;
const takeDeletion = sql<Deletion>`DELETE FROM departed_person WHERE person = ANY ($1) RETURNING ${columns}`;

const goOnFrom = sql`
  WITH metered AS (
    UPDATE account SET meter_id = $2, shares_meter = EXISTS (
      SELECT FROM account AS other WHERE other.id <> $1 AND (other.id = $2 OR other.meter_id = $2)
    ) WHERE id = $1
  )
  UPDATE user_profile SET tokens_from = $3 WHERE account_id = $1`;

/**
 * People who erased their account. If they come back, the new account gets the meter of the old one, so their usage still counts.
 * Until then a hash of the person is stored, keyed with `SESSION_SECRET`. New hashes use the first key, searches use all. Without
 * a secret, outside production, there is one empty key.
 */
export function accountDeletions(secrets: readonly string[] = ['']) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'company-registry person', 32)));
  const hashesOf = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Buffer[] =>
    keys.map((key) =>
      createHmac('sha256', key)
        .update(JSON.stringify([issuer, subject]))
        .digest(),
    );

  return {
    /** Records the people of an account before it is deleted. */
    record: async (client: pg.ClientBase, accountId: string): Promise<void> => {
      const { rows } = await client.query(findPeople, [accountId]);
      await client.query(recordDeletion, [accountId, rows.map((person) => hashesOf(person)[0])]);
    },

    /** Throws if the token is older than the erasure, or if the person came back less than a day ago. */
    checkReturn: async (client: pg.ClientBase, identity: Identity): Promise<void> => {
      lastOf((await client.query(findDeletion, [hashesOf(identity)])).rows, identity);
    },

    /**
     * Gives the meter of the erased account to the new one. Call it after the person's row is written: a request that waited
     * there for an erasure sees the deletion only then.
     */
    completeReturn: async (client: pg.ClientBase, identity: Identity, accountId: string): Promise<void> => {
      const last = lastOf((await client.query(takeDeletion, [hashesOf(identity)])).rows, identity);
      if (last) await client.query(goOnFrom, [accountId, last.meterId, last.leftAt]);
    },
  };
}

/** The last deletion of a person who may come back. While a secret is replaced, there can be one for each secret. */
function lastOf(deletions: Deletion[], identity: Identity): Deletion | undefined {
  const [last] = deletions.sort((one, other) => other.leftAt.getTime() - one.leftAt.getTime());
  if (!last) return undefined;
  if (identity.issuedAt === undefined || isOlder(identity, last.leftAt)) throw new Failure('invalid_session', signInAgain);
  if (last.pauseSeconds > 0) throw new Failure('return_too_soon', undefined, { retryAfter: last.pauseSeconds });
  return last;
}

const signInAgain = 'The account was erased after this session began. Sign in again for a new one.';

/** Whether a token was issued before a moment or in the same second. The clocks of issuer and database may differ. */
const isOlder = ({ issuedAt }: Identity, moment: Date | null): boolean =>
  issuedAt !== undefined && moment !== null && issuedAt <= Math.floor(moment.getTime() / 1000);

/** Refuses a token from before the person left, also after they came back. A token without a date is accepted. */
export function refuseOlder(identity: Identity, tokensFrom: Date | null): void {
  if (isOlder(identity, tokensFrom)) throw new Failure('invalid_session', signInAgain);
}
