import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { WebhookEndpoint } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { Seal } from '../kernel/seal.ts';

/** A secret has no end of its own, so its seal lasts a hundred years. */
const sealSeconds = 100 * 365 * 24 * 3_600;
const Sealed = z.object({ secret: z.string() });
const sealOf = (secrets: readonly string[]) => new Seal(async () => secrets, 'webhook secret', sealSeconds, Sealed);

type SealedRow = Pick<WebhookEndpoint, 'id' | 'sealedSecret' | 'sealedPrevious'>;
const listSealed = sql<SealedRow>`SELECT id, sealed_secret AS "sealedSecret", sealed_previous AS "sealedPrevious"
  FROM webhook_endpoint`;
/** Unless it was rotated meanwhile. */
const saveSealed = sql`UPDATE webhook_endpoint SET sealed_secret = $3, sealed_previous = $5
  WHERE id = $1 AND sealed_secret = $2 AND sealed_previous IS NOT DISTINCT FROM $4`;

/**
 * Seals the secrets of endpoints by the secrets of the service. Messages are signed with them, so a hash is not enough. Without
 * secrets of the service, as in development, the seal hides nothing.
 */
export function endpointSecrets(serviceSecrets: readonly string[] = ['']) {
  const seal = sealOf(serviceSecrets);
  const newestSeal = sealOf(serviceSecrets.slice(0, 1));
  const close = (secret: string): Promise<string> => seal.close({ secret });
  /** Undefined if the secret of the service was replaced meanwhile. */
  const open = async (sealed: string): Promise<string | undefined> => (await seal.open(sealed))?.secret;

  const renewed = async (sealed: string): Promise<string> => {
    if (await newestSeal.open(sealed)) return sealed;
    const secret = await open(sealed);
    return secret === undefined ? sealed : close(secret);
  };

  /** Seals by the newest secret of the service what an older one sealed, so that the older one can be removed. */
  const renew = async (pool: pg.Pool): Promise<void> => {
    if (serviceSecrets.length < 2) return;
    for (const { id, sealedSecret, sealedPrevious } of (await pool.query(listSealed)).rows) {
      const [secret, previous] = [await renewed(sealedSecret), sealedPrevious && (await renewed(sealedPrevious))];
      if (secret !== sealedSecret || previous !== sealedPrevious)
        await pool.query(saveSealed, [id, sealedSecret, secret, sealedPrevious, previous]);
    }
  };

  return { close, open, renew };
}

export type EndpointSecrets = ReturnType<typeof endpointSecrets>;

const prefix = 'whsec_';

/** A new secret, in the form of Standard Webhooks. */
export const mintSecret = (): string => prefix + randomBytes(32).toString('base64');

interface SignedMessage {
  /** The same in every attempt of one message. */
  id: string;
  /** When the attempt is made, since 1970. */
  seconds: number;
  body: string;
}

/** The headers of Standard Webhooks (standardwebhooks.com): a signature by each secret. */
export function signedHeaders({ id, seconds, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  };
}
