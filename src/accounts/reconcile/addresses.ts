import type pg from 'pg';
import type { ReconcileAddress } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { makerFor } from '../../kernel/access/admission.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { audit } from '../audit.ts';
import type { ApiKeys, KeyForgetting } from '../keys/api-keys.ts';
import { addressFormat, hashOf } from '../keys/key-format.ts';
import { findActive } from '../keys/key-statements.ts';

/** The part of an address that its account may see. */
export type AddressRow = Pick<ReconcileAddress, 'prefix' | 'createdAt' | 'lastUsedAt'>;

/** An address with its token, which is stored nowhere else. */
export interface CreatedAddress {
  address: AddressRow;
  token: string;
}

const insertAddress = sql<AddressRow>`INSERT INTO reconcile_address (account_id, key_id, prefix, hash) VALUES ($1, $2, $3, $4)
  RETURNING prefix, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const deleteAddress = sql`DELETE FROM reconcile_address USING api_key
  WHERE key_id = $1 AND reconcile_address.account_id = $2 AND api_key.id = key_id AND ($3::uuid IS NULL OR created_by = $3)`;

interface AddressesParts {
  change: ApiKeys['changeAs'];
  ring: KeyForgetting;
}

/**
 * Makes and revokes the addresses of keys, for programs that cannot send headers. A key has one at most. It ends with its key: a
 * rotated key keeps its address until its overlap is over, and the successor has none at first.
 */
export class ReconcileAddresses {
  readonly #change: ApiKeys['changeAs'];
  readonly #ring: KeyForgetting;

  constructor({ change, ring }: AddressesParts) {
    this.#change = change;
    this.#ring = ring;
  }

  /** Makes the address of an active key. One that the key has already is replaced and ends at once. */
  async create(principal: SessionPrincipal, keyId: string): Promise<CreatedAddress> {
    const token = addressFormat.mint();
    const address = await this.#changeKey(principal, keyId, async (client, actor) => {
      const { accountId, userId } = actor;
      await findActive(client, accountId, keyId, makerFor(actor));
      const { rowCount } = await client.query(deleteAddress, [keyId, accountId, null]);
      const values = [accountId, keyId, addressFormat.prefixOf(token), hashOf(token)];
      const { rows } = await client.query(insertAddress, values);
      const details = { replaced: rowCount === 1 };
      await audit(client, { accountId, userId, action: 'reconcile_address.created', subject: keyId, details });
      return rows[0] as AddressRow;
    });
    return { address, token };
  }

  /** Revokes the address of a key. Throws reconcile_address_not_found if there is none. */
  async revoke(principal: SessionPrincipal, keyId: string): Promise<void> {
    await this.#changeKey(principal, keyId, async (client, actor) => {
      const { accountId, userId } = actor;
      const { rowCount } = await client.query(deleteAddress, [keyId, accountId, makerFor(actor)]);
      if (rowCount !== 1) throw new Failure('reconcile_address_not_found');
      await audit(client, { accountId, userId, action: 'reconcile_address.revoked', subject: keyId });
    });
  }

  async #changeKey<Result>(
    principal: SessionPrincipal,
    keyId: string,
    work: (client: pg.ClientBase, principal: SessionPrincipal) => Promise<Result>,
  ): Promise<Result> {
    if (!isUuid(keyId)) throw new Failure('api_key_not_found');
    const result = await this.#change(principal, (client, { actor }) => work(client, actor));
    this.#ring.forget(principal.accountId);
    return result;
  }
}
