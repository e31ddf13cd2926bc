import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../src/errors.ts';
import { errorBody } from './failure.ts';

/** Longer than a load balancer keeps an idle connection, so that it never sends a request into one that we are closing. */
const keepAlive = 75_000;
/** What is still open this long after the server closed is cut off. */
const patience = 5_000;

export interface HttpServer {
  port: number;
  /** Attaches the application: from here on requests are answered. */
  serve(listener: RequestListener, docs: string): void;
  /**
   * Stops without failing anybody: goes on accepting for `linger` milliseconds while load balancers take notice, closing each connection after its
   * answer; then accepts no more, and lets the open requests finish.
   */
  close(linger: number): Promise<void>;
}

export async function listen(port: number, host: string): Promise<HttpServer> {
  const server = createServer({
    keepAliveTimeout: keepAlive,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    maxHeaderSize: 16_384,
    // Asked for by ourselves, in the form that all errors have.
    requireHostHeader: false,
  });
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    serve: (listener, docs) => {
      const answering = new WeakSet<Socket>();
      server.on('request', (req, res) => {
        answering.add(req.socket);
        res.once('close', () => answering.delete(req.socket));
        listener(req, res);
      });
      // An expectation that we don't know is no reason to refuse what is otherwise a good request.
      server.on('checkExpectation', (req, res) => server.emit('request', req, res));
      server.on('connect', (_req, socket: Socket) =>
        refuse(new Failure('method_not_allowed', 'This is no proxy.'), socket, docs),
      );
      server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
        // Behind an answer that is under way, another would be taken for it.
        if (error.code === 'ECONNRESET' || !socket.writable || answering.has(socket)) socket.destroy();
        else refuse(failureOf(error), socket, docs);
      });
    },
    close: (linger) => close(server, linger),
  };
}

async function close(server: Server, linger: number): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  await delay(linger);
  const closed = once(server.close(), 'close');
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearTimeout(cut);
}

function failureOf({ code }: NodeJS.ErrnoException): Failure {
  const tooLarge = code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW';
  return tooLarge
    ? new Failure('payload_too_large', 'The address and headers of a request may have 16 kB together.')
    : new Failure('invalid_request', 'This is not a valid HTTP request.');
}

/** What isn't HTTP never reaches the application; it is answered in the same form all the same. */
function refuse(failure: Failure, socket: Socket, docs: string): void {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(failure, requestId, docs));
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
