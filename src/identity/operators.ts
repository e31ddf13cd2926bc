import type { Identity } from '../kernel/principal.ts';

/** Decides by the configured e-mail addresses whether a person is an operator. */
export class Operators {
  readonly #emails: ReadonlySet<string>;

  constructor(emails: readonly string[]) {
    this.#emails = new Set(emails.map(lowerCased));
  }

  /** An address counts only if the identity provider has verified it: some providers accept any address. */
  has({ email, isEmailVerified }: Pick<Identity, 'email' | 'isEmailVerified'>): boolean {
    return isEmailVerified === true && email !== null && this.#emails.has(lowerCased(email));
  }
}

/** Lowers only ASCII letters: `toLowerCase` would also turn the Kelvin sign into a k. */
const lowerCased = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
