import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';

/** The one to seal with, and after it those that are still good for opening. */
export type Secrets = () => Promise<readonly string[]>;

/**
 * Values that a browser keeps for us and can neither read nor change: encrypted and authenticated, good for a limited time. Each purpose has a key of
 * its own, so that what was sealed for one is not taken for another.
 */
export class Seal<Schema extends z.ZodObject> {
  readonly #secrets: Secrets;
  readonly #purpose: string;
  readonly #schema: Schema;
  readonly seconds: number;

  constructor(secrets: Secrets, purpose: string, seconds: number, schema: Schema) {
    this.#secrets = secrets;
    this.#purpose = purpose;
    this.#schema = schema;
    this.seconds = seconds;
  }

  async close(value: z.input<Schema>): Promise<string> {
    const [secret = ''] = await this.#secrets();
    return new EncryptJWT({ value })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(`${this.seconds}s`)
      .encrypt(this.#key(secret));
  }

  /** Undefined for whatever is not ours, was changed, or is too old. */
  async open(text: string): Promise<z.output<Schema> | undefined> {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'], requiredClaims: ['exp'] };
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
