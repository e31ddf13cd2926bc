import type pg from 'pg';
import type { Posted } from '../background/outbox.ts';
import { sql } from '../database/sql.ts';

/** In days: an alert that is older is not sent by e-mail. */
const mailedFor = 3;
/** The most e-mails of one kind to one person within a day. So a flood of one kind does not keep back any other. */
const mailsPerDay = 5;

/**
 * The SQL condition of a person who gets an alert by e-mail. An address counts only if the identity provider has verified it:
 * otherwise anybody could have us write to strangers.
 */
const wantsMail = `person.verified_email = person.email AND NOT EXISTS (
    SELECT FROM alert_reader AS reader WHERE reader.account_id = coalesce(alert.account_id, person.account_id)
      AND reader.user_id = person.id AND alert.kind = ANY (reader.without_mail))
  AND alert.at > clock_timestamp() - interval '${mailedFor} days'`;

/** Alerts with the people who get them by e-mail: all members of the account, or the operators, whose addresses `$2` has. */
export const mailed = {
  account: `alert JOIN membership ON membership.account_id = alert.account_id AND membership.barred IS NULL
    JOIN user_profile AS person ON person.id = membership.user_id AND ${wantsMail}`,
  // The collation lowers ASCII letters alone, as the setting of operators is read.
  operators: `alert JOIN user_profile AS person
    ON alert.account_id IS NULL AND lower(person.email COLLATE "C") = ANY ($2) AND ${wantsMail}`,
};

const queueFor = (recipients: string) => sql`INSERT INTO alert_mail (alert_id, user_id)
  SELECT alert.id, person.id FROM ${recipients} WHERE alert.id = $1 AND (
    SELECT count(*) FROM alert_mail JOIN alert AS other ON other.id = alert_id
    WHERE user_id = person.id AND other.kind = alert.kind AND other.at > alert.at - interval '1 day') < ${mailsPerDay}
  ON CONFLICT DO NOTHING`;
const queueForAccount = queueFor(mailed.account);
const queueForOperators = queueFor(mailed.operators);

/** Queues the e-mails about alerts that were raised. The addresses of the operators are in lower case. */
export async function queueMails(client: pg.ClientBase, alerts: readonly Posted[], operators: readonly string[]): Promise<void> {
  for (const { accountId, data } of alerts)
    if (accountId) await client.query(queueForAccount, [data['alertId']]);
    else await client.query(queueForOperators, [data['alertId'], operators]);
}
