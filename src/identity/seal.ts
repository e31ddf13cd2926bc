import { hkdfSync } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';

/**
 * Values that a browser keeps for us and can neither read nor change: encrypted and authenticated, good for a limited time. Each purpose has a key of
 * its own, so that what was sealed for one is not taken for another.
 */
export class Seal<Schema extends z.ZodObject> {
  readonly #secret: () => Promise<string>;
  readonly #purpose: string;
  readonly #schema: Schema;
  readonly seconds: number;

  constructor(secret: () => Promise<string>, purpose: string, seconds: number, schema: Schema) {
    this.#secret = secret;
    this.#purpose = purpose;
    this.#schema = schema;
    this.seconds = seconds;
  }

  async close(value: z.input<Schema>): Promise<string> {
    return new EncryptJWT({ value })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(`${this.seconds}s`)
      .encrypt(await this.#key());
  }

  /** Undefined for whatever is not ours, was changed, or is too old. */
  async open(text: string): Promise<z.output<Schema> | undefined> {
    const key = await this.#key();
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'], requiredClaims: ['exp'] };
    const opened = await jwtDecrypt(text, key, options).catch(() => undefined);
    return this.#schema.safeParse(opened?.payload['value']).data;
  }

  async #key(): Promise<Uint8Array> {
    return new Uint8Array(hkdfSync('sha256', await this.#secret(), '', `company-registry ${this.#purpose}`, 32));
  }
}
