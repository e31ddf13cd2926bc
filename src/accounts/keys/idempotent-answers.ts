import type pg from 'pg';
import type { z } from 'zod';
import type { IdempotentAnswer } from '../../database/client.ts';
import { sql } from '../../database/sql.ts';
import { Failure } from '../../kernel/errors.ts';
import { check } from '../../kernel/rules.ts';
import { Seal } from '../../kernel/seal.ts';
import { idempotencyHours, keyRules } from '../limits.ts';
import { hashOf } from './key-format.ts';

/** A request that may come with an Idempotency-Key. */
interface Repeatable<Kept extends z.ZodObject> {
  key: string | null | undefined;
  /** The operation and all that was asked for. */
  request: readonly unknown[];
  /** What is kept, to give the same answer again. */
  kept: Kept;
}

/** For good. The database decides when an answer is too old, and the clock of an instance may be wrong. */
const sealLifeSeconds = 100 * 365 * 24 * 60 * 60;

const findAnswer = sql<Pick<IdempotentAnswer, 'requestHash' | 'sealed'>>`
  SELECT request_hash AS "requestHash", sealed FROM idempotent_answer
  WHERE account_id = $1 AND key_hash = $2 AND created_at > clock_timestamp() - interval '${idempotencyHours} hours'`;

const keepAnswer = sql`INSERT INTO idempotent_answer (account_id, key_hash, request_hash, sealed) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, key_hash) DO UPDATE
  SET request_hash = EXCLUDED.request_hash, sealed = EXCLUDED.sealed, created_at = clock_timestamp()`;

/**
 * Stores the answers to requests with an Idempotency-Key. An answer can contain a secret, so it is sealed with the
 * Idempotency-Key, which only the caller has, and with the secret of the service, if it has one. So neither the service alone nor
 * a copy of the database can open it. Without secrets only the Idempotency-Key seals: other instances could not open an answer
 * with a secret of one instance.
 */
export const idempotentAnswers = (secrets: readonly string[] = ['']) => ({
  /**
   * Makes something, in a transaction that locks the account, or gives again what the same request with the same Idempotency-Key
   * made. So of requests at the same time the first makes it. Throws if the Idempotency-Key came with another request.
   */
  once: async <Kept extends z.ZodObject>(
    client: pg.ClientBase,
    accountId: string,
    { key, request, kept }: Repeatable<Kept>,
    make: () => Promise<z.output<Kept>>,
  ): Promise<{ made: z.output<Kept>; replayed: boolean }> => {
    if (key === undefined || key === null) return { made: await make(), replayed: false };
    check(keyRules, { idempotencyKey: key });
    const keyHash = hashOf(JSON.stringify([accountId, key]));
    const requestHash = hashOf(JSON.stringify(request));
    const sealing = async () => secrets.map((secret) => JSON.stringify([secret, accountId, key]));
    const seal = new Seal(sealing, 'idempotent answer', sealLifeSeconds, kept);
    const [known] = (await client.query(findAnswer, [accountId, keyHash])).rows;
    if (!known) {
      const made = await make();
      await client.query(keepAnswer, [accountId, keyHash, requestHash, await seal.close(made as z.input<Kept>)]);
      return { made, replayed: false };
    }
    if (!requestHash.equals(known.requestHash)) throw new Failure('idempotency_key_reused');
    const made = await seal.open(known.sealed);
    if (!made) throw ended('The answer to this Idempotency-Key can no longer be given.');
    return { made, replayed: true };
  },
  ended,
});

export type IdempotentAnswers = ReturnType<typeof idempotentAnswers>;

/** What was made is no longer there, so the same answer would be wrong. */
function ended(why: string): Failure {
  return new Failure('idempotency_key_reused', `${why} Use another.`);
}
