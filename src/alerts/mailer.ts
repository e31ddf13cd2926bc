import { z } from 'zod';
import { isLoopback } from '../config/loopback.ts';
import type { Mail } from './mail-text.ts';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with the user and the password if the server wants them. */
  url: string;
  from: string;
}

/** Sends e-mails. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** In milliseconds. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 };

/** An address for one person: no list, no group, no name around it. */
const address = z.email().max(254);

/** The server refuses the e-mail for good, so it is not sent again. */
export class Undeliverable extends Error {}

/** Sends through an SMTP server. A password is sent over TLS only, but for a server on this machine. */
export async function smtpMailer({ url, from }: MailSettings): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    ...limits,
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
  if (!address.safeParse(to).success) throw new Undeliverable('no address');
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
