import type pg from 'pg';
import type { Account } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { Role } from '../kernel/access/powers.ts';
import { isClosing } from './account-row.ts';
import { AccountCache, type AccountChanges, type ReadValue } from './changes.ts';
import { type Plan, plans } from './plan.ts';

/** The plan, the billing period and the members of an account at the moment. */
export interface Standing {
  accountId: string;
  /** The id under which its usage is counted. It stays the same when a person leaves and comes back. */
  meterId: string;
  /** Free accounts that one person made have the same. */
  sharedMeterId: string;
  plan: Plan;
  /** The subscription's current period. Without one, the calendar month counts. */
  period: { start: Date; end: Date } | undefined;
  /** The account is being erased. */
  isClosing: boolean;
  /** The roles of the members who can get in, by the id of the person. */
  members: ReadonlyMap<string, Role>;
  /** Why the others cannot. */
  barred: ReadonlyMap<string, Bar>;
  /** The issuer that the members have to sign in at, and whether its groups decide on their roles. */
  requiredIssuer: string | null;
  hasGroupRoles: boolean;
}

/** Why a member cannot get in: of another issuer, without a group that has a role, or refused by the issuer. */
export type Bar = 'issuer' | 'groups' | 'refused';

type StandingRow = Pick<Account, 'plan' | 'periodStart' | 'periodEnd'> &
  Pick<Standing, 'meterId' | 'sharedMeterId' | 'isClosing' | 'requiredIssuer' | 'hasGroupRoles'> & {
    members: Record<string, Role> | null;
    barred: Record<string, Bar> | null;
  };

/**
 * The meter of an account. Free accounts that one person made share a meter, so they have together what one may have. A paid
 * account is not slowed down by them: the first one keeps the meter and the others move aside, a later one counts by itself.
 */
const meter = `CASE WHEN plan <> 'free' AND shares_meter THEN id
  WHEN plan = 'free' AND EXISTS (
    SELECT FROM account AS first WHERE first.plan <> 'free' AND NOT first.shares_meter AND first.id <> account.id
      AND (first.id = account.meter_id OR first.meter_id = coalesce(account.meter_id, account.id))
  ) THEN md5('free ' || coalesce(meter_id, id))::uuid
  ELSE coalesce(meter_id, id) END`;

const findStanding = sql<StandingRow>`SELECT plan, period_start AS "periodStart", period_end AS "periodEnd",
    ${meter} AS "meterId", coalesce(meter_id, id) AS "sharedMeterId", ${isClosing} AS "isClosing",
    required_issuer AS "requiredIssuer", group_roles IS NOT NULL AS "hasGroupRoles",
    (SELECT json_object_agg(user_id, role) FROM membership WHERE account_id = account.id AND barred IS NULL) AS members,
    (SELECT json_object_agg(user_id, barred) FROM membership WHERE account_id = account.id AND barred IS NOT NULL) AS barred
  FROM account WHERE id = $1`;

const maxCached = 10_000;

/** Caches the standings of accounts. A change takes effect on every instance within a second, see changes.ts. */
export function accountStandings(pool: pg.Pool, changes: AccountChanges) {
  const cache = new AccountCache<Standing>(changes, maxCached);

  const find = async (accountId: string): Promise<ReadValue<Standing> | undefined> => {
    const { rows } = await pool.query({ name: 'standing', text: findStanding, values: [accountId] });
    const [row] = rows;
    const plan = plans.find(({ id }) => id === row?.plan);
    if (!row || !plan) return undefined;
    const { periodStart: start, periodEnd: end, members, barred, ...rest } = row;
    const value = {
      ...rest,
      accountId,
      plan,
      period: start && end ? { start, end } : undefined,
      members: new Map(Object.entries(members ?? {})),
      barred: new Map(Object.entries(barred ?? {})),
    };
    // A closing account is not cached: if its erasure fails, it opens again.
    return { value, ...(row.isClosing && { end: Number.NEGATIVE_INFINITY }) };
  };

  return {
    /** Undefined if the account does not exist. */
    of: async (accountId: string): Promise<Standing | undefined> =>
      cache.get(accountId) ?? cache.readOnce(accountId, () => find(accountId)),

    /** As the database has it now. */
    read: (accountId: string): Promise<Standing | undefined> => cache.load(accountId, find(accountId)),
  };
}

export type Standings = ReturnType<typeof accountStandings>;
