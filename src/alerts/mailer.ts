import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { type AlertKind, pathOf, textOf, titleOf } from './kinds.ts';

/** An e-mail, before it is composed. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same at every attempt, so that a mailbox can tell a repetition. */
  messageId: string;
  /** Where the reader ends e-mails of this kind by one click. */
  endUrl: string;
}

/** Sends e-mails. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 };

/** The e-mail address of one person, and not that of a list, or with a name around it. */
const recipient = z.email().max(254);

/** The server refuses the e-mail for good, so it is not sent again. */
export class Undeliverable extends Error {}

/** Sends through an SMTP server. A password is sent over TLS only, but for a server on this machine. */
export async function smtpMailer({ url, from }: NonNullable<Config['mail']>): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...timeoutsMs,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && password !== '' && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
        if (code === 'EENVELOPE' && responseCode >= 500) throw new Undeliverable('refused', { cause: error });
        throw error;
      }
    },
  };
}

/** The message as nodemailer takes it. Recipients are given as objects, which nodemailer does not split at commas. */
export function messageOf({ to, subject, text, messageId, endUrl }: Mail, from: string) {
  if (!recipient.safeParse(to).success) throw new Undeliverable('no address');
  return {
    from: { name: 'Company Registry', address: from },
    to: { name: '', address: to },
    subject,
    text,
    messageId,
    headers: {
      'List-Unsubscribe': `<${endUrl}>`,
      // RFC 8058: mail programs end them by a POST, without a page.
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

/** The page that ends e-mails of a kind. */
export const endPath = '/alerts/end';

/** Writes the e-mail of an alert: plain text, with a link to the dashboard and one that ends such e-mails. */
export function mailOf(
  { alertId, userId, kind, data, email }: { alertId: string; userId: string; kind: AlertKind; data: unknown; email: string },
  baseUrl: string,
  token: string,
): Mail {
  const endUrl = `${baseUrl}${endPath}?token=${token}`;
  return {
    to: email,
    subject: titleOf(kind),
    text: `${textOf(kind, data)}

${baseUrl}${pathOf(kind)}

--\u0020
Company Registry sends this to you because of your account at ${baseUrl}
No more e-mails of this kind: ${endUrl}
All your choices: ${baseUrl}/dashboard/alerts
`,
    messageId: `<alert-${alertId}-${userId}@${new URL(baseUrl).hostname}>`,
    endUrl,
  };
}
