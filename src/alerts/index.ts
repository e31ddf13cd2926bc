import type pg from 'pg';
import type { OutboxReader } from '../background/outbox.ts';
import { repeat } from '../background/repeat.ts';
import type { Config } from '../config/config.ts';
import { isWithinLoopback } from '../config/development-doors.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Secrets } from '../kernel/seal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { AlertList } from './alert-list.ts';
import { CaughtMail } from './caught-mail.ts';
import { AlertChoices, type WriteAudit } from './choices.ts';
import { EndLinks } from './end-links.ts';
import { MailQueue } from './mail-queue.ts';
import { type Mailer, smtpMailer } from './mailer.ts';
import type { Alerts } from './offer.ts';
import { alertRaised } from './raise.ts';
import { queueMails } from './recipients.ts';

export type { AlertKind } from './kinds.ts';
export { alertRules } from './limits.ts';
export { endPath } from './mail-text.ts';
export { type NewAlert, raise } from './raise.ts';

/** How often e-mails that are due are looked for, and how long a stop waits for one that is being sent. */
const mailPauses = { everyMs: 500, firstMs: 0, closeLimitMs: 3_000 };

interface AlertsParts {
  pool: pg.Pool;
  settings: Pick<Config, 'mail' | 'production' | 'allowsInsecureDevelopment' | 'http'>;
  /** The e-mail addresses of the operators. */
  operators: readonly string[];
  baseUrl: string;
  /** Seal the links in e-mails. All instances share them. */
  secrets: Secrets;
  audit: WriteAudit;
  date(): Date;
  logger: Logger;
  teardown: Teardown;
}

/** Alerts: what people should know, in the dashboard, by e-mail and at webhook endpoints. */
export async function openAlerts(parts: AlertsParts): Promise<Alerts> {
  const { pool, settings, baseUrl, date, logger, teardown } = parts;
  const { production, allowsInsecureDevelopment, http } = settings;
  // Other machines could read the page of caught e-mails.
  const catches = !production && !settings.mail && (allowsInsecureDevelopment || isWithinLoopback(http));
  const caught = catches ? new CaughtMail(date) : undefined;
  const mailer: Mailer | undefined = settings.mail ? await smtpMailer(settings.mail) : caught;
  const sendsMail = mailer !== undefined;
  const operators = parts.operators.map((email) => email.toLowerCase());
  const choices = new AlertChoices({ pool, sendsMail, audit: parts.audit });
  const links = new EndLinks(choices, parts.secrets);
  const mails = mailer && new MailQueue({ pool, mailer, links, operators, baseUrl, logger });
  const sendDue = async (signal: AbortSignal) => {
    while (!signal.aborted && (await mails?.sendNext())) {}
  };
  const sending = mails && repeat({ name: 'e-mails', ...mailPauses, run: sendDue, logger, teardown });
  const reader: OutboxReader = {
    topics: mails ? [alertRaised] : [],
    read: (client, alerts) => queueMails(client, alerts, operators),
    wake: () => sending?.wake(),
  };
  return { list: new AlertList(pool), choices, links, reader, caught, baseUrl };
}
