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

interface MailedAlert {
  alertId: string;
  userId: string;
  kind: AlertKind;
  data: unknown;
  email: string;
}

/** Writes the e-mail of an alert: plain text, with a link to the dashboard and one that ends such e-mails. */
export function mailOf({ alertId, userId, kind, data, email }: MailedAlert, baseUrl: string, token: string): Mail {
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

/** The page that ends e-mails of a kind. */
export const endPath = '/alerts/end';
