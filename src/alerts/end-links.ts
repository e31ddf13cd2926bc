import { z } from 'zod';
import { Seal, type Secrets } from '../kernel/seal.ts';
import type { AlertChoices } from './choices.ts';
import { alertKinds, titleOf } from './kinds.ts';

/** In seconds: a link in an e-mail works for a year. */
const lifetime = 365 * 86_400;

const Ended = z.object({ accountId: z.guid(), userId: z.guid(), kind: z.enum(alertKinds) });

/**
 * Links that end e-mails of one kind to one person, without a session. A link can do nothing else, so it does no harm if it is
 * used twice, or by somebody else who has the e-mail.
 */
export class EndLinks {
  readonly #choices: Pick<AlertChoices, 'change'>;
  readonly #seal: Seal<typeof Ended>;

  constructor(choices: Pick<AlertChoices, 'change'>, secrets: Secrets) {
    this.#choices = choices;
    this.#seal = new Seal(secrets, 'alert mails', lifetime, Ended);
  }

  tokenFor(ended: z.input<typeof Ended>): Promise<string> {
    return this.#seal.close(ended);
  }

  /** The title of the kind that a link is about. Undefined for a link that we did not make, or that is too old. */
  async titleOf(token: string): Promise<string | undefined> {
    const about = await this.#seal.open(token);
    return about && titleOf(about.kind);
  }

  /** Ends the e-mails, and returns the same as `titleOf`, also for a person who is gone. */
  async use(token: string): Promise<string | undefined> {
    const about = await this.#seal.open(token);
    if (about) await this.#choices.change(about, [{ kind: about.kind, email: false }]);
    return about && titleOf(about.kind);
  }
}
