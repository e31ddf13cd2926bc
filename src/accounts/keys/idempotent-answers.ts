import { hash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { IdempotentAnswer } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { Seal } from '../../kernel/seal.ts';
import { idempotencyHours } from '../limits.ts';
import type { KeyRow } from './key-row.ts';

/** A new key and its secret. */
export interface MadeKey {
  apiKey: KeyRow;
  secret: string;
}

/** In seconds. The database decides when an answer is too old, so the seal only has to last longer. */
const sealLife = 2 * 24 * 60 * 60;

const findAnswer = sql<Pick<IdempotentAnswer, 'requestHash' | 'sealed'>>`
  SELECT request_hash AS "requestHash", sealed FROM idempotent_answer
  WHERE account_id = $1 AND key_hash = $2 AND created_at > clock_timestamp() - interval '${idempotencyHours} hours'`;

const keepAnswer = sql`INSERT INTO idempotent_answer (account_id, key_hash, request_hash, sealed) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, key_hash) DO UPDATE
  SET request_hash = EXCLUDED.request_hash, sealed = EXCLUDED.sealed, created_at = clock_timestamp()`;

const SealedKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  createdAt: z.coerce.date(),
  expiresAt: z.coerce.date().nullable(),
  // Answers of builds before have no powers.
  scopes: z.array(z.string()).nullable().default(null),
  addresses: z.array(z.string()).nullable().default(null),
  minuteLimit: z.number().nullable().default(null),
  monthlyQuota: z.number().nullable().default(null),
  secret: z.string(),
});

/**
 * Stores the answers to requests with an Idempotency-Key. An answer contains the secret of an API key, so it is sealed with the
 * Idempotency-Key, which only the caller has, and with the secret of the service, if it has one. So neither the service alone nor
 * a copy of the database can open it.
 */
export class IdempotentAnswers {
  readonly #secrets: readonly string[];

  /** Without secrets only the Idempotency-Key seals: other instances could not open an answer with a secret of one instance. */
  constructor(secrets: readonly string[] = ['']) {
    this.#secrets = secrets;
  }

  /** The answer to the same request, if there was one. Throws if the Idempotency-Key came with another request. */
  async find(client: pg.ClientBase, accountId: string, key: string, request: unknown): Promise<MadeKey | undefined> {
    const { rows } = await client.query(findAnswer, [accountId, hashOf([accountId, key])]);
    if (!rows[0]) return undefined;
    if (!hashOf(request).equals(rows[0].requestHash)) throw new Failure('idempotency_key_reused');
    const opened = await this.#seal(accountId, key).open(rows[0].sealed);
    if (opened) {
      const { secret, ...made } = opened;
      return { apiKey: { ...made, lastUsedAt: null, rotatedAt: null }, secret };
    }
    throw new Failure('idempotency_key_reused', 'The answer to this Idempotency-Key can no longer be given. Use another.');
  }

  /** Stores an answer, in the transaction that makes the key. An answer that is too old is replaced. */
  async keep(client: pg.ClientBase, accountId: string, key: string, request: unknown, made: MadeKey): Promise<void> {
    const sealed = await this.#seal(accountId, key).close({ ...made.apiKey, secret: made.secret });
    await client.query(keepAnswer, [accountId, hashOf([accountId, key]), hashOf(request), sealed]);
  }

  #seal(accountId: string, key: string) {
    const secrets = async () => this.#secrets.map((secret) => JSON.stringify([secret, accountId, key]));
    return new Seal(secrets, 'idempotent answer', sealLife, SealedKey);
  }
}

const hashOf = (value: unknown): Buffer => Buffer.from(hash('sha256', JSON.stringify(value), 'buffer'));
