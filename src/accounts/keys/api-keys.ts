import type pg from 'pg';
import { type NewAlert, raise } from '../../alerts/index.ts';
import { inTransaction } from '../../database/transaction.ts';
import { makerFor } from '../../kernel/access/admission.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { check } from '../../kernel/rules.ts';
import { KeyedQueue } from '../../kernel/running/keyed-queue.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { audit } from '../audit.ts';
import { keyRules, longestLifeInYears } from '../limits.ts';
import { planOf } from '../plan.ts';
import type { IdempotentAnswers } from './idempotent-answers.ts';
import { allPowers, auditedPowers, checkPlan, type GivenPowers, readPowers, type StoredPowers } from './key-powers.ts';
import { KeptKey, type KeyRow, type MadeKey } from './key-row.ts';
import {
  countActive,
  countKeys,
  endRotated,
  findActive,
  type GoneAccount,
  insertKey,
  isKeyActive,
  type LockedAccount,
  listActive,
  listExpiring,
  lockAccount,
  revokeKey,
  roleOf,
  saveKey,
} from './key-statements.ts';

/** A locked account, and the member who changes it. */
export interface ActedOn extends LockedAccount {
  actor: SessionPrincipal;
}

type Optional<Value> = Value | null | undefined;

interface NewKey extends GivenPowers {
  name: string;
  expiresAt?: Optional<Date>;
  idempotencyKey?: Optional<string>;
}

/** What a change of a key names. What is left out stays as it is. */
interface KeyChange extends GivenPowers {
  name?: Optional<string>;
}

interface Rotation {
  id: string;
  /** For how many seconds the old key stays valid. */
  overlapSeconds: number;
  /** Unset: the name of the old key. */
  name?: Optional<string>;
  /** Unset: the same lifetime as the old key was made for. */
  expiresAt?: Optional<Date>;
  idempotencyKey?: Optional<string>;
}

/** Counts a new key against the limit per minute. Throws if the limit is used up. */
type CountNewKey = () => Promise<void>;

/** A key with its secret, which is stored nowhere else. */
export interface CreatedKey extends MadeKey {
  /** Whether this is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Drops the cached keys and addresses of an account. */
export interface KeyForgetting {
  forget(accountId: string): void;
}

interface ApiKeysParts {
  pool: pg.Pool;
  ring: KeyForgetting;
  answers: IdempotentAnswers;
}

/** Makes, counts, rotates and revokes the keys of accounts. */
export class ApiKeys {
  readonly #pool: pg.Pool;
  readonly #ring: KeyForgetting;
  readonly #answers: IdempotentAnswers;
  readonly #queue = new KeyedQueue();

  constructor({ pool, ring, answers }: ApiKeysParts) {
    this.#pool = pool;
    this.#ring = ring;
    this.#answers = answers;
  }

