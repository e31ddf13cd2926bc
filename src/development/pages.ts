import type { IncomingMessage, ServerResponse } from 'node:http';
import { htmlPage } from '../kernel/html-page.ts';

const head = `<link rel="icon" href="data:," />
    <style>
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
      .notice { border: 1px solid #b58900; border-left-width: .4rem; border-radius: .3rem; padding: .6rem 1rem; }
      form { display: inline-block; margin: .2rem .3rem .2rem 0; }
      label, input { display: block; margin-top: .5rem; }
      input, button { font: inherit; min-height: 2.5rem; padding: .4rem .9rem; }
      button { cursor: pointer; margin-top: .5rem; }
      dl { display: grid; grid-template-columns: 9rem 1fr; gap: .2rem 1rem; }
      dd { margin: 0; overflow-wrap: anywhere; }
      details { margin: 1.5rem 0; border: 1px dashed; border-radius: .3rem; padding: .6rem 1rem; }
      summary { cursor: pointer; min-height: 1.5rem; }
      article { border-top: 1px solid; padding: .5rem 0; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    </style>`;

/** A page of a stand-in. It works without scripts and loads nothing from other sites. */
export const standInPage = (title: string, body: string): string => htmlPage({ title, head, body: `<main>${body}</main>` });

export const sendPage = (res: ServerResponse, status: number, page: string): void =>
  void res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }).end(page);

/** Replaces the policy of the service for a page. */
export const setOwnPolicy = (res: ServerResponse) =>
  res.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  );

/** Our forms are far shorter. */
const maxFormCharacters = 16_384;

/** Reads the fields of a form that a browser sends. What is too long is cut off. */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of req) if (text.length < maxFormCharacters) text += chunk;
  return new URLSearchParams(text);
}
