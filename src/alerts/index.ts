import type pg from 'pg';
import type { OutboxReader } from '../background/outbox.ts';
import { repeat } from '../background/repeat.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Secrets } from '../kernel/seal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { AlertList } from './alert-list.ts';
import { AlertChoices, type WriteAudit } from './choices.ts';
import { EndLinks } from './end-links.ts';
import { MailQueue } from './mail-queue.ts';
import { type Mailer, smtpMailer } from './mailer.ts';
import type { Alerts } from './offer.ts';
import { alertRaised } from './raise.ts';
import { queueMails } from './recipients.ts';

export type { AlertKind } from './kinds.ts';
export { alertRules } from './limits.ts';
export { endPath, type Mail } from './mail-text.ts';
export { type Mailer, messageOf } from './mailer.ts';
export { type NewAlert, raise } from './raise.ts';

/** How often e-mails that are due are looked for, and how long a stop waits for one that is being sent. */
const mailPauses = { everyMs: 500, firstMs: 0, closeLimitMs: 3_000 };

interface AlertsParts {
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

/** Alerts: what people should know, in the dashboard, by e-mail and at webhook endpoints. */
export async function openAlerts(parts: AlertsParts): Promise<Alerts> {
  const { pool, settings, baseUrl, logger, teardown } = parts;
  const mailer = settings ? await smtpMailer(settings) : parts.caughtMail;
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
  return { list: new AlertList(pool), choices, links, reader, baseUrl };
}
