import type { Cost } from '../kernel/cost.ts';
import { Failure } from '../kernel/errors.ts';
import { givenName, maxProblems } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';

export const watchRules = { name: givenName(60) };
/** How many companies one request adds at most by their ids, and how many it removes. */
export const maxIds = 500;

/** How the hits of an import are found. */
export const hitLimits = {
  /** An account with more filters than these has its hits after all others. */
  filtersTogether: 20,
  /** The changes that are looked at in one transaction. */
  changes: 8_192,
  /** About so many rows are written by one statement. */
  portion: 500,
};

/** What adding and removing costs: ids are not looked up. */
export const addingCost: Cost = {
  of: 'Adding and removing watched companies',
  each: { count: 1, what: 'company to look up, and at least 1' },
};

/** Throws one invalid_request that names what is wrong with a list of ids. */
export function checkIds(name: string, ids: readonly string[]): void {
  if (ids.length > maxIds) throw new Failure('invalid_request', `${name}: must have at most ${maxIds} ids.`);
  const wrong = ids.flatMap((id, place) => (isUuid(id) ? [] : [`${name}[${place}]: must be a UUID`]));
  if (wrong.length > 0) throw new Failure('invalid_request', `${wrong.slice(0, maxProblems).join('; ')}.`);
}