  /** The active keys that a member may see, newest first. */
  active(principal: SessionPrincipal): Promise<KeyRow[]> {
    return listActive(this.#pool, principal.accountId, makerFor(principal));
  }

  /** How many of the active keys count towards the plan. */
  count(accountId: string): Promise<number> {
    return countKeys(this.#pool, accountId);
  }

  /** How many keys of each account are active. An account without any is left out. */
  countActive(accountIds: readonly string[]): Promise<Map<string, number>> {
    return countActive(this.#pool, accountIds);
  }

  /** An alert for each key of any account that ends soon. */
  async expiring(): Promise<NewAlert[]> {
    return (await listExpiring(this.#pool)).map(({ id, accountId, prefix, expiresAt }) => {
      const end = expiresAt.toISOString();
      return { accountId, kind: 'key_expiring', key: `${id} ${end}`, data: { keyId: id, prefix, expiresAt: end } };
    });
  }

  async create(
    principal: SessionPrincipal,
    { name: given, expiresAt = null, idempotencyKey, ...named }: NewKey,
    countNewKey: CountNewKey,
  ): Promise<CreatedKey> {
    const { accountId, userId } = principal;
    const name = given.trim();
    check(keyRules, { name, idempotencyKey });
    const limits = limitsOf(readPowers(named));
    const request = ['create', name, expiresAt, limits];
    return this.#once(principal, { idempotencyKey, request, countNewKey }, async (client, { plan, now }) => {
      checkEnd(expiresAt, now);
      checkPlan(limits, plan);
      const made = await insertWithinPlan(client, plan, {
        ...{ accountId, name, expiresAt, createdBy: userId },
        powers: { ...allPowers, ...limits },
      });
      const details = auditedPowers(limits);
      await audit(client, { accountId, userId, action: 'api_key.created', subject: made.apiKey.id, details });
      return made;
    });
  }

  /** Changes the name and the powers of an active key. Its limits are counted on, for its family. */
  async alter(principal: SessionPrincipal, id: string, { name: given, ...named }: KeyChange): Promise<KeyRow> {
    const { accountId, userId } = principal;
    const name = given?.trim();
    check(keyRules, { name });
    const limits = readPowers(named);
    if (!isUuid(id)) throw new Failure('api_key_not_found');
    const changed = await this.changeAs(principal, async (client, { plan, actor }) => {
      const old = await findActive(client, accountId, id, makerFor(actor));
      const { name: before, scopes, addresses, minuteLimit, monthlyQuota } = old;
      checkPlan(limits, plan);
      const row = await saveKey(client, id, name ?? before, { scopes, addresses, minuteLimit, monthlyQuota, ...limits });
      const details = { ...(name !== undefined && name !== before && { renamed: true }), ...auditedPowers(limits) };
      await audit(client, { accountId, userId, action: 'api_key.changed', subject: id, details });
      return row;
    });
    this.#ring.forget(accountId);
    return changed;
  }

  /**
   * Makes a new key that replaces an active one, which ends after the overlap. The new key has the powers of the old one. Both
   * belong to one family, which counts as one key of the plan. A family never has more than two active keys: a key has one
   * successor, and while an older key is in its overlap, the newer one can only be rotated without an overlap.
   */
  async rotate(principal: SessionPrincipal, rotation: Rotation, countNewKey: CountNewKey): Promise<CreatedKey> {
    const { accountId, userId } = principal;
    const { id, overlapSeconds, expiresAt = null, idempotencyKey } = rotation;
    const name = rotation.name?.trim() ?? null;
    check(keyRules, { name, overlapSeconds, idempotencyKey });
    if (!isUuid(id)) throw new Failure('api_key_not_found');
    const request = ['rotate', id.toLowerCase(), overlapSeconds, name, expiresAt];
    const created = await this.#once(
      principal,
      { idempotencyKey, request, countNewKey },
      async (client, { plan, now, actor }) => {
        checkEnd(expiresAt, now);
        const old = await findActive(client, accountId, id, makerFor(actor));
        if (old.rotatedAt || (overlapSeconds > 0 && old.hasSibling)) throw new Failure('rotation_in_progress');
        const { familyId, scopes, addresses, minuteLimit, monthlyQuota } = old;
        const same = { familyId, powers: { scopes, addresses, minuteLimit, monthlyQuota } };
        const key = { accountId, name: name ?? old.name, expiresAt: expiresAt ?? old.sameLife, createdBy: userId, ...same };
        const made = await insertWithinPlan(client, plan, key);
        await endRotated(client, id, overlapSeconds);
        const details = { successor: made.apiKey.id, overlapSeconds };
        await audit(client, { accountId, userId, action: 'api_key.rotated', subject: id, details });
        return made;
      },
    );
    this.#ring.forget(accountId);
    return created;
  }

  /**
   * Revokes an active key of this account. Throws api_key_not_found for any other: unknown, of another account, or ended before.
   */
  async revoke(principal: SessionPrincipal, id: string): Promise<void> {
    const { accountId, userId } = principal;
    if (!isUuid(id)) throw new Failure('api_key_not_found');
    await this.changeAs(principal, async (client, { actor }) => {
      if (!(await revokeKey(client, accountId, id, makerFor(actor)))) throw new Failure('api_key_not_found');
      await audit(client, { accountId, userId, action: 'api_key.revoked', subject: id });
    });
    this.#ring.forget(accountId);
  }

