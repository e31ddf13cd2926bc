import type pg from 'pg';
import { raise } from '../alerts/index.ts';
import { hourly, repeat } from '../background/repeat.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { accountLock } from './account-lock.ts';
import { AccountChanges, pollPauses } from './changes.ts';
import { accountDeletions } from './deletions.ts';
import { apiKeys } from './keys/api-keys.ts';
import { idempotentAnswers } from './keys/idempotent-answers.ts';
import { keyRing, reconcileToken } from './keys/key-ring.ts';
import { keyUse, reconcileAddressUse } from './keys/key-use.ts';
import { leakedKeys } from './keys/leaked-keys.ts';
import { reconcileAddresses } from './keys/reconcile-addresses.ts';
import { accountInvitations } from './members/invitations.ts';
import { accountMembers } from './members/members.ts';
import { signInRules } from './members/sign-in-rules.ts';
import { accountPeople } from './people.ts';
import { accountStandings } from './standings.ts';

export { closeAccount, deleteAccount, isClosing, linkCustomer, setBillingState } from './account-row.ts';
export { audit } from './audit.ts';
export { AccountCache, type AccountChanges } from './changes.ts';
export { ensureDemoKey } from './demo-command.ts';
export { keyHash } from './keys/key-format.ts';
export {
  auditRules,
  idempotencyHours,
  invitationDays,
  keyRules,
  maxKeyNetworks,
  memberRules,
  shortLifeSeconds,
} from './limits.ts';
export { type PlanId, planIds, planOf, plans } from './plan.ts';
export type { Standing, Standings } from './standings.ts';

interface AccountsOptions {
  pool: pg.Pool;
  /** The secrets that seal answers to an Idempotency-Key and hash the people who left. All instances share them. */
  secrets: readonly string[] | undefined;
  now(): number;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Accounts, their people and their keys. */
export function openAccounts({ pool, secrets, now, date, logger, teardown }: AccountsOptions) {
  const changes = new AccountChanges(pool, now);
  repeat({ name: 'changes of accounts', ...pollPauses, run: () => changes.poll(), logger, teardown });
  // A key, and the reconcile address that acts for it: who holds its secret, and when each was last used.
  const rings = { key: keyRing(pool, changes, now), reconcile: keyRing(pool, changes, now, reconcileToken) };
  const uses = { key: keyUse(pool, date, logger), reconcile: reconcileAddressUse(pool, date, logger) };
  uses.key.watch(teardown);
  uses.reconcile.watch(teardown);
  // A reconcile address ends with its key, so this instance forgets both at once.
  const forgetKeys = (accountId: string) => {
    rings.key.forget(accountId);
    rings.reconcile.forget(accountId);
  };
  const lock = accountLock(pool, forgetKeys, () => changes.poll());
  const deletions = accountDeletions(secrets);
  const standings = accountStandings(pool, changes);
  const answers = idempotentAnswers(secrets);
  const keys = apiKeys(pool, lock, answers);
  const raiseExpiring = async () => raise(pool, ...(await keys.expiring()));
  repeat({ name: 'keys that end soon', ...hourly, run: raiseExpiring, logger, teardown });
  const rules = signInRules(pool, lock);
  const people = accountPeople(pool, { changes, deletions, settlePerson: rules.settlePerson });
  const members = accountMembers(pool, standings, lock);
  return {
    changes,
    deletions,
    rings,
    uses,
    standings,
    people,
    /** What requests with an Idempotency-Key made. */
    answers,
    /** Runs a transaction that locks the account of a caller. */
    changeFor: lock.changeFor,
    leakedKeys: leakedKeys(pool, lock),
    members,
    services: (baseUrl: string) => ({
      ...{ apiKeys: keys, people, members },
      signInRules: rules,
      reconcileAddresses: reconcileAddresses(lock),
      invitations: accountInvitations(pool, lock, answers),
      invitationUrl: (token: string): string => `${baseUrl}/dashboard/join#${token}`,
      reconcileUrl: (token: string): string => `${baseUrl}/reconcile/${token}`,
    }),
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
