import type pg from 'pg';
import type { ApiKey } from '../../database/client.ts';
import { type Statement, sql } from '../../database/sql.ts';
import type { Role } from '../../kernel/access/powers.ts';
import { BoundedCache } from '../../kernel/bounded-cache.ts';
import type { KeyPrincipal } from '../../kernel/principal.ts';
import { isClosing } from '../account-row.ts';
import { AccountCache, type AccountChanges, type ReadValue } from '../changes.ts';
import { BatchedLookup } from './batched-lookup.ts';
import { hashOf, isKey, reconcileTokenFormat, type SecretFormat } from './key-format.ts';
import { powersOf, type StoredPowers } from './key-powers.ts';
import { isActive, powerColumns } from './key-statements.ts';

/** The caller that a key stands for, and the address that was used in the place of the key. */
type Holder = Omit<KeyPrincipal, 'kind'> & { addressId?: string };

interface HolderRow extends Pick<ApiKey, 'hash' | 'id' | 'accountId' | 'familyId'>, StoredPowers {
  addressId: string | null;
  makerRole: Role | null;
  /** Until the key expires, or null if it never does. */
  leftMs: number | null;
}

const holder = `api_key.id, api_key.account_id AS "accountId", family_id AS "familyId", maker.role AS "makerRole",
  ${powerColumns}, (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 AS "leftMs"`;
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
  find: Statement<HolderRow>;
}

const ownSecret: SecretKind = {
  name: 'active-keys',
  fits: isKey,
  find: sql<HolderRow>`SELECT hash, NULL AS "addressId", ${holder} FROM api_key ${withMaker}
    WHERE hash = ANY($1) AND ${isUsable}`,
};

/** The token of an address. It ends with its key. */
export const reconcileToken: SecretKind = {
  name: 'keys-of-addresses',
  fits: reconcileTokenFormat.fits,
  find: sql<HolderRow>`SELECT address.hash, address.id AS "addressId", ${holder}
    FROM reconcile_address AS address JOIN api_key ON api_key.id = key_id ${withMaker}
    WHERE address.hash = ANY($1) AND ${isUsable}`,
};

/** There are two caches, so that a flood of unknown keys does not evict good ones. */
const maxCached = { known: 50_000, unknown: 10_000 };
/** How long an unknown key is not looked up again. */
const unknownForMs = 10_000;

/**
 * Finds the account of a key by the hash of its secret. Revoked and expired keys, and the keys of an account that is closing,
 * count as unknown. A cached key is looked up again as changes.ts says, and after its expiry. So every instance refuses a revoked
 * key within a second, and an expired key at once.
 */
export function keyRing(pool: pg.Pool, changes: AccountChanges, now: () => number, kind: SecretKind = ownSecret) {
  const cache = new AccountCache<Holder>(changes, maxCached.known);
  /** The time until which each key counts as unknown. */
  const unknown = new BoundedCache<number>(maxCached.unknown);

  const read = async (names: string[]): Promise<Map<string, ReadValue<Holder>>> => {
    // Counted from before the query, so that a key is never cached for too long.
    const startedAt = now();
    const values = [names.map((name) => Buffer.from(name, 'base64'))];
    const { rows } = await pool.query({ name: kind.name, text: kind.find, values });
    const found = ({ leftMs, ...row }: HolderRow) => ({
      value: holderOf(row),
      end: startedAt + (leftMs ?? Number.POSITIVE_INFINITY),
    });
    return new Map(rows.map((row) => [Buffer.from(row.hash).toString('base64'), found(row)]));
  };
  const batchedLookup = new BatchedLookup(read);

  return {
    /** The holder of a cached key, without a query. */
    recall: (secret: string): Holder | undefined => (kind.fits(secret) ? cache.get(nameOf(secret)) : undefined),

    /** Whether a key was good at its last use, even if the cached entry is not fresh. */
    remembers: (secret: string): boolean => kind.fits(secret) && cache.remembers(nameOf(secret)),

    /**
     * The holder of a key, or undefined. A damaged key is not looked up, and equal look-ups at the same time share one query.
     * `crowdedNetwork` names a network with too many failures: its keys are looked up together and in bounded numbers.
     */
    find: async (secret: string, crowdedNetwork?: string): Promise<Holder | undefined> => {
      if (!kind.fits(secret)) return undefined;
      const name = nameOf(secret);
      const known = cache.get(name);
      if (known) return known;
      if ((unknown.get(name) ?? 0) > now()) return undefined;
      const holder =
        crowdedNetwork === undefined
          ? await cache.readOnce(name, async () => (await read([name])).get(name))
          : await cache.load(name, batchedLookup.find(name, crowdedNetwork));
      if (!holder) unknown.set(name, now() + unknownForMs);
      return holder;
    },

    forget: (accountId: string): void => cache.forget((holder) => holder.accountId === accountId),
  };
}

function holderOf({ id, accountId, familyId, makerRole, addressId, ...stored }: Omit<HolderRow, 'leftMs'>): Holder {
  const powers = powersOf(stored);
  const more = { ...(makerRole && { makerRole }), ...(addressId && { addressId }), ...(powers && { powers }) };
  return { keyId: id, accountId, familyId, ...more };
}

/** Caches use the hash of a key, so that the memory of the process has no secrets. */
const nameOf = (secret: string): string => hashOf(secret).toString('base64');
