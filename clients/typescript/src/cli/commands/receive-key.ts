import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { deferred, NoCredential } from '../shell.ts';

/** In milliseconds: how long a person has to confirm. */
const patience = 5 * 60_000;
/** In bytes. */
const largestForm = 4096;

interface Wish {
  /** A secret that only the page has that this command opened. */
  state: string;
  baseUrl: string;
  signal: AbortSignal;
}

/**
 * Waits for the key, which the page of the dashboard sends by a form to a server on this computer. The server is closed after one
 * answer that has the state, and after five minutes. The key is in the body alone: addresses are kept in histories and logs.
 */
export async function receiveKey({ state, baseUrl, signal }: Wish): Promise<{ port: number; key: Promise<string> }> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = deferred<string>();
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  let port = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    // The host is checked because another name could lead a page of somebody else here.
    if (request.method !== 'POST' || request.url !== '/' || request.headers.host !== `127.0.0.1:${port}`)
      return answer(response, 404, 'There is nothing here.');
    if (await isForeign(request.socket)) return answer(response, 403, 'Another user of this computer sent this.');
    const form = new URLSearchParams(await bodyOf(request));
    if (!isEqual(form.get('state') ?? '', state))
      return answer(response, 403, 'This page is not the one that the command line opened.');
    const key = form.get('key') ?? '';
    const problem = problems[form.get('error') ?? ''];
    if (problem) {
      answer(response, 200, problem.replaceAll('{url}', baseUrl));
      return reject(new NoCredential(problem.replaceAll('{url}', baseUrl)));
    }
    if (!/^crd_\w{8,200}$/.test(key)) return answer(response, 400, 'There is no key in the form.');
    answer(response, 200, 'The command line has its key. You can close this page.');
    resolve(key);
  };
  const late = setTimeout(() => reject(new NoCredential('Nobody confirmed within five minutes: run login again.')), patience);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
  const key = promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    // The answer under way is still sent: a browser shows it.
    server.close();
    server.closeIdleConnections();
  });
  key.catch(() => undefined);
  return { port, key };
}

/** What the page may say in the place of a key. */
const problems: Readonly<Record<string, string>> = {
  denied: 'You did not confirm: no key was made.',
  api_key_limit_reached:
    'Your account has as many keys as its plan permits: revoke one at {url}/dashboard/keys, or give one that you have to login --key.',
};

/**
 * Whether another user of this computer is at the other end. The address that opens the browser is in the list of processes, so
 * they can have the state. They could make this command use a key of theirs, and read in their request log what it asks.
 */
async function isForeign({ remotePort, localPort }: Socket): Promise<boolean> {
  const own = [process.getuid?.(), Number(process.env['SUDO_UID'] ?? Number.NaN)];
  const endOf = (port = 0) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  // Other systems have no such file, and are not checked.
  const sockets = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  for (const line of sockets.split('\n')) {
    const [, local = '', remote = '', , , , , user] = line.trim().split(/\s+/);
    if (local.endsWith(endOf(remotePort)) && remote.endsWith(endOf(localPort))) return !own.includes(Number(user));
  }
  return false;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestForm) throw new RangeError('The form is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

function answer(response: ServerResponse, status: number, text: string): void {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Company Registry</title><p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p></html>`;
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Connection: 'close',
    })
    .end(body);
}
