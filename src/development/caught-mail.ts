import { type Mail, type Mailer, messageOf } from '../alerts/index.ts';
import type { Listener } from '../identity/index.ts';
import { escapeHtml, htmlPage } from '../kernel/html-page.ts';

/** The page shows so many e-mails, newest first. Older ones are dropped. */
const maxCaught = 100;
const from = 'registry@localhost';

type Caught = Mail & { at: Date };

/** Keeps the e-mails in memory in place of sending them, for development. Never in production. */
export function catchMail(date: () => Date): Mailer & { listener: Listener } {
  const caught: Caught[] = [];
  return {
    send: async (mail) => {
      messageOf(mail, from);
      caught.unshift({ ...mail, at: date() });
      caught.length = Math.min(caught.length, maxCaught);
    },
    /** Answers with a page of what was caught. */
    listener: async (_req, res) => {
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      });
      res.end(pageOf(caught));
    },
  };
}

const head = `<link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
      article { border-top: 1px solid; padding: .5rem 0; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    </style>`;

const articleOf = ({ to, subject, text, at }: Caught): string => `<article>
      <h2>${escapeHtml(subject)}</h2>
      <p>To ${escapeHtml(to)}, ${at.toISOString()}</p>
      <pre>${linked(text)}</pre>
    </article>`;

const linked = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`);

const pageOf = (mails: readonly Caught[]): string =>
  htmlPage({
    title: 'Caught e-mails',
    head,
    body: `<main><h1>Caught e-mails</h1>
    <p>For development: without <code>SMTP_URL</code> the service sends no e-mails and shows the last ${maxCaught} of them here.</p>
    ${mails.map(articleOf).join('\n    ') || '<p>There are none yet.</p>'}</main>`,
  });
