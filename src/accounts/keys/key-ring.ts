import type pg from 'pg';
import type { ApiKey } from '../../database/client.ts';
import { type Statement, sql } from '../../database/sql.ts';
import type { Role } from '../../kernel/access/powers.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import type { KeyLimits } from '../../kernel/principal.ts';
import { SingleFlight } from '../../kernel/running/single-flight.ts';
import type { AccountChanges } from '../changes.ts';
import { isClosing } from '../closing.ts';
import { BatchedLookup } from './batched-lookup.ts';
import { addressFormat, hashOf, isKey, type SecretFormat } from './key-format.ts';
import { powersOf, type StoredPowers } from './key-powers.ts';
import { isActive, powerColumns } from './key-row.ts';

/** The account that a key belongs to. */
interface Holder {
  keyId: string;
  accountId: string;
  /** A key and its successors share a family and its limits. */
  familyId: string;
  /** What the member who made the key is now, see KeyPrincipal. */
  makerRole?: Role;
  /** Unset: the key may do everything that its maker may. */
  powers?: KeyLimits;
  /** The address that was used in the place of the key. */
  addressId?: string;
}

/** A cached key. If it is not fresh, it has to be looked up again. */
interface CachedKey {
  holder: Holder;
  isFresh: boolean;
  /** When the key or the cached entry expires, by the clock of this process. */
  end: number;
}

/** An active key in the database. */
interface ActiveKey {
  holder: Holder;
  /** Milliseconds until it expires, or null if it never does. */
  left: number | null;
}

interface FoundRow extends Pick<ApiKey, 'hash' | 'id' | 'accountId' | 'familyId'>, StoredPowers, Pick<ActiveKey, 'left'> {
  addressId: string | null;
  makerRole: Role | null;
}

const holder = `api_key.id, api_key.account_id AS "accountId", family_id AS "familyId", maker.role AS "makerRole",
  ${powerColumns}, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS left`;
const withMaker = `LEFT JOIN membership AS maker ON maker.account_id = api_key.account_id AND maker.user_id = created_by`;
/**
 * The keys of a member whom the issuer refuses, or who has no group with a role, stop with them. Those of somebody who is not in
 * the account are revoked or handed over when they leave; whatever is left of them stops too. A person who was deleted alone is
 * unknown, and their keys are the account's.
 */
const isStopped = `(maker.barred IN ('groups', 'refused')
  OR maker.user_id IS NULL AND EXISTS (SELECT FROM user_profile WHERE user_profile.id = created_by))`;
const isUsable = `${isActive()} AND ${isStopped} IS NOT TRUE
  AND NOT EXISTS (SELECT FROM account WHERE account.id = api_key.account_id AND ${isClosing})`;

/** A kind of secret that acts for a key: its format, and the statement that finds the active keys of some hashes. */
interface SecretKind {
  name: string;
  fits: SecretFormat['fits'];
  find: Statement<FoundRow>;
}

const ownSecret: SecretKind = {
  name: 'active-keys',
  fits: isKey,
  find: sql<FoundRow>`SELECT hash, NULL AS "addressId", ${holder} FROM api_key ${withMaker}
    WHERE hash = ANY($1) AND ${isUsable}`,
};

/** The token of an address. It ends with its key. */
export const addressToken: SecretKind = {
  name: 'keys-of-addresses',
  fits: addressFormat.fits,
  find: sql<FoundRow>`SELECT address.hash, address.id AS "addressId", ${holder}
    FROM reconcile_address AS address JOIN api_key ON api_key.id = key_id ${withMaker}
    WHERE address.hash = ANY($1) AND ${isUsable}`,
};

/** The sizes of the caches. There are two, so that a flood of unknown keys does not evict good ones. */
const most = { known: 50_000, unknown: 10_000 };
/** In milliseconds: how long an unknown key is not looked up again. */
const unknownFor = 10_000;

/**
 * Finds the account of a key by the hash of its secret. Revoked and expired keys, and the keys of an account that is closing,
 * count as unknown. A cached key is looked up again after a change of its account, after its expiry, while changes cannot be
 * polled, and after a minute (see changes.ts). So every instance refuses a revoked key within a second, and an expired key at
 * once.
 */
