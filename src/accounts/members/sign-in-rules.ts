import type pg from 'pg';
import type { Account, User } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { requirePower } from '../../kernel/access/admission.ts';
import { type Role, roles } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { check } from '../../kernel/rules.ts';
import type { AccountLock } from '../account-lock.ts';
import { audit } from '../audit.ts';
import { groupRules, maxGroupRoles } from '../limits.ts';
import { findAccountsToSettle, settle } from './barring.ts';

/** An issuer of the settings, as far as an account can require it. */
export interface RequirableIssuer {
  /** Its URL. */
  issuer: string;
  name: string;
  /** The domains of the e-mail addresses that it vouches for. */
  domains: readonly string[];
  /** Whether its tokens name groups. */
  hasGroups: boolean;
}

export interface GroupRole {
  group: string;
  role: Role;
}

/** The rules of an account: who of its members can get in, and as what. */
export interface Rules {
  requiredIssuer: string | null;
  groupRoles: GroupRole[];
}

const findRules = sql<Pick<Account, 'requiredIssuer'> & { groupRoles: Record<string, Role> | null }>`
  SELECT required_issuer AS "requiredIssuer", group_roles AS "groupRoles" FROM account WHERE id = $1`;
const saveRules = sql`UPDATE account SET required_issuer = $2, group_roles = $3 WHERE id = $1`;
// The collation lowers ASCII letters alone.
const findProof = sql<Pick<User, 'issuer'> & { groups: string[] | null; domain: string }>`
  SELECT issuer, groups, lower(split_part(email, '@', -1) COLLATE "C") AS domain
  FROM user_profile WHERE id = $1 AND verified_email = email`;

/**
 * Which issuer an account requires, and which roles its groups have.
 *
 * An owner requires the issuer that they are signed in at, if it has verified their e-mail address and vouches for its domain. So
 * at least this owner can get in, and nobody can require the issuer of a domain that is not theirs. Groups change and bar members
 * and never make any: nobody comes into an account that did not invite them.
 */
export function signInRules(pool: pg.Pool, { change, changeMembersAs, forgetKeys, pollChanges }: AccountLock) {
  const of = async (accountId: string): Promise<Rules> => {
    const { requiredIssuer = null, groupRoles } = (await pool.query(findRules, [accountId])).rows[0] ?? {};
    const named = Object.entries(groupRoles ?? {}).map(([group, role]) => ({ group, role }));
    return { requiredIssuer, groupRoles: named.sort((one, other) => (one.group < other.group ? -1 : 1)) };
  };

  return {
    of,

    /** Of some issuers, those that a person could require. */
    requirable: ({ userId }: SessionPrincipal, issuers: readonly RequirableIssuer[]) => requirableBy(pool, userId, issuers),

    /** Replaces the rules. They apply to all members before the answer, and on every instance within a second. */
    set: async (principal: SessionPrincipal, rules: Rules, issuers: readonly RequirableIssuer[]): Promise<Rules> => {
      const { requiredIssuer } = rules;
      const groupRoles = requiredIssuer === null ? {} : checkedGroups(rules.groupRoles);
      await changeMembersAs(principal, async (client, { actor }) => {
        const { accountId, userId } = actor;
        requirePower(actor, 'signInRules');
        if (requiredIssuer !== null) await checkProof(client, userId, requiredIssuer, issuers, groupRoles);
        else if (rules.groupRoles.length > 0) throw new Failure('invalid_request', 'groupRoles: needs a requiredIssuer.');
        const count = Object.keys(groupRoles).length;
        await client.query(saveRules, [accountId, requiredIssuer, count > 0 ? JSON.stringify(groupRoles) : null]);
        const details = { issuer: requiredIssuer, groups: count };
        await audit(client, { accountId, userId, action: 'sign_in_rules.changed', details });
        await settle(client, accountId);
      });
      return of(principal.accountId);
    },

    /** Applies the rules of all accounts that a person is in, after their issuer said something new of them. */
    settlePerson: async (userId: string): Promise<void> => {
      const { rows } = await pool.query(findAccountsToSettle, [userId]);
      for (const { accountId } of rows) {
        await change(accountId, (client) => settle(client, accountId, userId));
        forgetKeys(accountId);
      }
      if (rows.length > 0) await pollChanges().catch(() => {});
    },
  };
}

async function checkProof(
  client: pg.ClientBase,
  userId: string,
  requiredIssuer: string,
  issuers: readonly RequirableIssuer[],
  groupRoles: Record<string, Role>,
): Promise<void> {
  const [known] = (await requirableBy(client, userId, issuers)).filter(({ issuer }) => issuer === requiredIssuer);
  if (!known) throw new Failure('invalid_request', notProven);
  if (Object.keys(groupRoles).length === 0) return;
  if (!known.hasGroups) throw new Failure('invalid_request', 'groupRoles: this issuer does not name the groups of people.');
  const groups = (await client.query(findProof, [userId])).rows[0]?.groups ?? [];
  if (groups.some((group) => groupRoles[group] === roles.owner)) return;
  const message = 'groupRoles: one of your own groups must have the role owner, or you would lock yourself out.';
  throw new Failure('last_owner', message);
}

const notProven =
  'requiredIssuer: must be the issuer that you are signed in at, which has verified your e-mail address, and which is entered ' +
  'for its domain.';

async function requirableBy(client: pg.ClientBase | pg.Pool, userId: string, issuers: readonly RequirableIssuer[]) {
  const proof = (await client.query(findProof, [userId])).rows[0];
  return issuers.filter(({ issuer, domains }) => issuer === proof?.issuer && domains.includes(proof.domain));
}

function checkedGroups(named: readonly GroupRole[]): Record<string, Role> {
  for (const { group } of named) check(groupRules, { group });
  const groups = Object.fromEntries(named.map(({ group, role }) => [group, role]));
  if (named.length > maxGroupRoles || Object.keys(groups).length < named.length)
    throw new Failure('invalid_request', `groupRoles: must have at most ${maxGroupRoles} groups, each of them once.`);
  return groups;
}
