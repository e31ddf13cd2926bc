import type pg from 'pg';
import { raise } from '../../alerts/index.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { audit } from '../audit.ts';
import type { ApiKeys, KeyForgetting } from './api-keys.ts';
import { keyHash } from './key-format.ts';
import { revokeKey } from './key-statements.ts';

/** Where a secret was found. */
export interface Leak {
  secret: string;
  details: Record<'source' | 'url', string | null>;
}

/** The key that a secret belongs to: its own, or that of its address. */
interface Holder {
  hash: Uint8Array;
  accountId: string;
  keyId: string;
  /** The part of the secret that may be shown. */
  prefix: string;
  isAddress: boolean;
}

const findHolders = sql<Holder>`SELECT hash, id AS "keyId", account_id AS "accountId", prefix, false AS "isAddress"
    FROM api_key WHERE hash = ANY ($1)
  UNION ALL SELECT hash, key_id, account_id, prefix, true FROM reconcile_address WHERE hash = ANY ($1)`;
const deleteAddress = sql`DELETE FROM reconcile_address WHERE hash = $1`;

interface LeakedKeysParts {
  pool: pg.Pool;
  change: ApiKeys['change'];
  ring: KeyForgetting;
}

/** Ends the keys, and the addresses of keys, that were found in public. */
export class LeakedKeys {
  readonly #parts: LeakedKeysParts;

  constructor(parts: LeakedKeysParts) {
    this.#parts = parts;
  }

  /** Ends what is ours and active, and returns for each secret whether it is ours: a key that has ended before is too. */
  async end(leaks: readonly Leak[]): Promise<boolean[]> {
    const hashes = leaks.map(({ secret }) => keyHash(secret));
    const known = hashes.filter((hash) => hash !== undefined);
    const { rows } = known.length > 0 ? await this.#parts.pool.query(findHolders, [known]) : { rows: [] };
    const holders = new Map(rows.map((row) => [nameOf(row.hash), row]));
    const isOurs: boolean[] = [];
    for (const [place, { details }] of leaks.entries()) {
      const hash = hashes[place];
      const holder = hash && holders.get(nameOf(hash));
      if (holder) await this.#end(holder, details);
      isOurs.push(holder !== undefined);
    }
    return isOurs;
  }

  async #end(holder: Holder, details: Leak['details']): Promise<void> {
    const { accountId, keyId, prefix, hash, isAddress } = holder;
    const action = isAddress ? 'reconcile_address.leaked' : 'api_key.leaked';
    try {
      await this.#parts.change(accountId, async (client) => {
        const isEnded = isAddress
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
    this.#parts.ring.forget(accountId);
  }
}

const nameOf = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