  /**
   * Makes a key, or repeats the answer to the same request with the same Idempotency-Key. If that key has ended meanwhile, it
   * throws: its owner no longer needs the secret. Requests at the same time wait for the first, and only the first is counted.
   */
  async #once(
    principal: SessionPrincipal,
    { idempotencyKey, request, countNewKey }: { idempotencyKey: Optional<string>; request: unknown[]; countNewKey: CountNewKey },
    make: (client: pg.ClientBase, account: ActedOn) => Promise<MadeKey>,
  ): Promise<CreatedKey> {
    const { accountId } = principal;
    if (!idempotencyKey) await countNewKey();
    return this.changeAs(principal, async (client, account) => {
      const repeatable = { key: idempotencyKey, request, kept: KeptKey };
      const { made, replayed } = await this.#answers.once(client, accountId, repeatable, async () => {
        if (idempotencyKey) await countNewKey();
        const { apiKey, secret } = await make(client, account);
        return { ...apiKey, secret };
      });
      if (replayed && !(await isKeyActive(client, made.id)))
        throw this.#answers.ended('The key that was made with this Idempotency-Key has ended.');
      const { secret, ...key } = made;
      return { apiKey: { ...key, lastUsedAt: null, rotatedAt: null }, secret, replayed };
    });
  }

  /**
   * Runs a transaction that locks the account's row. Transactions of one account run one after another, so that they do not use
   * all connections.
   */
  change<Result>(
    accountId: string,
    work: (client: pg.ClientBase, account: LockedAccount) => Promise<Result>,
    gone?: GoneAccount,
  ): Promise<Result> {
    return this.#queue.run(accountId, () =>
      inTransaction(this.#pool, async (client) => work(client, await lockAccount(client, accountId, gone))),
    );
  }

  /** The same for a member. Their role is read under the lock: somebody may have removed them while the request waited. */
  changeAs<Result>(
    principal: SessionPrincipal,
    work: (client: pg.ClientBase, account: ActedOn) => Promise<Result>,
  ): Promise<Result> {
    const { accountId, userId } = principal;
    return this.change(accountId, async (client, account) => {
      const role = await roleOf(client, accountId, userId);
      if (!role) throw new Failure('account_not_found');
      return work(client, { ...account, actor: { ...principal, role } });
    });
  }
}

/**
 * Inserts a key and raises an alert, unless more keys count towards the plan then than it allows. The key of a rotation counts
 * only if its family was short-lived and the new key is not.
 */
async function insertWithinPlan(client: pg.ClientBase, planId: string, key: Parameters<typeof insertKey>[1]): Promise<MadeKey> {
  const before = await countKeys(client, key.accountId);
  const made = await insertKey(client, key);
  const after = await countKeys(client, key.accountId);
  const { name, maxApiKeys } = planOf(planId);
  if (after > before && after > maxApiKeys) throw keysUsedUp(name, maxApiKeys);
  const { id, prefix } = made.apiKey;
  await raise(client, { accountId: key.accountId, kind: 'key_created', key: id, data: { keyId: id, prefix } });
  return made;
}

const keysUsedUp = (plan: string, most: number): Failure =>
  new Failure(
    'api_key_limit_reached',
    `The plan ${plan} allows ${most === 1 ? '1 active key' : `${most} active keys`}: revoke one, or change the plan.`,
  );

/** The powers that limit something. */
const limitsOf = (powers: Partial<StoredPowers>): Partial<StoredPowers> =>
  Object.fromEntries(Object.entries(powers).filter(([, value]) => value !== null));

function checkEnd(expiresAt: Date | null, now: Date): void {
  if (!expiresAt) return;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + longestLifeInYears);
  if (expiresAt <= now || expiresAt > latest)
    throw new Failure('invalid_request', `expiresAt: must lie in the future, and within ${longestLifeInYears} years.`);
}
