import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from '../../src/kernel/errors.ts';
import { Connection } from './connection.ts';
import { type EdgeLimits, edgeLimits } from './edge-limits.ts';
import { errorBody } from './failure.ts';

interface HttpServer {
  port: number;
  /** Attaches the application, which answers requests from now on. */
  serve(listener: RequestListener, docs: string): void;
  /**
   * Stops without failing a request. For `linger` milliseconds it still accepts connections, until load balancers have noticed,
   * and closes each connection after its answer. Then it accepts no more, and lets the open requests finish.
   */
  close(linger: number): Promise<void>;
}

interface ServerOptions {
  port: number;
  host: string;
  limits?: EdgeLimits;
}

/** How often limits are checked. A limit can be exceeded by this time. */
const checkInterval = (limit: number): number => Math.min(1_000, limit);

export async function listen({ port, host, limits = edgeLimits }: ServerOptions): Promise<HttpServer> {
  const server = createServer({
    keepAliveTimeout: limits.idle,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: checkInterval(limits.headers),
    maxHeaderSize: 16_384,
    // We check the Host ourselves, so that its error has the common form.
    requireHostHeader: false,
  });
  // A client that closed its side after the request still gets an answer that comes soon, see disconnect.ts.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = limits.connections;
  // If there are too many connections, idle ones are closed.
  server.on('drop', () => server.closeIdleConnections());
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket, limits));
    socket.once('close', () => connections.delete(socket));
  });
  await once(server.listen(port, host), 'listening');
  const readers = setInterval(() => {
    for (const connection of connections.values()) connection.checkReader(performance.now());
  }, checkInterval(limits.stalled));
  server.once('close', () => clearInterval(readers));
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
  // A client that waits for `100 Continue` gets it when the body is about to be read.
  server.on('checkContinue', (req, res) => {
    req.once('resume', () => res.headersSent || res.writeContinue());
    server.emit('request', req, res);
  });
  // An unknown expectation is ignored.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  // Node makes no response for CONNECT, so we do: the application refuses the method. Its target is not a path.
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

/** Turns an error of Node's parser into a failure. */
function parserFailure({ code }: NodeJS.ErrnoException): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure('request_timeout');
  const tooLarge = code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW';
  return tooLarge
    ? new Failure('payload_too_large', 'The address and headers of a request may have 16 kB together.')
    : new Failure('invalid_request', 'This is not a valid HTTP request.');
}

/** The response to invalid HTTP, which never reaches the application, in the form of all errors. */
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
