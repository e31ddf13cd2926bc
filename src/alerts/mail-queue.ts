import type pg from 'pg';
import { claim, leaseOf } from '../background/claim.ts';
import type { Posted } from '../background/outbox.ts';
import type { AlertMail, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';
import type { EndLinks } from './choices.ts';
import type { AlertKind } from './kinds.ts';
import { type Mailer, mailOf, Undeliverable } from './mailer.ts';

/** An alert that is older is not sent by e-mail. */
const mailedDays = 3;
/** For e-mails of one kind to one person: a flood of one kind does not keep back any other. */
const maxMailsPerDay = 5;
/** The delay after each failed attempt. After the last one, about two days later, the e-mail is given up. */
const delayMinutes = [1, 5, 30, 120, 300, 600, 840, 1200];
/** An instance that is killed while it sends leaves the e-mail to the others after this time. */
const leaseSeconds = 300;

/**
 * The SQL condition of a person who gets an alert by e-mail. An e-mail address counts only if the identity provider has verified
 * it: otherwise anybody could have us write to strangers.
 */
const wantsMail = `person.verified_email = person.email AND NOT EXISTS (
    SELECT FROM alert_reader AS reader WHERE reader.account_id = coalesce(alert.account_id, person.account_id)
      AND reader.user_id = person.id AND alert.kind = ANY (reader.without_mail))
  AND alert.at > clock_timestamp() - interval '${mailedDays} days'`;

/** Alerts with the people who get them by e-mail: the members of the account, or the operators, whose e-mails `$2` has. */
const mailed = {
  account: `alert JOIN membership ON membership.account_id = alert.account_id AND membership.barred IS NULL
    JOIN user_profile AS person ON person.id = membership.user_id AND ${wantsMail}`,
  // The collation lowers ASCII letters alone, as the setting of operators is read.
  operators: `alert JOIN user_profile AS person
    ON alert.account_id IS NULL AND lower(person.email COLLATE "C") = ANY ($2) AND ${wantsMail}`,
};

const queueFor = (recipients: string) => sql`INSERT INTO alert_mail (alert_id, user_id)
  SELECT alert.id, person.id FROM ${recipients} WHERE alert.id = $1 AND (
    SELECT count(*) FROM alert_mail JOIN alert AS other ON other.id = alert_id
    WHERE user_id = person.id AND other.kind = alert.kind AND other.at > alert.at - interval '1 day') < ${maxMailsPerDay}
  ON CONFLICT DO NOTHING`;
const queueForAccount = queueFor(mailed.account);
const queueForOperators = queueFor(mailed.operators);

/** Queues the e-mails about alerts that were raised. The e-mail addresses of the operators are in lower case. */
export async function queueMails(client: pg.ClientBase, alerts: readonly Posted[], operators: readonly string[]): Promise<void> {
  for (const { accountId, data } of alerts)
    if (accountId) await client.query(queueForAccount, [data['alertId']]);
    else await client.query(queueForOperators, [data['alertId'], operators]);
}

const claimNext = claim<{ alertId: string; userId: AlertMail['userId']; attempts: number }>({
  table: 'alert_mail',
  key: ['alert_id', 'user_id'],
  where: 'due_at <= clock_timestamp()',
  order: 'due_at',
  limit: 1,
  set: `due_at = ${leaseOf(leaseSeconds)}, attempts = attempts + 1`,
  returning: 'alert_mail.alert_id::text AS "alertId", alert_mail.user_id AS "userId", attempts',
});

const columns = 'alert.kind, alert.data, coalesce(alert.account_id, person.account_id) AS "accountId", person.email';
/** The choice of the person counts again here: it may have changed since the e-mail was queued. */
const findContent = sql<{ kind: AlertKind; data: unknown; accountId: string; email: NonNullable<User['email']> }>`
  SELECT ${columns} FROM ${mailed.account} WHERE alert.id = $1 AND person.id = $3
  AND $2::text[] IS NOT NULL UNION ALL SELECT ${columns} FROM ${mailed.operators} WHERE alert.id = $1 AND person.id = $3`;

const finish = sql`UPDATE alert_mail SET due_at = NULL, sent_at = CASE WHEN $3 THEN clock_timestamp() END
  WHERE alert_id = $1 AND user_id = $2`;
const putOff = sql`UPDATE alert_mail SET due_at = clock_timestamp() + $3 * interval '1 minute'
  WHERE alert_id = $1 AND user_id = $2`;

interface Sending {
  pool: pg.Pool;
  mailer: Mailer;
  links: EndLinks;
  /** In lower case. */
  operators: readonly string[];
  baseUrl: string;
  logger: Logger;
}

/**
 * Makes a function that sends the next queued e-mail, each by one instance. If that instance is killed between the server's
 * answer and its note of it, the e-mail is sent again with the same Message-ID. It returns false if none is due, or if the server
 * failed.
 */
export function mailSender({ pool, mailer, links, operators, baseUrl, logger }: Sending): () => Promise<boolean> {
  let isFailing = false;
  return async () => {
    const [claimed] = (await pool.query({ name: 'next-mail', text: claimNext })).rows;
    if (!claimed) return false;
    const { alertId, userId, attempts } = claimed;
    const end = async (isSent: boolean) => {
      await pool.query(finish, [alertId, userId, isSent]);
      return true;
    };
    const [content] = (await pool.query(findContent, [alertId, operators, userId])).rows;
    if (!content) return end(false);
    try {
      const token = await links.tokenFor({ accountId: content.accountId, userId, kind: content.kind });
      await mailer.send(mailOf({ alertId, userId, ...content }, baseUrl, token));
      if (isFailing) logger.info('e-mails are sent again');
      isFailing = false;
      return await end(true);
    } catch (error) {
      const minutes = error instanceof Undeliverable ? undefined : delayMinutes[attempts - 1];
      // The error may name the recipient, so the log has its code alone.
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      if (minutes === undefined) {
        logger.warn({ alertId, userId, code, responseCode }, 'an e-mail could not be sent, and is given up');
        return end(false);
      }
      if (!isFailing) logger.warn({ code, responseCode }, 'e-mails cannot be sent at the moment, and are tried again');
      isFailing = true;
      await pool.query(putOff, [alertId, userId, minutes]);
      return false;
    }
  };
}
