import type pg from 'pg';
import { raise } from '../../alerts/index.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import type { AccountLock } from '../account-lock.ts';
import { audit } from '../audit.ts';
import { keyHash } from './key-format.ts';
import { revokeKey } from './key-statements.ts';

/** A secret, and where it was found. */
interface Leak {
  secret: string;
  details: Record<'source' | 'url', string | null>;
}

/** The key that a secret belongs to: its own, or that of its reconcile address. */
interface Holder {
  hash: Uint8Array;
  accountId: string;
  keyId: string;
  /** The part of the secret that may be shown. */
  prefix: string;
  isReconcileAddress: boolean;
}

const findHolders = sql<Holder>`SELECT hash, id AS "keyId", account_id AS "accountId", prefix, false AS "isReconcileAddress"
    FROM api_key WHERE hash = ANY ($1)
  UNION ALL SELECT hash, key_id, account_id, prefix, true FROM reconcile_address WHERE hash = ANY ($1)`;
const deleteAddress = sql`DELETE FROM reconcile_address WHERE hash = $1`;

/** Ends the keys, and the addresses of keys, that were found in public. */
export function leakedKeys(pool: pg.Pool, { change, forgetKeys }: Pick<AccountLock, 'change' | 'forgetKeys'>) {
  const endOne = async ({ accountId, keyId, prefix, hash, isReconcileAddress }: Holder, details: Leak['details']) => {
    const action = isReconcileAddress ? 'reconcile_address.leaked' : 'api_key.leaked';
    try {
      await change(accountId, async (client) => {
        const isEnded = isReconcileAddress
          ? (await client.query(deleteAddress, [hash])).rowCount === 1
          : await revokeKey(client, accountId, keyId, null);
        if (!isEnded) return;
        await audit(client, { accountId, action, subject: keyId, details });
        await raise(client, { accountId, kind: 'key_leaked', key: `${keyId} ${prefix}`, data: { keyId, prefix } });
      });
    } catch (error) {
      // The account was deleted meanwhile, and its keys with it.
      if (!(error instanceof Failure && error.code === 'invalid_session')) throw error;
    }
    forgetKeys(accountId);
  };

  return {
    /** Ends what is ours and active, and returns for each secret whether it is ours: a key that has ended before is too. */
    end: async (leaks: readonly Leak[]): Promise<boolean[]> => {
      const hashes = leaks.map(({ secret }) => keyHash(secret));
      const known = hashes.filter((hash) => hash !== undefined);
      const { rows } = known.length > 0 ? await pool.query(findHolders, [known]) : { rows: [] };
      const holders = new Map(rows.map((row) => [nameOf(row.hash), row]));
      const isOurs: boolean[] = [];
      for (const [place, { details }] of leaks.entries()) {
        const hash = hashes[place];
        const holder = hash && holders.get(nameOf(hash));
        if (holder) await endOne(holder, details);
        isOurs.push(holder !== undefined);
      }
      return isOurs;
    },
  };
}

const nameOf = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
