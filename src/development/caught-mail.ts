import { type Mail, type Mailer, messageOf } from '../alerts/index.ts';
import type { Listener } from '../identity/index.ts';
import { escapeHtml } from '../kernel/html-page.ts';
import { sendPage, setOwnPolicy, standInPage } from './pages.ts';

/** The page shows so many e-mails, newest first. Older ones are dropped. */
const maxMails = 100;
const from = 'registry@localhost';

type Caught = Mail & { at: Date };

/** Keeps the e-mails in memory in place of sending them, for development. Never in production. */
export function catchMail(date: () => Date): Mailer & { listener: Listener } {
  const caught: Caught[] = [];
  return {
    send: async (mail) => {
      messageOf(mail, from);
      caught.unshift({ ...mail, at: date() });
      caught.length = Math.min(caught.length, maxMails);
    },
    /** Answers with a page of what was caught. */
    listener: async (_req, res) => {
      setOwnPolicy(res);
      sendPage(res, 200, pageOf(caught));
    },
  };
}

const articleOf = ({ to, subject, text, at }: Caught): string => `<article>
      <h2>${escapeHtml(subject)}</h2>
      <p>To ${escapeHtml(to)}, ${at.toISOString()}</p>
      <pre>${linked(text)}</pre>
    </article>`;

const linked = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`);

const pageOf = (mails: readonly Caught[]): string =>
  standInPage(
    'Caught e-mails',
    `<h1>Caught e-mails</h1>
    <p>For development: without <code>SMTP_URL</code> the service sends no e-mails and shows the last ${maxMails}
      of them here.</p>
    ${mails.map(articleOf).join('\n    ') || '<p>There are none yet.</p>'}`,
  );
