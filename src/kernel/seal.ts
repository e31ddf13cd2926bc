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
  readonly #secrets: Secrets;
  readonly #purpose: string;
  readonly #schema: Schema;
  readonly seconds: number;
  readonly #date: () => Date;

  /** Where another instance may open what one sealed, `date` is the clock that they share. */
  constructor(secrets: Secrets, purpose: string, seconds: number, schema: Schema, date = () => new Date()) {
    this.#secrets = secrets;
    this.#purpose = purpose;
    this.#schema = schema;
    this.seconds = seconds;
    this.#date = date;
  }

  async close(value: z.input<Schema>): Promise<string> {
    const [secret = ''] = await this.#secrets();
    return new EncryptJWT({ value })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(new Date(this.#date().getTime() + this.seconds * 1000))
      .encrypt(this.#key(secret));
  }

  /** Undefined for a value that we did not seal, that was changed, or that is too old. */
  async open(text: string): Promise<z.output<Schema> | undefined> {
    const options = {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      requiredClaims: ['exp'],
      currentDate: this.#date(),
    };
    for (const secret of await this.#secrets()) {
      const opened = await jwtDecrypt(text, this.#key(secret), options).catch(() => undefined);
      if (opened) return this.#schema.safeParse(opened.payload['value']).data;
    }
    return undefined;
  }

  #key(secret: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', secret, '', `company-registry ${this.#purpose}`, 32));
  }
}
