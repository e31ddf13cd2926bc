import type pg from 'pg';
import { z } from 'zod';
import type { WebhookEndpoint } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Seal } from '../kernel/seal.ts';

/** In seconds. A secret has no end of its own, so its seal lasts a hundred years. */
const sealLife = 100 * 365 * 24 * 3_600;
const Sealed = z.object({ secret: z.string() });
const sealOf = (secrets: readonly string[]) => new Seal(async () => secrets, 'webhook secret', sealLife, Sealed);

type SealedRow = Pick<WebhookEndpoint, 'id' | 'sealedSecret' | 'sealedPrevious'>;
const listSealed = sql<SealedRow>`SELECT id, sealed_secret AS "sealedSecret", sealed_previous AS "sealedPrevious"
  FROM webhook_endpoint`;
/** Unless it was rotated meanwhile. */
const saveSealed = sql`UPDATE webhook_endpoint SET sealed_secret = $3, sealed_previous = $5
  WHERE id = $1 AND sealed_secret = $2 AND sealed_previous IS NOT DISTINCT FROM $4`;

/** Seals the secrets of endpoints by the secret of the service. Messages are signed with them, so a hash is not enough. */
export class EndpointSecrets {
  readonly #newest: ReturnType<typeof sealOf>;
  readonly #all: ReturnType<typeof sealOf>;
  readonly #isRotating: boolean;

  /** Without secrets, as in development, the seal hides nothing. */
  constructor(secrets: readonly string[] = ['']) {
    this.#all = sealOf(secrets);
    this.#newest = sealOf(secrets.slice(0, 1));
    this.#isRotating = secrets.length > 1;
  }

  close(secret: string): Promise<string> {
    return this.#all.close({ secret });
  }

  /** Undefined if the secret of the service was replaced meanwhile. */
  async open(sealed: string): Promise<string | undefined> {
    return (await this.#all.open(sealed))?.secret;
  }

  /** Seals by the newest secret of the service what an older one sealed, so that the older one can be removed. */
  async renew(pool: pg.Pool): Promise<void> {
    if (!this.#isRotating) return;
    for (const { id, sealedSecret, sealedPrevious } of (await pool.query(listSealed)).rows) {
      const [secret, previous] = [await this.#renewed(sealedSecret), sealedPrevious && (await this.#renewed(sealedPrevious))];
      if (secret !== sealedSecret || previous !== sealedPrevious)
        await pool.query(saveSealed, [id, sealedSecret, secret, sealedPrevious, previous]);
    }
  }

  async #renewed(sealed: string): Promise<string> {
    if (await this.#newest.open(sealed)) return sealed;
    const secret = await this.open(sealed);
    return secret === undefined ? sealed : this.close(secret);
  }
}
