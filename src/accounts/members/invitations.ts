import type pg from 'pg';
import { z } from 'zod';
import { raise } from '../../alerts/index.ts';
import type { Account, Invitation } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { requirePower } from '../../kernel/access/admission.ts';
import { powerToGive, type Role } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { check } from '../../kernel/rules.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { AccountLock } from '../account-lock.ts';
import { isClosing } from '../account-row.ts';
import { audit } from '../audit.ts';
import type { IdempotentAnswers } from '../keys/idempotent-answers.ts';
import { hashOf, invitationFormat } from '../keys/key-format.ts';
import { invitationDays, memberRules } from '../limits.ts';
import { planOf } from '../plan.ts';
import type { Bar } from '../standings.ts';
import { barredFailure, settle } from './barring.ts';
import { addMember, isOpenInvitation, type MembershipRow, membershipsOf } from './member-statements.ts';

/** An invitation as the account sees it: without its token. */
export type InvitationRow = Pick<Invitation, 'id' | 'note' | 'createdBy' | 'createdAt' | 'expiresAt'> & { role: Role };

/** An invitation with its token, which is stored nowhere else. */
export interface CreatedInvitation {
  invitation: InvitationRow;
  token: string;
  /** Whether this is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** What is kept of a new invitation, to give the same answer again. */
const KeptInvitation = z.object({ id: z.string(), token: z.string() });

const columns = `id, role, note, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt"`;
const listOpen = sql<InvitationRow>`SELECT ${columns} FROM invitation
  WHERE account_id = $1 AND ${isOpenInvitation} ORDER BY created_at DESC, id`;
const findOpen = sql<InvitationRow>`SELECT ${columns} FROM invitation
  WHERE account_id = $1 AND id = $2 AND ${isOpenInvitation}`;
const insertInvitation = sql<Pick<Invitation, 'id'>>`INSERT INTO invitation (account_id, role, note, hash, created_by, expires_at)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp() + interval '${invitationDays} days') RETURNING id`;
const revokeOpen = sql`UPDATE invitation SET revoked_at = clock_timestamp()
  WHERE account_id = $1 AND id = $2 AND ${isOpenInvitation}`;

/** What the holder of a link may see of it before they accept. */
export type InvitationOffer = Pick<Account, 'email'> & Pick<Invitation, 'expiresAt'> & { role: Role };

const findByHash = sql<InvitationOffer & Pick<Invitation, 'id' | 'accountId'>>`SELECT invitation.id, account_id AS "accountId",
    email, role, expires_at AS "expiresAt"
  FROM invitation JOIN account ON account.id = account_id WHERE hash = $1 AND ${isOpenInvitation} AND NOT ${isClosing}`;
const useOpen = sql<{ role: Role }>`UPDATE invitation SET used_at = clock_timestamp()
  WHERE id = $1 AND ${isOpenInvitation} RETURNING role`;

const findEntrance = sql<{ barred: Bar | null } & Pick<Account, 'requiredIssuer'>>`
  SELECT barred, required_issuer AS "requiredIssuer" FROM membership JOIN account ON account.id = account_id
  WHERE account_id = $1 AND user_id = $2`;

const countSeats = sql<{ members: number; invitations: number }>`SELECT
  (SELECT count(*)::int FROM membership WHERE account_id = $1) AS members,
  (SELECT count(*)::int FROM invitation WHERE account_id = $1 AND ${isOpenInvitation}) AS invitations`;

interface NewInvitation {
  role: Role;
  note?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}

/** Invitations into accounts: by a link that is used once, and ends by itself. */
export function accountInvitations(
  pool: pg.Pool,
  { change, changeAs }: Pick<AccountLock, 'change' | 'changeAs'>,
  answers: IdempotentAnswers,
) {
  /** What an open invitation offers. */
  const read = async (token: string) => {
    const found = invitationFormat.fits(token) && (await pool.query(findByHash, [hashOf(token)])).rows[0];
    if (!found) throw new Failure('invitation_not_found');
    return found;
  };

  return {
    read,

    /** The open invitations of an account, newest first. */
    list: async (accountId: string): Promise<InvitationRow[]> => (await pool.query(listOpen, [accountId])).rows,

    /** Makes an invitation, or repeats the answer to the same request with the same Idempotency-Key. */
    create: async (
      principal: SessionPrincipal,
      { role, note: given, idempotencyKey: key }: NewInvitation,
    ): Promise<CreatedInvitation> => {
      const note = given?.trim() || null;
      check(memberRules, { note });
      return changeAs(principal, async (client, { plan, actor }) => {
        const { accountId, userId } = actor;
        requirePower(actor, powerToGive(role));
        const repeatable = { key, request: ['createInvitation', userId, role, note], kept: KeptInvitation };
        const { made, replayed } = await answers.once(client, accountId, repeatable, async () => {
          const { members, invitations } = await seatsOf(client, accountId);
          checkSeats(plan, members + invitations);
          const token = invitationFormat.mint();
          const { rows } = await client.query(insertInvitation, [accountId, role, note, hashOf(token), userId]);
          const { id } = rows[0] as Pick<Invitation, 'id'>;
          await audit(client, { accountId, userId, action: 'invitation.created', subject: id, details: { role } });
          return { id, token };
        });
        const [invitation] = (await client.query(findOpen, [accountId, made.id])).rows;
        if (!invitation) throw answers.ended('The invitation that was made with this Idempotency-Key has ended.');
        return { invitation, token: made.token, replayed };
      });
    },

    revoke: async (principal: SessionPrincipal, id: string): Promise<string> => {
      if (!isUuid(id)) throw new Failure('invitation_not_found');
      return changeAs(principal, async (client, { actor: { accountId, userId, role } }) => {
        requirePower({ role }, 'members');
        const { rowCount } = await client.query(revokeOpen, [accountId, id]);
        if (rowCount !== 1) throw new Failure('invitation_not_found');
        await audit(client, { accountId, userId, action: 'invitation.revoked', subject: id });
        return id;
      });
    },

    /**
     * Makes the person a member. The account is locked, so an invitation is used once, and never after it was revoked or its
     * maker lost the power to give it.
     */
    accept: async ({ userId }: SessionPrincipal, token: string): Promise<MembershipRow> => {
      const { id, accountId } = await read(token);
      return change(accountId, async (client, { plan }) => {
        const { rows } = await client.query(useOpen, [id]);
        if (!rows[0]) throw new Failure('invitation_not_found');
        const { role } = rows[0];
        if ((await membershipsOf(client, userId)).some((one) => one.accountId === accountId)) throw new Failure('already_member');
        checkSeats(plan, (await seatsOf(client, accountId)).members);
        await client.query(addMember, [accountId, userId, role]);
        await checkEntrance(client, accountId, userId);
        await audit(client, { accountId, userId, action: 'member.added', subject: userId, details: { role, invitation: id } });
        await raise(client, { accountId, kind: 'member_added', key: id, data: { userId } });
        const memberships = await membershipsOf(client, userId);
        return memberships.find((one) => one.accountId === accountId) as MembershipRow;
      });
    },
  };
}

export type Invitations = ReturnType<typeof accountInvitations>;

/** Throws if the rules of the account bar the new member. Their groups may give them another role. */
async function checkEntrance(client: pg.ClientBase, accountId: string, userId: string): Promise<void> {
  await settle(client, accountId, userId);
  const { barred, requiredIssuer } = (await client.query(findEntrance, [accountId, userId])).rows[0] ?? {};
  if (barred && requiredIssuer) throw barredFailure(barred, requiredIssuer);
}

const seatsOf = async (client: pg.ClientBase, accountId: string) =>
  (await client.query(countSeats, [accountId])).rows[0] ?? { members: 0, invitations: 0 };

function checkSeats(planId: string, taken: number): void {
  const { name, maxMembers } = planOf(planId);
  if (taken >= maxMembers)
    throw new Failure(
      'member_limit_reached',
      `The plan ${name} allows ${maxMembers} members, open invitations included: remove one, or change the plan.`,
    );
}
