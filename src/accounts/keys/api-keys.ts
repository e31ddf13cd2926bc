import type pg from 'pg';
import { z } from 'zod';
import { type NewAlert, raise } from '../../alerts/index.ts';
import { makerFor } from '../../kernel/access/admission.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { check } from '../../kernel/rules.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { AccountLock } from '../account-lock.ts';
import { audit } from '../audit.ts';
import { keyRules, maxKeyYears } from '../limits.ts';
import { planOf } from '../plan.ts';
import type { IdempotentAnswers } from './idempotent-answers.ts';
import { allPowers, auditedPowers, checkPlan, type GivenPowers, readPowers, type StoredPowers } from './key-powers.ts';
import {
  countActive,
  countKeys,
  endRotated,
  findActive,
  findActiveId,
  insertKey,
  type KeyRow,
  listActive,
  listExpiring,
  revokeKey,
  saveKey,
} from './key-statements.ts';

type Optional<Value> = Value | null | undefined;

interface NewKey extends GivenPowers, Omit<Rotation, 'id' | 'overlapSeconds'> {
  name: string;
}

interface Rotation {
  id: string;
  /** For how long the old key stays valid. */
  overlapSeconds: number;
  /** Unset: the name of the old key. */
  name?: Optional<string>;
  /** Unset: the same lifetime as the old key was made for. */
  expiresAt?: Optional<Date>;
  idempotencyKey?: Optional<string>;
}

/** What is kept of a new key, to give the same answer again. */
const KeptKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date().nullable(),
  scopes: z.array(z.string()).nullable(),
  addresses: z.array(z.string()).nullable(),
  minuteLimit: z.number().nullable(),
  monthlyQuota: z.number().nullable(),
  secret: z.string(),
});

/** A key with its secret, which is stored nowhere else. */
export interface CreatedKey {
  apiKey: KeyRow;
  secret: string;
  /** Whether this is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

interface OnceOptions {
  idempotencyKey: Optional<string>;
  request: unknown[];
  /** Counts a new key against the limit per minute. Throws if the limit is used up. */
  countNewKey(): Promise<void>;
}

