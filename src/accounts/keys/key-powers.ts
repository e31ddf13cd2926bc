import { scopes as known, scopeNames } from '../../kernel/access/powers.ts';
import { Failure } from '../../kernel/errors.ts';
import { canonicalNetwork, Networks } from '../../kernel/networks.ts';
import type { KeyLimits } from '../../kernel/principal.ts';
import { check, type Rule } from '../../kernel/rules.ts';
import { maxKeyNetworks, powerLimits } from '../limits.ts';
import { planOf } from '../plan.ts';

/** The powers of a key as they are stored. Null: no limit of its own. */
export interface StoredPowers {
  scopes: string[] | null;
  addresses: string[] | null;
  minuteLimit: number | null;
  monthlyQuota: number | null;
}

/** The powers that a request names. One that is left out stays as it is; null lifts it. */
export type GivenPowers = {
  [Name in keyof StoredPowers]?: (StoredPowers[Name] extends unknown[] | null ? readonly string[] : number) | null | undefined;
};

export const allPowers: StoredPowers = { scopes: null, addresses: null, minuteLimit: null, monthlyQuota: null };

const listed = <Item>(maxItems: number, allows: (item: Item) => boolean, message: string): Rule<readonly Item[]> => ({
  allows: (list) => list.length >= 1 && list.length <= maxItems && list.every(allows),
  message,
});
const isScope = (name: string): boolean => Object.hasOwn(known, name);
/** A network is shorter. */
const maxNetworkCharacters = 60;

export const powerRules = {
  ...powerLimits,
  scopes: listed(scopeNames.length, isScope, `must have one or more of ${scopeNames.join(', ')}`),
  addresses: listed(
    maxKeyNetworks,
    (text: string) => text.length <= maxNetworkCharacters && canonicalNetwork(text) !== undefined,
    `must have 1 to ${maxKeyNetworks} addresses or networks such as 192.0.2.0/24 or 2001:db8::/32, without bits after the prefix`,
  ),
};

/** Checks the powers that are named, and writes them as they are stored. One that is left out has no property. */
export function readPowers({ scopes, addresses, minuteLimit, monthlyQuota }: GivenPowers): Partial<StoredPowers> {
  check(powerRules, { scopes, addresses, minuteLimit, monthlyQuota });
  const powers = {
    scopes: scopes && scopeNames.filter((name) => scopes.includes(name)),
    addresses: addresses && [...new Set(addresses.map((one) => canonicalNetwork(one) ?? one))],
    minuteLimit,
    monthlyQuota,
  };
  return Object.fromEntries(Object.entries(powers).filter(([, value]) => value !== undefined));
}

/** Throws if a limit is above that of the plan. After a downgrade the smaller one counts. */
export function checkPlan({ minuteLimit, monthlyQuota }: Partial<StoredPowers>, planId: string): void {
  const { name, requestsPerMinute, monthlyRequests } = planOf(planId);
  const problems = [
    ...((minuteLimit ?? 0) > requestsPerMinute ? [`minuteLimit: the plan ${name} allows ${requestsPerMinute} at most`] : []),
    ...((monthlyQuota ?? 0) > monthlyRequests ? [`monthlyQuota: the plan ${name} allows ${monthlyRequests} at most`] : []),
  ];
  if (problems.length > 0) throw new Failure('invalid_request', `${problems.join('; ')}.`);
}

/** The powers of a caller with the key. Undefined: it may do everything. */
export function powersOf({ scopes, addresses, minuteLimit, monthlyQuota }: StoredPowers): KeyLimits | undefined {
  if (!scopes && !addresses && minuteLimit === null && monthlyQuota === null) return undefined;
  return { scopes, addresses: addresses && new Networks(addresses), minuteLimit, monthlyQuota };
}

/** For the audit log: what a change sets, without the addresses themselves. */
export const auditedPowers = ({ scopes, addresses, ...limits }: Partial<StoredPowers>) => ({
  ...(scopes !== undefined && { scopes: scopes?.join(' ') ?? null }),
  ...(addresses !== undefined && { addresses: addresses?.length ?? null }),
  ...limits,
});
