import { Failure } from '../errors.ts';
import { may, type Power, powers, type Role, scopesFor } from './powers.ts';

/** What of a caller decides, see Principal. */
type Caller =
  | { kind: 'anonymous'; triesSearch?: true }
  | { kind: 'apiKey'; makerRole?: Role; powers?: { scopes: readonly string[] | null } }
  | { kind: 'session'; role: Role; isOperator?: true };

/** Why a caller may not use a power. Undefined: they may. */
export function refusalOf(principal: Caller, power: Power): Failure | undefined {
  const { roles, scope, isForVisitors } = powers[power];
  if (roles === 'everybody') return undefined;
  if (principal.kind === 'apiKey') {
    if (!scope) return new Failure('invalid_session');
    const { makerRole, powers: { scopes: own } = { scopes: null } } = principal;
    const lacking = own && scopesFor(power).find((one) => !own.includes(one));
    if (lacking) return insufficientScope(lacking);
    return !makerRole || may(makerRole, power) ? undefined : makerLacksRole(makerRole, roles);
  }
  if (principal.kind === 'anonymous') {
    if (isForVisitors && principal.triesSearch) return undefined;
    return new Failure(scope ? 'api_key_required' : 'session_required');
  }
  if (roles === 'operators') return principal.isOperator ? undefined : new Failure('operator_required');
  return may(principal.role, power) ? undefined : insufficientRole(principal.role, roles);
}

/** Throws if the caller lacks one of the powers. */
export function admit(principal: Caller, needed: readonly Power[]): void {
  for (const power of needed) {
    const refusal = refusalOf(principal, power);
    if (refusal) throw refusal;
  }
}

/** Throws if the role of the session lacks a power, where the power depends on more than the field. */
export function requirePower({ role }: { role: Role }, power: Power): void {
  if (!may(role, power)) throw insufficientRole(role, powers[power].roles);
}

/** Whose keys a person may see and change: null for those of everybody. */
export const makerFor = ({ role, userId }: { role: Role; userId: string }): string | null =>
  may(role, 'allKeys') ? null : userId;

const insufficientScope = (scope: string): Failure =>
  new Failure('insufficient_scope', `This needs the scope ${scope}, which the API key does not have.`, { scope });

const takes = (needed: Iterable<string>): string =>
  `This takes the role ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(needed)}.`;

const insufficientRole = (role: Role, needed: Iterable<string>): Failure =>
  new Failure('insufficient_role', `Your role in this account is ${role}. ${takes(needed)}`);

const makerLacksRole = (role: Role, needed: Iterable<string>): Failure =>
  new Failure('insufficient_role', `The role of the member who made this API key is ${role}. ${takes(needed)}`);
