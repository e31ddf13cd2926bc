import type pg from 'pg';
import type { ReconcileAddress } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { makerFor } from '../../kernel/access/admission.ts';
import { Failure } from '../../kernel/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { isUuid } from '../../kernel/uuid.ts';
import type { AccountLock } from '../account-lock.ts';
import { audit } from '../audit.ts';
import { hashOf, reconcileTokenFormat } from './key-format.ts';
import { findActive } from './key-statements.ts';

/** The part of an address that its account may see. */
export type ReconcileAddressRow = Pick<ReconcileAddress, 'prefix' | 'createdAt' | 'lastUsedAt'>;

const insertAddress = sql<ReconcileAddressRow>`INSERT INTO reconcile_address (account_id, key_id, prefix, hash) VALUES ($1, $2, $3, $4)
  RETURNING prefix, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const deleteAddress = sql`DELETE FROM reconcile_address USING api_key
  WHERE key_id = $1 AND reconcile_address.account_id = $2 AND api_key.id = key_id AND ($3::uuid IS NULL OR created_by = $3)`;

/**
 * Makes and revokes the addresses of keys, for programs that cannot send headers. A key has one at most. It ends with its key: a
 * rotated key keeps its address until its overlap is over, and the successor has none at first.
 */
export function reconcileAddresses(lock: Pick<AccountLock, 'changeAs'>) {
  const changeKey = async <Result>(
    principal: SessionPrincipal,
    keyId: string,
    work: (client: pg.ClientBase, actor: SessionPrincipal) => Promise<Result>,
  ): Promise<Result> => {
    if (!isUuid(keyId)) throw new Failure('api_key_not_found');
    return lock.changeAs(principal, (client, { actor }) => work(client, actor));
  };

  return {
    /** Makes the address of an active key. One that the key has already is replaced and ends at once. */
    create: (principal: SessionPrincipal, keyId: string): Promise<{ address: ReconcileAddressRow; token: string }> =>
      changeKey(principal, keyId, async (client, actor) => {
        const { accountId, userId } = actor;
        await findActive(client, accountId, keyId, makerFor(actor));
        const { rowCount } = await client.query(deleteAddress, [keyId, accountId, null]);
        const token = reconcileTokenFormat.mint();
        const { rows } = await client.query(insertAddress, [
          accountId,
          keyId,
          reconcileTokenFormat.prefixOf(token),
          hashOf(token),
        ]);
        const details = { replaced: rowCount === 1 };
        await audit(client, { accountId, userId, action: 'reconcile_address.created', subject: keyId, details });
        return { address: rows[0] as ReconcileAddressRow, token };
      }),

    /** Revokes the address of a key. Throws reconcile_address_not_found if there is none. Returns the id of the key. */
    revoke: (principal: SessionPrincipal, keyId: string): Promise<string> =>
      changeKey(principal, keyId, async (client, actor) => {
        const { accountId, userId } = actor;
        const { rowCount } = await client.query(deleteAddress, [keyId, accountId, makerFor(actor)]);
        if (rowCount !== 1) throw new Failure('reconcile_address_not_found');
        await audit(client, { accountId, userId, action: 'reconcile_address.revoked', subject: keyId });
        return keyId;
      }),
  };
}