export class KeyRing {
  readonly #pool: pg.Pool;
  readonly #changes: AccountChanges;
  readonly #now: () => number;
  readonly #kind: SecretKind;
  readonly #known = new BoundedCache<CachedKey>(most.known);
  /** The time until which each key counts as unknown. */
  readonly #unknown = new BoundedCache<number>(most.unknown);
  readonly #batchedLookup = new BatchedLookup((names) => this.#read(names));
  readonly #lookups = new SingleFlight<Holder | undefined>();
  /** Increased by `forget`: look-ups that began before are not cached. */
  #generation = 0;

  constructor(pool: pg.Pool, changes: AccountChanges, now: () => number, kind: SecretKind = ownSecret) {
    this.#pool = pool;
    this.#kind = kind;
    this.#changes = changes;
    this.#now = now;
    changes.on('changed', (accountId) => this.forget(accountId));
    changes.on('missed', () => this.forget());
  }

  /** The holder of a cached key, without a query. */
  recall(secret: string): Holder | undefined {
    const known = this.#kind.fits(secret) && this.#changes.isUpToDate ? this.#known.get(nameOf(secret)) : undefined;
    return known?.isFresh && known.end > this.#now() ? known.holder : undefined;
  }

  /** Whether a key was good at its last use, even if the cached entry is not fresh. */
  remembers(secret: string): boolean {
    return this.#kind.fits(secret) && this.#known.get(nameOf(secret)) !== undefined;
  }

  /**
   * The holder of a key, or undefined. A damaged key is not looked up, and equal look-ups at the same time share one query.
   * `crowdedNetwork` names a network with too many failures: its keys are looked up together and in bounded numbers.
   */
  async find(secret: string, crowdedNetwork?: string): Promise<Holder | undefined> {
    if (!this.#kind.fits(secret)) return undefined;
    const known = this.recall(secret);
    if (known) return known;
    const name = nameOf(secret);
    if ((this.#unknown.get(name) ?? 0) > this.#now()) return undefined;
    if (crowdedNetwork !== undefined) return this.#load(name, this.#batchedLookup.find(name, crowdedNetwork));
    return this.#lookups.do(name, () => this.#load(name, this.#readOne(name)));
  }

  /**
   * Marks the cached keys of an account, or of all accounts, as not fresh. Look-ups under way are not cached, because they may
   * have read the old state.
   */
  forget(accountId?: string): void {
    for (const known of this.#known.values())
      if (accountId === undefined || known.holder.accountId === accountId) known.isFresh = false;
    this.#generation += 1;
    this.#lookups.restart();
  }

  /** Caches what was read, unless something changed meanwhile. */
  async #load(name: string, reading: Promise<ActiveKey | undefined>): Promise<Holder | undefined> {
    const generation = this.#generation;
    const startedAt = this.#now();
    const until = this.#changes.newExpiry();
    const found = await reading;
    if (!found) {
      this.#known.delete(name);
      this.#unknown.set(name, this.#now() + unknownFor);
    } else if (generation === this.#generation) {
      // Counted from before the query, so that a key is never cached for too long.
      const end = Math.min(startedAt + (found.left ?? Number.POSITIVE_INFINITY), until);
      this.#known.set(name, { holder: found.holder, isFresh: true, end });
    }
    return found?.holder;
  }

  async #readOne(name: string): Promise<ActiveKey | undefined> {
    return (await this.#read([name])).get(name);
  }

  async #read(names: string[]): Promise<Map<string, ActiveKey>> {
    const { rows } = await this.#pool.query({
      name: this.#kind.name,
      text: this.#kind.find,
      values: [names.map((name) => Buffer.from(name, 'base64'))],
    });
    return new Map(rows.map((row) => [Buffer.from(row.hash).toString('base64'), { holder: holderOf(row), left: row.left }]));
  }
}

function holderOf({ id, accountId, familyId, makerRole, addressId, ...stored }: FoundRow): Holder {
  const powers = powersOf(stored);
  const more = { ...(makerRole && { makerRole }), ...(addressId && { addressId }), ...(powers && { powers }) };
  return { keyId: id, accountId, familyId, ...more };
}

/** Caches use the hash of a key, so that the memory of the process has no secrets. */
const nameOf = (secret: string): string => hashOf(secret).toString('base64');