/** Makes, counts, rotates and revokes the keys of accounts. */
export function apiKeys(pool: pg.Pool, lock: Pick<AccountLock, 'changeAs'>, answers: IdempotentAnswers) {
  /**
   * Makes a key, or repeats the answer to the same request with the same Idempotency-Key. If that key has ended meanwhile, it
   * throws: its owner no longer needs the secret. Requests at the same time wait for the first, and only the first is counted.
   */
  const once = async (
    principal: SessionPrincipal,
    { idempotencyKey, request, countNewKey }: OnceOptions,
    make: (...locked: Parameters<Parameters<typeof lock.changeAs>[1]>) => ReturnType<typeof insertKey>,
  ): Promise<CreatedKey> => {
    if (!idempotencyKey) await countNewKey();
    return lock.changeAs(principal, async (client, account) => {
      const repeatable = { key: idempotencyKey, request, kept: KeptKey };
      const { made, replayed } = await answers.once(client, principal.accountId, repeatable, async () => {
        if (idempotencyKey) await countNewKey();
        return make(client, account);
      });
      if (replayed && (await client.query(findActiveId, [made.id])).rowCount !== 1)
        throw answers.ended('The key that was made with this Idempotency-Key has ended.');
      const { secret, ...key } = made;
      return { apiKey: { ...key, lastUsedAt: null, rotatedAt: null }, secret, replayed };
    });
  };

  return {
    /** The active keys that a member may see, newest first. */
    active: async (principal: SessionPrincipal): Promise<KeyRow[]> =>
      (await pool.query(listActive, [principal.accountId, makerFor(principal)])).rows,

    /** How many of the active keys count towards the plan. */
    count: (accountId: string) => countKeys(pool, accountId),

    /** How many keys of each account are active. An account without any is left out. */
    countActive: async (accountIds: readonly string[]) => {
      const { rows } = await pool.query(countActive, [accountIds]);
      return new Map(rows.map(({ accountId, count }) => [accountId, count]));
    },

    /** An alert for each key of any account that ends soon. */
    expiring: async (): Promise<NewAlert[]> =>
      (await pool.query(listExpiring)).rows.map(({ id, accountId, prefix, expiresAt }) => {
        const end = expiresAt.toISOString();
        return { accountId, kind: 'key_expiring', key: `${id} ${end}`, data: { keyId: id, prefix, expiresAt: end } };
      }),

    create: async (
      principal: SessionPrincipal,
      { name: given, expiresAt = null, idempotencyKey, ...named }: NewKey,
      countNewKey: OnceOptions['countNewKey'],
    ): Promise<CreatedKey> => {
      const { accountId, userId } = principal;
      const name = given.trim();
      check(keyRules, { name, idempotencyKey });
      const limits = limitsOf(readPowers(named));
      const request = ['create', name, expiresAt, limits];
      return once(principal, { idempotencyKey, request, countNewKey }, async (client, { plan, now }) => {
        checkEnd(expiresAt, now);
        checkPlan(limits, plan);
        const key = { accountId, name, expiresAt, createdBy: userId, powers: { ...allPowers, ...limits } };
        const made = await insertWithinPlan(client, plan, key);
        const details = auditedPowers(limits);
        await audit(client, { accountId, userId, action: 'api_key.created', subject: made.id, details });
        return made;
      });
    },

    /**
     * Changes the name and the powers of an active key. What is left out stays as it is. Its limits are counted on, for its
     * family.
     */
    update: async (principal: SessionPrincipal, id: string, change: GivenPowers & Pick<Rotation, 'name'>): Promise<KeyRow> => {
      const { accountId, userId } = principal;
      const name = change.name?.trim();
      check(keyRules, { name });
      const limits = readPowers(change);
      if (!isUuid(id)) throw new Failure('api_key_not_found');
      return lock.changeAs(principal, async (client, { plan, actor }) => {
        const old = await findActive(client, accountId, id, makerFor(actor));
        checkPlan(limits, plan);
        const row = await saveKey(client, id, name ?? old.name, { ...old, ...limits });
        const details = { ...(name !== undefined && name !== old.name && { renamed: true }), ...auditedPowers(limits) };
        await audit(client, { accountId, userId, action: 'api_key.changed', subject: id, details });
        return row;
      });
    },

    /**
     * Makes a new key that replaces an active one, which ends after the overlap. The new key has the powers of the old one. Both
     * belong to one family, which counts as one key of the plan. A family never has more than two active keys: a key has one
     * successor, and while an older key is in its overlap, the newer one can only be rotated without an overlap.
     */
    rotate: async (
      principal: SessionPrincipal,
      { id, overlapSeconds, expiresAt = null, idempotencyKey, ...rotation }: Rotation,
      countNewKey: OnceOptions['countNewKey'],
    ): Promise<CreatedKey> => {
      const { accountId, userId } = principal;
      const name = rotation.name?.trim() ?? null;
      check(keyRules, { name, overlapSeconds, idempotencyKey });
      if (!isUuid(id)) throw new Failure('api_key_not_found');
      const request = ['rotate', id.toLowerCase(), overlapSeconds, name, expiresAt];
      return once(principal, { idempotencyKey, request, countNewKey }, async (client, { plan, now, actor }) => {
        checkEnd(expiresAt, now);
        const old = await findActive(client, accountId, id, makerFor(actor));
        if (old.rotatedAt || (overlapSeconds > 0 && old.hasSibling)) throw new Failure('rotation_in_progress');
        const same = { accountId, createdBy: userId, familyId: old.familyId, powers: old };
        const key = { ...same, name: name ?? old.name, expiresAt: expiresAt ?? old.sameLife };
        const made = await insertWithinPlan(client, plan, key);
        await client.query(endRotated, [id, overlapSeconds]);
        const details = { successor: made.id, overlapSeconds };
        await audit(client, { accountId, userId, action: 'api_key.rotated', subject: id, details });
        return made;
      });
    },

    /** Revokes an active key of this account. Throws for any other: unknown, of another account, or ended before. */
    revoke: async (principal: SessionPrincipal, id: string): Promise<string> => {
      const { accountId, userId } = principal;
      if (!isUuid(id)) throw new Failure('api_key_not_found');
      return lock.changeAs(principal, async (client, { actor }) => {
        if (!(await revokeKey(client, accountId, id, makerFor(actor)))) throw new Failure('api_key_not_found');
        await audit(client, { accountId, userId, action: 'api_key.revoked', subject: id });
        return id;
      });
    },
  };
}

export type ApiKeys = ReturnType<typeof apiKeys>;

/**
 * Inserts a key and raises an alert, unless more keys count towards the plan then than it allows. The key of a rotation counts
 * only if its family was short-lived and the new key is not.
 */
async function insertWithinPlan(client: pg.ClientBase, planId: string, key: Parameters<typeof insertKey>[1]) {
  const { accountId } = key;
  const before = await countKeys(client, accountId);
  const made = await insertKey(client, key);
  const after = await countKeys(client, accountId);
  const { name, maxApiKeys } = planOf(planId);
  if (after > before && after > maxApiKeys) {
    const allowed = maxApiKeys === 1 ? '1 active key' : `${maxApiKeys} active keys`;
    throw new Failure('api_key_limit_reached', `The plan ${name} allows ${allowed}: revoke one, or change the plan.`);
  }
  const { id, prefix } = made;
  await raise(client, { accountId, kind: 'key_created', key: id, data: { keyId: id, prefix } });
  return made;
}

/** The powers that limit something. */
const limitsOf = (powers: Partial<StoredPowers>): Partial<StoredPowers> =>
  Object.fromEntries(Object.entries(powers).filter(([, value]) => value !== null));

function checkEnd(expiresAt: Date | null, now: Date): void {
  if (!expiresAt) return;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + maxKeyYears);
  if (expiresAt <= now || expiresAt > latest)
    throw new Failure('invalid_request', `expiresAt: must lie in the future, and within ${maxKeyYears} years.`);
}
