import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Account, Invitation, Membership, User } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { may, powerToGive, type Role, roles } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import { roleOf } from '../account-lock.ts';
import { audit } from '../audit.ts';
import { returnPauseHours } from '../deletions.ts';
import { endKeysOf } from '../keys/key-statements.ts';

/** A member as the others see them. */
export type MemberRow = Pick<Membership, 'userId' | 'since' | 'barred'> & Pick<User, 'email' | 'name'> & { role: Role };

const memberColumns = 'user_id AS "userId", email, name, role, since, barred';
export const listMembers = sql<MemberRow>`SELECT ${memberColumns} FROM membership JOIN user_profile ON user_profile.id = user_id
  WHERE membership.account_id = $1 ORDER BY since, user_id`;
const findMember = sql<MemberRow & { isHome: boolean }>`SELECT ${memberColumns},
    membership.account_id = user_profile.account_id AS "isHome"
  FROM membership JOIN user_profile ON user_profile.id = user_id WHERE membership.account_id = $1 AND user_id = $2`;

export async function memberOf(client: pg.ClientBase, accountId: string, userId: string) {
  const { rows } = await client.query(findMember, [accountId, userId]);
  if (!rows[0]) throw new Failure('member_not_found');
  return rows[0];
}

/** An account that a person is in. */
export interface MembershipRow extends Pick<Membership, 'accountId' | 'since' | 'barred'>, Pick<Account, 'email'> {
  role: Role;
  /** They made it: requests without X-Account-ID are about it. */
  isHome: boolean;
}

const listMemberships = sql<MembershipRow>`SELECT membership.account_id AS "accountId", role, since, barred, account.email,
    membership.account_id = user_profile.account_id AS "isHome"
  FROM membership JOIN user_profile ON user_profile.id = user_id JOIN account ON account.id = membership.account_id
  WHERE user_id = $1 ORDER BY "isHome" DESC, since, membership.account_id`;

export const membershipsOf = async (client: pg.ClientBase | pg.Pool, userId: string) =>
  (await client.query(listMemberships, [userId])).rows;

export const setRole = sql`UPDATE membership SET role = $3 WHERE account_id = $1 AND user_id = $2`;
export const addMember = sql`INSERT INTO membership (account_id, user_id, role) VALUES ($1, $2, $3)`;
const deleteMember = sql`DELETE FROM membership WHERE account_id = $1 AND user_id = $2`;

const findOtherOwner = sql`SELECT FROM membership
  WHERE account_id = $1 AND user_id <> $2 AND role = 'owner' AND barred IS NULL LIMIT 1`;

/** Whether another owner can get in. */
export const hasOtherOwner = async (client: pg.ClientBase | pg.Pool, accountId: string, userId: string): Promise<boolean> =>
  (await client.query(findOtherOwner, [accountId, userId])).rowCount === 1;

/** Throws if the account would have no owner without this one. Call it under the lock of the account. */
export async function keepAnOwner(client: pg.ClientBase | pg.Pool, accountId: string, userId: string, message?: string) {
  if (!(await hasOtherOwner(client, accountId, userId))) throw new Failure('last_owner', message);
}

const isLeft = 'used_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()';
const everyRole = Object.values(roles);
const givers = everyRole.flatMap((role) =>
  everyRole.filter((giver) => may(giver, powerToGive(role))).map((giver) => [role, giver]),
);
/** Whether the person who made an invitation can get in, and may give its role now. */
const mayBeGiven = `EXISTS (SELECT FROM membership AS maker
  WHERE maker.account_id = invitation.account_id AND maker.user_id = invitation.created_by AND maker.barred IS NULL
    AND (invitation.role, maker.role) IN (${givers.map(([role, giver]) => `('${role}', '${giver}')`)}))`;

/** The SQL condition of an invitation that can be accepted. */
export const isOpenInvitation = `${isLeft} AND ${mayBeGiven}`;

const revokeInvitationsOf = sql<Pick<Invitation, 'id'>>`UPDATE invitation SET revoked_at = clock_timestamp()
  WHERE account_id = $1 AND created_by = $2 AND ${isLeft} AND NOT ${mayBeGiven} RETURNING id`;

/**
 * Ends the invitations that a person may no longer give, so that they stay ended when the person rises again. Call it after their
 * membership was changed or ended, under the lock of the account.
 */
export async function endInvitationsOf(client: pg.ClientBase, accountId: string, userId: string, actorId?: string) {
  const { rows } = await client.query(revokeInvitationsOf, [accountId, userId]);
  const actor = actorId === undefined ? {} : { userId: actorId };
  for (const { id } of rows) await audit(client, { accountId, ...actor, action: 'invitation.revoked', subject: id });
}

