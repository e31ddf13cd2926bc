import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../src/kernel/errors.ts';
import { Connection } from './connection.ts';
import { type EdgeLimits, edgeLimits } from './edge-limits.ts';
import { errorBody } from './failure.ts';

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

export interface ServerParts {
  port: number;
  host: string;
  limits?: EdgeLimits;
}

export async function listen({ port, host, limits = edgeLimits }: ServerParts): Promise<HttpServer> {
  const server = createServer({
    keepAliveTimeout: limits.idle,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    // Both are looked at so often; Node's own half a minute would be added to them.
    connectionsCheckingInterval: Math.min(1_000, limits.headers),
    maxHeaderSize: 16_384,
    // Asked for by ourselves, in the form that all errors have.
    requireHostHeader: false,
  });
  // A client that has sent all it has to say still hears the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = limits.stalled;
  server.maxConnections = limits.connections;
  // Whoever only keeps a connection gives it to those who need one.
  server.on('drop', () => server.closeIdleConnections());
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket, limits));
    socket.once('close', () => connections.delete(socket));
  });
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    serve: (listener, docs) => serve(server, connections, listener, docs),
    close: (linger) => close(server, connections, linger, limits.drain),
  };
}

function serve(server: Server, connections: Map<Socket, Connection>, listener: RequestListener, docs: string): void {
  server.on('request', (req, res) => {
    connections.get(req.socket)?.begin(req, res);
    listener(req, res);
  });
  // A client that waits for a word before it sends the body gets it when somebody wants to read.
  server.on('checkContinue', (req, res) => {
    req.once('resume', () => res.headersSent || res.writeContinue());
    server.emit('request', req, res);
  });
  // An expectation that we don't know is no reason to refuse what is otherwise a good request.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  // Node has no response for these, so they get one: the application refuses the method. What they name is no path of ours.
  server.on('connect', (req, socket: Socket) => {
    const connection = connections.get(socket);
    socket.on('error', () => socket.destroy());
    req.url = '/';
    connection?.afterAnswers(() => {
      const res = new ServerResponse(req);
      res.shouldKeepAlive = false;
      res.assignSocket(socket);
      res.once('finish', () => connection.end());
      listener(req, res);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (error.code === 'ECONNRESET' || !connection) socket.destroy();
    else connection.fail(parserFailure(error), (failure) => connection.end(refusal(failure, docs)));
  });
}

async function close(server: Server, connections: Map<Socket, Connection>, linger: number, patience: number): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  await delay(linger);
  const closed = once(server.close(), 'close');
  const cut = setTimeout(() => {
    for (const socket of connections.keys()) socket.destroy();
  }, patience);
  await closed;
  clearTimeout(cut);
}

/** What Node's parser found wrong with a request. */
function parserFailure({ code }: NodeJS.ErrnoException): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure('request_timeout');
  const tooLarge = code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW';
  return tooLarge
    ? new Failure('payload_too_large', 'The address and headers of a request may have 16 kB together.')
    : new Failure('invalid_request', 'This is not a valid HTTP request.');
}

/** What isn't HTTP never reaches the application; it is answered in the same form all the same. */
function refusal(failure: Failure, docs: string): string {
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
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
