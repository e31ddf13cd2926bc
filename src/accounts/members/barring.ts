import type pg from 'pg';
import { sql } from '../../database/sql.ts';
import { type Role, roles } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import { audit } from '../audit.ts';
import type { Bar } from '../standings.ts';
import { endInvitationsOf, giveNewHome, hasOtherOwner } from './member-statements.ts';

/** What the rules of the account and the words of the issuer make of a member. */
interface Verdict {
  userId: string;
  isHome: boolean;
  role: Role;
  barred: Bar | null;
  nextRole: Role;
  nextBarred: Bar | null;
}

/** The members of accounts, with the first role in the order of `roles` that one of their groups has. */
const judged = `membership JOIN account ON account.id = membership.account_id
  JOIN user_profile ON user_profile.id = membership.user_id
  LEFT JOIN LATERAL (
    SELECT value AS role FROM jsonb_each_text(group_roles) WHERE key = ANY (user_profile.groups)
    ORDER BY array_position(ARRAY[${Object.keys(roles).map((role) => `'${role}'`)}], value) LIMIT 1
  ) AS mapped ON issuer = required_issuer AND refused_at IS NULL`;
const nextRole = 'coalesce(mapped.role, membership.role)';
const nextBarred = `CASE WHEN issuer <> required_issuer THEN 'issuer' WHEN required_issuer IS NOT NULL AND refused_at IS NOT NULL
  THEN 'refused' WHEN group_roles IS NOT NULL AND mapped.role IS NULL THEN 'groups' END`;
const isStale = `(membership.role, membership.barred) IS DISTINCT FROM (${nextRole}, ${nextBarred})`;

// Those who become owners come first, so that the last owner is found among all.
const findStale = sql<Verdict>`SELECT membership.user_id AS "userId", membership.role, barred, ${nextRole} AS "nextRole",
    ${nextBarred} AS "nextBarred", membership.account_id = user_profile.account_id AS "isHome"
  FROM ${judged} WHERE membership.account_id = $1 AND ($2::uuid IS NULL OR user_id = $2) AND ${isStale}
  ORDER BY ${nextBarred} IS NULL AND ${nextRole} = 'owner' DESC, user_id`;
/** The accounts in which a member is not yet what the rules make of them. */
export const findAccountsToSettle = sql<{ accountId: string }>`SELECT membership.account_id AS "accountId" FROM ${judged}
  WHERE user_id = $1 AND ${isStale} ORDER BY membership.account_id`;
const judge = sql`UPDATE membership SET role = $3, barred = $4 WHERE account_id = $1 AND user_id = $2`;

/**
 * Applies the rules of an account to all members, or to one. Call it under the lock of the account. The last owner who can get in
 * keeps the role, whatever their groups are, so that no account is left to nobody. Only the issuer can refuse them.
 */
export async function settle(client: pg.ClientBase, accountId: string, only: string | null = null): Promise<void> {
  const { rows } = await client.query(findStale, [accountId, only]);
  for (const verdict of rows) if (!(await keepsAccount(client, accountId, verdict))) await apply(client, accountId, verdict);
}

async function keepsAccount(client: pg.ClientBase, accountId: string, verdict: Verdict): Promise<boolean> {
  const isOwner = verdict.role === 'owner' && verdict.barred === null;
  const stays = verdict.nextRole === 'owner' && verdict.nextBarred === null;
  return isOwner && !stays && verdict.nextBarred !== 'refused' && !(await hasOtherOwner(client, accountId, verdict.userId));
}

async function apply(client: pg.ClientBase, accountId: string, verdict: Verdict): Promise<void> {
  const { userId: subject, isHome, role: from, nextRole: to, barred, nextBarred: because } = verdict;
  await client.query(judge, [accountId, subject, to, because]);
  if (because !== barred)
    await audit(
      client,
      because
        ? { accountId, action: 'member.barred', subject, details: { because } }
        : { accountId, action: 'member.restored', subject },
    );
  if (to !== from)
    await audit(client, { accountId, action: 'member.role_changed', subject, details: { from, to, because: 'groups' } });
  await endInvitationsOf(client, accountId, subject);
  // Who is refused by the issuer can get in nowhere. The others go on in an account of their own.
  if (isHome && (because === 'issuer' || because === 'groups')) await giveNewHome(client, accountId, subject);
}

/** The failure of a member who cannot get in. */
export function barredFailure(bar: Bar, issuer: string): Failure {
  const messages: Record<Bar, string> = {
    issuer: `This account requires its members to sign in at ${issuer}.`,
    groups: `This account is for groups of ${issuer}, and none of yours has a role in it. Groups are read when you sign in.`,
    refused: `${issuer} did not confirm you at the last look. Sign in there again.`,
  };
  return new Failure('issuer_required', messages[bar]);
}
