import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Mail, type Mailer, messageOf } from '../alerts/index.ts';
import { escapeHtml, htmlPage } from '../kernel/html-page.ts';

/** The page shows so many e-mails, newest first. Older ones are dropped. */
const most = 100;
const from = 'registry@localhost';

/** Keeps the e-mails in memory in place of sending them, for development. Never in production. */
export class CaughtMail implements Mailer {
  readonly #caught: (Mail & { at: Date })[] = [];
  readonly #date: () => Date;

  constructor(date: () => Date) {
    this.#date = date;
  }

  async send(mail: Mail): Promise<void> {
    messageOf(mail, from);
    this.#caught.unshift({ ...mail, at: this.#date() });
    this.#caught.length = Math.min(this.#caught.length, most);
  }

  /** Answers with a page of what was caught. */
  readonly listener = async (_req: IncomingMessage, res: ServerResponse): Promise<void> => {
    res.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    });
    res.end(pageOf(this.#caught));
  };
}

const head = `<link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
      article { border-top: 1px solid; padding: .5rem 0; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    </style>`;

const articleOf = ({ to, subject, text, at }: Mail & { at: Date }): string => `<article>
      <h2>${escapeHtml(subject)}</h2>
      <p>To ${escapeHtml(to)}, ${at.toISOString()}</p>
      <pre>${linked(text)}</pre>
    </article>`;

const linked = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<>]+/g, (address) => `<a href="${address}">${address}</a>`);

const pageOf = (mails: readonly (Mail & { at: Date })[]): string =>
  htmlPage({
    title: 'Caught e-mails',
    head,
    body: `<main><h1>Caught e-mails</h1>
    <p>For development: without <code>SMTP_URL</code> the service sends no e-mails and shows the last ${most} of them here.</p>
    ${mails.map(articleOf).join('\n    ') || '<p>There are none yet.</p>'}</main>`,
  });
