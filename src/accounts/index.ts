import type pg from 'pg';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { ApiKeys } from './api-keys.ts';
import { AccountChanges } from './changes.ts';
import { Departures } from './departures.ts';
import { IdempotentAnswers } from './idempotent-answers.ts';
import { KeyRing } from './key-ring.ts';
import { KeyUse } from './key-use.ts';
import { People } from './people.ts';
import { Standings } from './standings.ts';

export { audit } from './audit.ts';
export { deleteAccount, linkCustomer, setBillingState } from './billing-state.ts';
export type { AccountChanges } from './changes.ts';
export { closeAccount } from './closing.ts';
export { offerDemoKey } from './demo-command.ts';
export { keyHash } from './key-format.ts';
export { auditRules, idempotencyHours, keyRules, shortLife } from './limits.ts';
export type { People } from './people.ts';
export { type PlanId, planIds, plans } from './plan.ts';
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
  changes.watch();
  teardown.push(() => changes.close());
  const keyUse = new KeyUse(pool, date, logger);
  keyUse.watch();
  teardown.push(() => keyUse.close());
  const keys = new KeyRing(pool, changes, now);
  const departures = new Departures(secrets);
  return {
    changes,
    departures,
    keys,
    keyUse,
    standings: new Standings(pool, changes),
    people: new People(pool, changes, departures),
    apiKeys: new ApiKeys({ pool, ring: keys, answers: new IdempotentAnswers(secrets) }),
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
