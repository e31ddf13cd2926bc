import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  path: string;
  id: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it must be.
  body: any;
}

/** What a receiver does with a message: a status, or an answer of its own. */
type Reaction = number | ((response: ServerResponse) => void);

/** A receiver of webhooks on this machine. Every path has its own reaction; without one it answers 204. */
export async function startReceiver() {
  const received: Received[] = [];
  const reactions = new Map<string, Reaction>();
  const server = createServer(async (req, res) => {
    const body = await text(req);
    const path = req.url ?? '';
    received.push({ path, id: String(req.headers['webhook-id']), headers: req.headers, text: body, body: JSON.parse(body) });
    const reaction = reactions.get(path) ?? 204;
    if (typeof reaction === 'function') reaction(res);
    else res.writeHead(reaction).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    react: (path: string, reaction: Reaction) => void reactions.set(path, reaction),
    all: () => received,
    at: (path: string) => received.filter((one) => one.path === path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
