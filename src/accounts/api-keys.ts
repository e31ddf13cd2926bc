import type { ApiKey, PrismaClient } from '../database/client.ts';
import { Failure } from '../errors.ts';
import { isUuid } from '../uuid.ts';
import { hashOf, mintSecret, prefixOf } from './key-format.ts';
import type { KeyRing } from './key-ring.ts';
import { isKeyName, keyNameLimit } from './limits.ts';
import { planOf } from './plan.ts';

/** The keys of accounts: made, counted and revoked. */
export class ApiKeys {
  readonly #prisma: PrismaClient;
  readonly #ring: Pick<KeyRing, 'forget'>;

  constructor(prisma: PrismaClient, ring: Pick<KeyRing, 'forget'>) {
    this.#prisma = prisma;
    this.#ring = ring;
  }

  /** A new key with its secret, which is nowhere else from here on. */
  async create(accountId: string, givenName: string): Promise<{ apiKey: ApiKey; secret: string }> {
    const name = givenName.trim();
    if (!isKeyName(name)) throw new Failure('invalid_request', `name: must have 1 to ${keyNameLimit} characters.`);
    const secret = mintSecret();
    const data = { accountId, name, prefix: prefixOf(secret), hash: hashOf(secret) };
    const apiKey = await this.#prisma.$transaction(async (transaction) => {
      // Whoever makes a key for the same account waits here, and counts after us.
      await transaction.$executeRaw`SELECT FROM account WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`;
      const account = await transaction.account.findUnique({ where: { id: accountId }, select: { plan: true } });
      if (!account) throw new Failure('invalid_session');
      const active = await transaction.apiKey.count({ where: { accountId, revokedAt: null } });
      if (active >= planOf(account.plan).maxApiKeys) throw new Failure('api_key_limit_reached');
      return transaction.apiKey.create({ data });
    });
    return { apiKey, secret };
  }

  /** Revokes an active key of this account. Any other is not there: unknown, of another account, revoked before. */
  async revoke(accountId: string, id: string): Promise<void> {
    const revoked =
      isUuid(id) &&
      (await this.#prisma.$executeRaw`
        UPDATE api_key SET revoked_at = now() WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND revoked_at IS NULL`);
    if (!revoked) throw new Failure('api_key_not_found');
    this.#ring.forget(accountId);
  }
}
