import type pg from 'pg';
import type { User } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { requirePower } from '../../kernel/access/admission.ts';
import { powerToGive, type Role } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal, SignedIn } from '../../kernel/principal.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { type AccountLock, lockAccount, roleOf } from '../account-lock.ts';
import { audit } from '../audit.ts';
import type { Standings } from '../standings.ts';
import { barredFailure } from './barring.ts';
import {
  checkPause,
  endInvitationsOf,
  endMembership,
  giveNewHome,
  keepAnOwner,
  listMembers,
  type MemberRow,
  memberOf,
  membershipsOf,
  peopleOf,
  setRole,
} from './member-statements.ts';

const findHomeless = sql<Pick<User, 'id'>>`SELECT id FROM user_profile WHERE account_id = $1 AND id <> $2 ORDER BY id`;

/** The people of accounts. An account always has an owner. Every change is made under the lock of the account. */
export function accountMembers(pool: pg.Pool, standings: Standings, { changeMembersAs }: Pick<AccountLock, 'changeMembersAs'>) {
  return {
    /**
     * A person in the account that they chose, else in the one that they made. Throws account_not_found if they are not a member,
     * and issuer_required if they are one and cannot get in. An account that they just joined on another instance is read again.
     */
    enter: async (person: SignedIn, chosen: string | string[] | undefined): Promise<SessionPrincipal> => {
      const accountId = chosen === undefined ? person.accountId : String(chosen).toLowerCase();
      const cached = isUuid(accountId) ? await standings.of(accountId) : undefined;
      const standing = cached?.members.has(person.userId) || !isUuid(accountId) ? cached : await standings.read(accountId);
      const bar = standing?.barred.get(person.userId);
      if (standing?.requiredIssuer && bar) throw barredFailure(bar, standing.requiredIssuer);
      const role = standing?.members.get(person.userId);
      if (!role) throw new Failure(chosen === undefined ? 'invalid_session' : 'account_not_found');
      if (standing?.hasGroupRoles && person.lacksGroups) throw new Failure('issuer_required', tokenWithoutGroups);
      return { ...person, accountId, role };
    },

    /** The members of an account, the oldest first. */
    list: async (accountId: string): Promise<MemberRow[]> => (await pool.query(listMembers, [accountId])).rows,

    /** The numbers and clusters of people that operators see, by account. */
    peopleOf: (accountIds: readonly string[]) => peopleOf(pool, accountIds),

    /** The accounts that a person is in, the one that they made first. */
    membershipsOf: (userId: string) => membershipsOf(pool, userId),

    changeRole: async (principal: SessionPrincipal, id: string, role: Role): Promise<MemberRow> => {
      const userId = checkedId(id);
      return changeMembersAs(principal, async (client, { actor }) => {
        const { accountId } = actor;
        const member = await memberOf(client, accountId, userId);
        requirePower(actor, powerToGive(member.role === 'owner' ? 'owner' : role));
        if (member.role === role) return member;
        if (member.role === 'owner') await keepAnOwner(client, accountId, userId);
        await client.query(setRole, [accountId, userId, role]);
        await endInvitationsOf(client, accountId, userId, actor.userId);
        const details = { from: member.role, to: role };
        await audit(client, { accountId, userId: actor.userId, action: 'member.role_changed', subject: userId, details });
        return { ...member, role };
      });
    },

    /** Removes a member, or the person themselves. Their keys are revoked, or go to another member. Returns the id. */
    remove: async (principal: SessionPrincipal, id: string, handOverTo?: string | null): Promise<string> => {
      const userId = checkedId(id);
      const heir = handOverTo ? checkedId(handOverTo) : undefined;
      return changeMembersAs(principal, async (client, { actor }) => {
        const { accountId } = actor;
        const { role, isHome } = await memberOf(client, accountId, userId);
        const isSelf = userId === actor.userId;
        if (!isSelf) requirePower(actor, powerToGive(role));
        if (role === 'owner') await keepAnOwner(client, accountId, userId);
        if (isSelf && isHome) await checkPause(client, accountId);
        await endMembership(client, { accountId, userId, actorId: actor.userId, heir });
        if (isHome) await giveNewHome(client, accountId, userId);
        return id;
      });
    },

    /** Throws if a person who erases the account that they made would leave another account without an owner. */
    checkErasure: async ({ accountId, userId }: SessionPrincipal): Promise<void> => {
      const memberships = await membershipsOf(pool, userId);
      if (!memberships.some((one) => one.isHome && one.accountId === accountId)) return;
      for (const one of memberships)
        if (!one.isHome && one.role === 'owner') await keepAnOwner(pool, one.accountId, userId, lastElsewhere(one.accountId));
    },

    /**
     * Ends what the erasure of an account must not delete, in its transaction. The person who erases the account that they made
     * leaves all accounts. Others whose first account this was get a new one.
     */
    beforeErasure: async (client: pg.ClientBase, { accountId, userId }: SessionPrincipal): Promise<void> => {
      if ((await roleOf(client, accountId, userId)) !== 'owner') throw new Failure('insufficient_role');
      const { rows } = await client.query(findHomeless, [accountId, userId]);
      for (const { id } of rows) await giveNewHome(client, accountId, id);
      const memberships = await membershipsOf(client, userId);
      if (!memberships.some((one) => one.isHome && one.accountId === accountId)) return;
      for (const { accountId: other } of memberships.filter((one) => one.accountId !== accountId)) {
        await lockAccount(client, other);
        if ((await roleOf(client, other, userId)) === 'owner') await keepAnOwner(client, other, userId, lastElsewhere(other));
        await endMembership(client, { accountId: other, userId, actorId: userId });
      }
    },
  };
}

export type Members = ReturnType<typeof accountMembers>;

const tokenWithoutGroups = 'The groups of this account decide who gets in, and this token does not name yours.';

const lastElsewhere = (accountId: string) =>
  `You are the last owner of the account ${accountId}: make another member an owner, or erase that account first.`;

function checkedId(id: string): string {
  if (!isUuid(id)) throw new Failure('member_not_found');
  return id.toLowerCase();
}
