import type pg from 'pg';
import { claim, leaseOf } from '../background/claim.ts';
import type { AlertMail, User } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';
import type { EndLinks } from './end-links.ts';
import type { AlertKind } from './kinds.ts';
import { mailOf } from './mail-text.ts';
import { type Mailer, Undeliverable } from './mailer.ts';
import { mailed } from './recipients.ts';

/** In minutes: the delay after each failed attempt. After the last one, about two days later, the e-mail is given up. */
const delays = [1, 5, 30, 120, 300, 600, 840, 1200];
/** An instance that is killed while it sends leaves the e-mail to the others after this time. */
const leaseSeconds = 300;

interface Claimed {
  alertId: string;
  userId: AlertMail['userId'];
  attempts: number;
}

const claimNext = claim<Claimed>({
  table: 'alert_mail',
  key: ['alert_id', 'user_id'],
  where: 'due_at <= clock_timestamp()',
  order: 'due_at',
  limit: 1,
  set: `due_at = ${leaseOf(leaseSeconds)}, attempts = attempts + 1`,
  returning: 'alert_mail.alert_id::text AS "alertId", alert_mail.user_id AS "userId", attempts',
});

interface Content {
  kind: AlertKind;
  data: unknown;
  accountId: string;
  email: NonNullable<User['email']>;
}

const columns = 'alert.kind, alert.data, coalesce(alert.account_id, person.account_id) AS "accountId", person.email';
/** The choice of the person counts again here: it may have changed since the e-mail was queued. */
const findContent = sql<Content>`SELECT ${columns} FROM ${mailed.account} WHERE alert.id = $1 AND person.id = $3
  AND $2::text[] IS NOT NULL UNION ALL SELECT ${columns} FROM ${mailed.operators} WHERE alert.id = $1 AND person.id = $3`;

const finish = sql`UPDATE alert_mail SET due_at = NULL, sent_at = CASE WHEN $3 THEN clock_timestamp() END
  WHERE alert_id = $1 AND user_id = $2`;
const putOff = sql`UPDATE alert_mail SET due_at = clock_timestamp() + $3 * interval '1 minute'
  WHERE alert_id = $1 AND user_id = $2`;

interface MailQueueParts {
  pool: pg.Pool;
  mailer: Mailer;
  links: EndLinks;
  /** In lower case. */
  operators: readonly string[];
  baseUrl: string;
  logger: Logger;
}

/**
 * Sends the queued e-mails, each by one instance. If that instance is killed between the server's answer and its note of it, the
 * e-mail is sent again with the same Message-ID.
 */
export class MailQueue {
  readonly #parts: MailQueueParts;
  #isFailing = false;

  constructor(parts: MailQueueParts) {
    this.#parts = parts;
  }

  /** Sends the next e-mail that is due. Returns false if there is none, or if the server failed. */
  async sendNext(): Promise<boolean> {
    const { pool, operators } = this.#parts;
    const [claimed] = (await pool.query({ name: 'next-mail', text: claimNext })).rows;
    if (!claimed) return false;
    const { rows: found } = await pool.query(findContent, [claimed.alertId, operators, claimed.userId]);
    if (!found[0]) return this.#finish(claimed, false);
    return this.#send(claimed, found[0]);
  }

  async #send(claimed: Claimed, content: Content): Promise<boolean> {
    const { mailer, links, baseUrl, pool, logger } = this.#parts;
    const { alertId, userId, attempts } = claimed;
    try {
      const token = await links.tokenFor({ accountId: content.accountId, userId, kind: content.kind });
      await mailer.send(mailOf({ alertId, userId, ...content }, baseUrl, token));
      if (this.#isFailing) logger.info('e-mails are sent again');
      this.#isFailing = false;
      return await this.#finish(claimed, true);
    } catch (error) {
      const delay = error instanceof Undeliverable ? undefined : delays[attempts - 1];
      // The error may name the address, so the log has its code alone.
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      if (delay === undefined)
        logger.warn({ alertId, userId, code, responseCode }, 'an e-mail could not be sent, and is given up');
      else if (!this.#isFailing) logger.warn({ code, responseCode }, 'e-mails cannot be sent at the moment, and are tried again');
      if (delay === undefined) return this.#finish(claimed, false);
      this.#isFailing = true;
      await pool.query(putOff, [alertId, userId, delay]);
      return false;
    }
  }

  async #finish({ alertId, userId }: Claimed, isSent: boolean): Promise<boolean> {
    await this.#parts.pool.query(finish, [alertId, userId, isSent]);
    return true;
  }
}