interface EndedMembership {
  accountId: string;
  userId: string;
  /** The person who ends the membership. */
  actorId: string;
  /** The member who gets the keys. Unset: the keys are revoked. */
  heir?: string | undefined;
}

/** Ends a membership with the keys and invitations that the person made. Call it under the lock of the account. */
export async function endMembership(client: pg.ClientBase, { accountId, userId, actorId, heir }: EndedMembership): Promise<void> {
  const heirRole = heir && heir !== userId ? await roleOf(client, accountId, heir) : undefined;
  if (heir && !(heirRole && may(heirRole, 'ownKeys')))
    throw new Failure('member_not_found', 'handOverTo: must be the id of another member who may have API keys.');
  const keys = await endKeysOf(client, accountId, userId, heir);
  const action = heir ? 'api_key.handed_over' : 'api_key.revoked';
  const details = heir ? { to: heir } : {};
  for (const subject of keys) await audit(client, { accountId, userId: actorId, action, subject, details });
  await client.query(deleteMember, [accountId, userId]);
  await endInvitationsOf(client, accountId, userId, actorId);
  await audit(client, { accountId, userId: actorId, action: 'member.removed', subject: userId });
}

// Both accounts have one meter: the free accounts of a person share what one may have.
const makeHome = sql`
  WITH moved AS (UPDATE user_profile SET account_id = $3 WHERE id = $2 RETURNING email), made AS (
    INSERT INTO account (id, email, meter_id, shares_meter)
    SELECT $3, moved.email, coalesce(meter_id, id), true FROM moved, account WHERE id = $1
  )
  UPDATE account SET email = (
    SELECT user_profile.email FROM membership JOIN user_profile ON user_profile.id = user_id
    WHERE membership.account_id = $1 AND role = 'owner' AND user_id <> $2 ORDER BY since LIMIT 1
  ) WHERE id = $1`;

/** Gives a person who is leaving the account that they made a new one. Triggers make them its owner and move their sessions. */
export async function giveNewHome(client: pg.ClientBase, accountId: string, userId: string): Promise<void> {
  await client.query(makeHome, [accountId, userId, randomUUID()]);
}

const findPause = sql<{ seconds: number }>`
  SELECT extract(epoch FROM created_at + interval '${returnPauseHours} hours' - clock_timestamp())::float8 AS seconds
  FROM account WHERE id = $1 AND meter_id IS NOT NULL`;

/** Throws if a person leaves a second account of their own within a day: each time they get a new one. */
export async function checkPause(client: pg.ClientBase, accountId: string): Promise<void> {
  const retryAfter = (await client.query(findPause, [accountId])).rows[0]?.seconds ?? 0;
  if (retryAfter > 0)
    throw new Failure('return_too_soon', 'This account is new: leave it a day after it was made.', { retryAfter });
}

/** What operators see of the people of an account: numbers and ids. */
interface AccountPeople {
  members: number;
  /** The ids of the accounts that seem to be of one person, this one included. */
  alike: string[];
}

/** The mailbox of an address: many providers deliver plus-addresses and addresses with other dots to the same one. */
const mailbox = `lower(regexp_replace(split_part(email, '@', 1), '[+].*$|[.]', '', 'g') || '@' || split_part(email, '@', 2))`;

const findPeople = sql<AccountPeople & { id: string }>`
  WITH maker AS MATERIALIZED (SELECT account_id, ${mailbox} AS mailbox FROM user_profile WHERE email LIKE '%@%'), pair AS (
    SELECT asked.id, other.id AS other FROM account AS asked JOIN account AS other
      ON other.id = coalesce(asked.meter_id, asked.id) OR other.meter_id = coalesce(asked.meter_id, asked.id)
    WHERE asked.id = ANY ($1)
    UNION SELECT asked.id, asked.id FROM account AS asked WHERE asked.id = ANY ($1)
    UNION SELECT asked.account_id, other.account_id FROM maker AS asked JOIN maker AS other USING (mailbox)
    WHERE asked.account_id = ANY ($1)
  )
  SELECT id, array_agg(DISTINCT other) AS alike, (SELECT count(*)::int FROM membership WHERE account_id = id) AS members
  FROM pair GROUP BY id`;

/** The people of some accounts, for operators: clusters share a meter, or the mailbox of the person who made them. */
export async function peopleOf(pool: pg.Pool, accountIds: readonly string[]): Promise<Map<string, AccountPeople>> {
  const { rows } = await pool.query(findPeople, [accountIds]);
  return new Map(rows.map(({ id, ...people }) => [id, people]));
}
