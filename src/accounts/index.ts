import type pg from 'pg';
import { raise } from '../alerts/index.ts';
import { hourly, repeat } from '../background/repeat.ts';
import type { Logger } from '../kernel/logging.ts';
import type { AccountPrincipal } from '../kernel/principal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { AccountChanges, pollPauses } from './changes.ts';
import { Departures } from './departures.ts';
import { ApiKeys } from './keys/api-keys.ts';
import { IdempotentAnswers } from './keys/idempotent-answers.ts';
import { addressToken, KeyRing } from './keys/key-ring.ts';
import { KeyUse } from './keys/key-use.ts';
import { LeakedKeys } from './keys/leaked-keys.ts';
import { accountLinks } from './links.ts';
import { Invitations } from './members/invitations.ts';
import { Members } from './members/members.ts';
import { SignInRules } from './members/sign-in-rules.ts';
import { People } from './people.ts';
import { AddressUse } from './reconcile/address-use.ts';
import { ReconcileAddresses } from './reconcile/addresses.ts';
import { Standings } from './standings.ts';

export { audit } from './audit.ts';
export { deleteAccount, linkCustomer, setBillingState } from './billing-state.ts';
export type { AccountChanges } from './changes.ts';
export { closeAccount, isClosing } from './closing.ts';
export { offerDemoKey } from './demo-command.ts';
export { keyHash } from './keys/key-format.ts';
export {
  auditRules,
  idempotencyHours,
  invitationDays,
  keyRules,
  memberRules,
  mostAddresses,
  shortLife,
} from './limits.ts';
export type { People } from './people.ts';
export { type PlanId, planIds, planOf, plans } from './plan.ts';
export type { Standing, Standings } from './standings.ts';

interface AccountsParts {
  pool: pg.Pool;
  /** The secrets that seal answers to an Idempotency-Key and hash the people who left. All instances share them. */
  secrets: readonly string[] | undefined;
  now(): number;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Accounts, their people and their keys. */
export function openAccounts({ pool, secrets, now, date, logger, teardown }: AccountsParts) {
  const changes = new AccountChanges(pool, now);
  repeat({ name: 'changes of accounts', ...pollPauses, run: () => changes.poll(), logger, teardown });
  const keyUse = new KeyUse(pool, date, logger);
  keyUse.watch(teardown);
  const addressUse = new AddressUse(pool, date, logger);
  addressUse.watch(teardown);
  const keys = new KeyRing(pool, changes, now);
  const addressRing = new KeyRing(pool, changes, now, addressToken);
  /** An address ends with its key, so this instance forgets both at once. */
  const ring = {
    forget: (accountId: string) => {
      for (const one of [keys, addressRing]) one.forget(accountId);
    },
  };
  const departures = new Departures(secrets);
  const standings = new Standings(pool, changes);
  const answers = new IdempotentAnswers(secrets);
  const apiKeys = new ApiKeys({ pool, ring, answers });
  const raiseExpiring = async () => raise(pool, ...(await apiKeys.expiring()));
  repeat({ name: 'keys that end soon', ...hourly, run: raiseExpiring, logger, teardown });
  const change = apiKeys.change.bind(apiKeys);
  const changeAs: ApiKeys['changeAs'] = (principal, work) => apiKeys.changeAs(principal, work);
  const signInRules = new SignInRules({ pool, change, changeAs, changes, ring });
  return {
    changes,
    departures,
    keys,
    keyUse,
    /** The addresses that act for keys: who holds a token, and when each was last used. */
    addressRing,
    addressUse,
    standings,
    people: new People(pool, { changes, departures, settle: (userId) => signInRules.settlePerson(userId) }),
    signInRules,
    links: accountLinks,
    /** What requests with an Idempotency-Key made. */
    answers,
    apiKeys,
    /** Runs a transaction that locks the account of a caller. */
    changeFor: <Result>({ accountId, kind }: AccountPrincipal, work: Parameters<typeof change<Result>>[1]): Promise<Result> =>
      change(accountId, work, kind === 'apiKey' ? 'invalid_api_key' : 'invalid_session'),
    leakedKeys: new LeakedKeys({ pool, change, ring }),
    reconcileAddresses: new ReconcileAddresses({ change: changeAs, ring }),
    members: new Members({ pool, standings, changes, change: changeAs, ring }),
    invitations: new Invitations({ pool, change, changeAs, answers }),
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
