import type { Identity } from '../kernel/principal.ts';

/** Tells by the e-mail addresses of the configuration whether somebody runs this service. */
export class Operators {
  readonly #emails: ReadonlySet<string>;

  constructor(emails: readonly string[]) {
    this.#emails = new Set(emails.map(folded));
  }

  /** An address counts only if the identity provider has checked it: some let people type any. */
  has({ email, isEmailVerified }: Pick<Identity, 'email' | 'isEmailVerified'>): boolean {
    return isEmailVerified === true && email !== null && this.#emails.has(folded(email));
  }
}

/** Only ASCII letters lose their case: `toLowerCase` would also turn the Kelvin sign into a k. */
const folded = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
