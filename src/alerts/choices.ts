import type pg from 'pg';
import { z } from 'zod';
import type { AlertReader, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import { check } from '../kernel/rules.ts';
import { Seal, type Secrets } from '../kernel/seal.ts';
import { alertKinds, alertRules, type Choice, kindsFor, titleOf } from './kinds.ts';

const findReader = sql<Pick<User, 'email'> & { withoutMail: AlertReader['withoutMail'] | null; isVerified: boolean }>`
  SELECT email, coalesce(verified_email = email, false) AS "isVerified",
    (SELECT without_mail FROM alert_reader WHERE account_id = $1 AND user_id = $2) AS "withoutMail"
  FROM user_profile WHERE id = $2`;

/** `$3` are the kinds that the person chose about, `$4` those of them without e-mails. */
const saveChoices = sql`INSERT INTO alert_reader AS reader (account_id, user_id, without_mail)
  SELECT account.id, person.id, $4 FROM account, user_profile AS person WHERE account.id = $1 AND person.id = $2
  ON CONFLICT (account_id, user_id) DO UPDATE
  SET without_mail = ARRAY(SELECT unnest(reader.without_mail) EXCEPT SELECT unnest($3::text[])) || excluded.without_mail`;

/** Writes to the audit log of an account. Accounts provide it. */
export type WriteAudit = (
  client: pg.ClientBase,
  entry: { accountId: string; userId: string; action: 'alerts.chosen'; details: Record<string, boolean> },
) => Promise<void>;

/** Which alerts a person gets by e-mail. Without a choice: all of them. */
export const alertChoices = (pool: pg.Pool, { sendsMail, audit }: { sendsMail: boolean; audit: WriteAudit }) => ({
  /** What a person chose, and where e-mails go: null if none can be sent to this person. */
  of: async (person: SessionPrincipal) => {
    const { rows } = await pool.query(findReader, [person.accountId, person.userId]);
    const { email = null, isVerified = false, withoutMail } = rows[0] ?? {};
    return {
      mailedTo: sendsMail && isVerified ? email : null,
      choices: kindsFor(person).map((kind) => ({ kind, email: !withoutMail?.includes(kind) })),
    };
  },

  /** Changes the named kinds. All others stay as they are. */
  change: async (
    { accountId, userId }: Pick<SessionPrincipal, 'accountId' | 'userId'>,
    choices: readonly Choice[],
  ): Promise<void> => {
    check(alertRules, { choices });
    const off = choices.filter(({ email }) => !email);
    const kinds = (some: readonly Choice[]) => some.map(({ kind }) => kind);
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(saveChoices, [accountId, userId, kinds(choices), kinds(off)]);
      // A person who is gone has no choices.
      if (rowCount !== 1) return;
      const details = Object.fromEntries(choices.map(({ kind, email }) => [kind, email]));
      await audit(client, { accountId, userId, action: 'alerts.chosen', details });
    });
  },
});

/** A link in an e-mail works for a year. */
const linkSeconds = 365 * 86_400;
const Ended = z.object({ accountId: z.guid(), userId: z.guid(), kind: z.enum(alertKinds) });
export type EndLinks = ReturnType<typeof endLinks>;

/**
 * Links that end e-mails of one kind to one person, without a session. A link can do nothing else, so it does no harm if it is
 * used twice, or by somebody else who has the e-mail.
 */
export function endLinks(choices: Pick<ReturnType<typeof alertChoices>, 'change'>, secrets: Secrets) {
  const seal = new Seal(secrets, 'alert mails', linkSeconds, Ended);
  return {
    tokenFor: (ended: z.input<typeof Ended>): Promise<string> => seal.close(ended),

    /** The title of the kind that a link is about. Undefined for a link that we did not make, or that is too old. */
    titleOf: async (token: string): Promise<string | undefined> => {
      const about = await seal.open(token);
      return about && titleOf(about.kind);
    },

    /** Ends the e-mails, and returns the same as `titleOf`, also for a person who is gone. */
    use: async (token: string): Promise<string | undefined> => {
      const about = await seal.open(token);
      if (about) await choices.change(about, [{ kind: about.kind, email: false }]);
      return about && titleOf(about.kind);
    },
  };
}
