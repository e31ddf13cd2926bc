import type pg from 'pg';
import type { OutboxReader } from '../background/outbox.ts';
import { repeat } from '../background/repeat.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Secrets } from '../kernel/seal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { alertList } from './alert-list.ts';
import { alertChoices, endLinks, type WriteAudit } from './choices.ts';
import { mailSender, queueMails } from './mail-queue.ts';
import { type Mailer, smtpMailer } from './mailer.ts';
import { alertRaised } from './raise.ts';

export { type AlertKind, alertRules } from './kinds.ts';
export { endPath, type Mail, type Mailer, messageOf } from './mailer.ts';
export { type NewAlert, raise } from './raise.ts';

/** How often e-mails that are due are looked for, and how long a stop waits for one that is being sent. */
const mailPauses = { everyMs: 500, firstMs: 0, closeLimitMs: 3_000 };

interface AlertsOptions {
  pool: pg.Pool;
  /** The mail server. */
  settings: Config['mail'];
  /** Takes the e-mails where there is no mail server. Unset: none is written. */
  caughtMail: Mailer | undefined;
  /** The e-mail addresses of the operators. */
  operators: readonly string[];
  baseUrl: string;
  /** Seal the links in e-mails. All instances share them. */
  secrets: Secrets;
  audit: WriteAudit;
  logger: Logger;
  teardown: Teardown;
}

export type Alerts = Awaited<ReturnType<typeof openAlerts>>;

/** Alerts: what people should know, in the dashboard, by e-mail and at webhook endpoints. */
export async function openAlerts({ pool, settings, baseUrl, secrets, audit, logger, teardown, ...options }: AlertsOptions) {
  const mailer = settings ? await smtpMailer(settings) : options.caughtMail;
  const operators = options.operators.map((email) => email.toLowerCase());
  const choices = alertChoices(pool, { sendsMail: mailer !== undefined, audit });
  const links = endLinks(choices, secrets);
  const sendNext = mailer && mailSender({ pool, mailer, links, operators, baseUrl, logger });
  const sendDue = async (signal: AbortSignal) => {
    while (!signal.aborted && (await sendNext?.())) {}
  };
  const sending = sendNext && repeat({ name: 'e-mails', ...mailPauses, run: sendDue, logger, teardown });
  /** Makes e-mails of alerts. */
  const reader: OutboxReader = {
    topics: mailer ? [alertRaised] : [],
    read: (client, alerts) => queueMails(client, alerts, operators),
    wake: () => sending?.wake(),
  };
  return { list: alertList(pool), choices, links, reader, baseUrl };
}
