import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';

/** The first secret seals. All of them open. */
export type Secrets = () => Promise<readonly string[]>;

/**
 * Encrypts and authenticates values that clients or the database store, with a time limit. Each purpose has its own key, so a
 * value that was sealed for one purpose is not accepted for another.
 */
export class Seal<Schema extends z.ZodObject> {
  readonly #given: { secrets: Secrets; schema: Schema; date: () => Date };
  readonly #keyOf: (secret: string) => Uint8Array;
  readonly seconds: number;

  /** Where another instance may open what one sealed, `date` is the clock that they share. */
  constructor(secrets: Secrets, purpose: string, seconds: number, schema: Schema, date = () => new Date()) {
    this.#given = { secrets, schema, date };
    this.#keyOf = (secret) => new Uint8Array(hkdfSync('sha256', secret, '', `company-registry ${purpose}`, 32));
    this.seconds = seconds;
  }

  async close(value: z.input<Schema>): Promise<string> {
    const [secret = ''] = await this.#given.secrets();
    return new EncryptJWT({ value })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(new Date(this.#given.date().getTime() + this.seconds * 1000))
      .encrypt(this.#keyOf(secret));
  }

  /** Undefined for a value that we did not seal, that was changed, or that is too old. */
  async open(text: string): Promise<z.output<Schema> | undefined> {
    const options = {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp'],
      currentDate: this.#given.date(),
    };
    for (const secret of await this.#given.secrets()) {
      const opened = await jwtDecrypt(text, this.#keyOf(secret), options).catch(() => undefined);
      if (opened) return this.#given.schema.safeParse(opened.payload['value']).data;
    }
    return undefined;
  }
}
