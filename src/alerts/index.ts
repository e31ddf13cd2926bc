import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Secrets } from '../kernel/seal.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { AlertList } from './alert-list.ts';
import { AlertChoices, type WriteAudit } from './choices.ts';
import { EndLinks } from './end-links.ts';
import { type HandOnParts, handOn } from './hand-on.ts';
import { MailQueue } from './mail-queue.ts';
import { type Mailer, smtpMailer } from './mailer.ts';
import type { Alerts } from './offer.ts';
import { type NewAlert, raise } from './raise.ts';
import { repeat } from './repeat.ts';

export { AlertList } from './alert-list.ts';
export type { AlertKind } from './kinds.ts';
export { alertRules } from './limits.ts';
export { endPath, type Mail } from './mail-text.ts';
export { type Mailer, messageOf } from './mailer.ts';
export { type NewAlert, raise } from './raise.ts';

/** In milliseconds: how often new alerts and due e-mails are looked for, when the checks begin, and how often they run. */
const pauses = { waiting: 500, beforeChecks: 2_000, checks: 3_600_000 };

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
  announce?: HandOnParts['announce'];
  /** What is looked for every hour, by every instance. */
  checks: readonly (() => Promise<readonly NewAlert[]>)[];
  logger: Logger;
  teardown: Teardown;
}

const findWork = sql<{ alerts: boolean; mails: boolean }>`
  SELECT EXISTS (SELECT FROM alert WHERE handed_on_at IS NULL) AS alerts,
    EXISTS (SELECT FROM alert_mail WHERE due_at <= clock_timestamp()) AS mails`;

/** Alerts: what people should know, in the dashboard, by e-mail and at webhook endpoints. */
export async function openAlerts(parts: AlertsParts): Promise<Alerts> {
  const { pool, settings, baseUrl, logger, teardown } = parts;
  const mailer = settings ? await smtpMailer(settings) : parts.caughtMail;
  const sendsMail = mailer !== undefined;
  const operators = parts.operators.map((email) => email.toLowerCase());
  const choices = new AlertChoices({ pool, sendsMail, audit: parts.audit });
  const links = new EndLinks(choices, parts.secrets);
  const mails = mailer && new MailQueue({ pool, mailer, links, operators, baseUrl, logger });

  const closing = new AbortController();
  let sending: Promise<void> | undefined;
  const sendMails = async () => {
    while (!closing.signal.aborted && (await mails?.sendNext())) {}
  };
  const work = async () => {
    const { rows } = await pool.query({ name: 'alert-work', text: findWork });
    if (rows[0]?.alerts) await handOn({ pool, operators, sendsMail, announce: parts.announce });
    // A slow mail server holds up nothing else. A failure leaves the e-mail to the next attempt.
    if (mails && (rows[0]?.alerts || rows[0]?.mails))
      sending ??= sendMails()
        .catch(() => {})
        .finally(() => {
          sending = undefined;
        });
  };
  const check = async () => {
    for (const find of parts.checks) await raise(pool, ...(await find()));
  };
  // A start has more urgent work.
  const checking = async () => {
    await delay(pauses.beforeChecks, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    await repeat(pauses.checks, check, closing.signal, logger);
  };
  const working = [repeat(pauses.waiting, work, closing.signal, logger), checking()];
  teardown.push(
    async () => {
      closing.abort();
      await Promise.all([...working, sending]);
    },
    { limit: 3_000 },
  );
  return { list: new AlertList(pool), choices, links, baseUrl };
}
