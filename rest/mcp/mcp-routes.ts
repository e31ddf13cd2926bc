import { isIP } from 'node:net';
import { type Request as ExpressRequest, type Response as ExpressResponse, type RequestHandler, Router } from 'express';
import { agentPath } from '../../src/identity/index.ts';
import { errorTable, Failure } from '../../src/kernel/errors.ts';
import { once } from '../../src/kernel/running/once.ts';
import { readJson } from '../edge/body.ts';
import { countRequest, settle } from '../edge/charge.ts';
import { callerOf, exchangeOf, isOver } from '../edge/exchange.ts';
import { sendFailure } from '../edge/failure.ts';
import { isSmall } from '../edge/small.ts';
import type { RouteDependencies } from '../route/handler.ts';
import { openCalls } from './call.ts';
import { writeMcpFailure } from './protected-resource.ts';

interface McpDependencies extends RouteDependencies {
  baseUrl: string;
  version: string;
}

/** Of a message. A call has about ten values in five levels. */
const largest = { levels: 10, values: 1_000 };
const loopback = ['localhost', '127.0.0.1', '[::1]'];
const allow = 'POST, OPTIONS';

/** The protocol and the tools are loaded for the first request: this takes a tenth of a second, and not everybody needs them. */
export const loadAgents = once(() => import('./server.ts'));

/**
 * The MCP server for agents, at `/mcp`. Each request is one message and has one answer in JSON: no session, no stream and no
 * cookie, so that any instance can answer the next one. Every message counts in the minute. A call of a tool is
 * charged and logged as a REST request is.
 */
export function mcpRoutes(dependencies: McpDependencies): Router {
  const { services, authenticate, baseUrl, version } = dependencies;
  const calls = once(() => openCalls(dependencies));
  const router = Router({ caseSensitive: true });

  const begin: RequestHandler = (_req, res, next) => {
    exchangeOf(res).route = agentPath;
    res.set('Cache-Control', 'no-store');
    next();
  };
  const isOurs = ownHost(baseUrl);
  const refuseOtherSites: RequestHandler = (req, res, next) => {
    const problem = isOurs(req);
    if (problem) res.status(403).json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: problem } });
    else next();
  };
  const handle: RequestHandler = async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.principal = await authenticate('agent', callerOf(req));
    await services.sessionLimits.count(exchange.principal, []);
    await countRequest(res, services.metering);
    const message = await readMessage(req);
    const { answer } = await loadAgents();
    const response = await answer({ request: webRequest(req, baseUrl), message, res, calls: calls(), version });
    await send(res, response);
  };

  router.use(begin, refuseOtherSites);
  router.post('/', handle);
  router.options('/', (_req, res) => void res.status(204).set('Allow', allow).end());
  router.all('/', () => {
    throw new Failure('method_not_allowed', undefined, { allow });
  });
  router.use(sendFailure(`${baseUrl}/docs`, writeMcpFailure(baseUrl)));
  return router;
}

/**
 * Says what is wrong with the host or the origin of a request. A page of another site could otherwise reach a service on the
 * machine or in the network of its visitor: by a name of its own that leads to that address (DNS rebinding).
 */
function ownHost(baseUrl: string) {
  const { hostname, origin } = new URL(baseUrl);
  const names = new Set([hostname, ...loopback]);
  return ({ hostname: requested = '', headers }: ExpressRequest): string | undefined => {
    const isAddress = isIP(requested.replace(/^\[(.*)\]$/, '$1')) !== 0;
    if (!isAddress && !names.has(requested.toLowerCase())) return `This host is not allowed: use ${baseUrl}${agentPath}.`;
    return headers.origin === undefined || headers.origin === origin ? undefined : 'Pages of other origins are not allowed.';
  };
}

async function readMessage(req: ExpressRequest): Promise<unknown> {
  const message = await readJson(req);
  if (message === undefined) throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
  // The revisions since 2025-06-18 have no batches, and each call is a request to meter.
  if (Array.isArray(message)) throw new Failure('invalid_request', 'One message at a time.');
  if (!isSmall(message, largest.levels, { left: largest.values }))
    throw new Failure('invalid_request', `A message may have ${largest.levels} levels and ${largest.values} values at most.`);
  if (Object(message).method === 'subscriptions/listen')
    throw new Failure('invalid_request', 'Nothing can be subscribed to here: follow list_changes.');
  return message;
}

/** The request for the protocol, which reads only the headers besides the message. Its credential stays here. */
function webRequest({ headers }: ExpressRequest, baseUrl: string): Request {
  const read = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
  const known = read.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : []));
  return new Request(baseUrl + agentPath, { method: 'POST', headers: known });
}

/** Settles the charge and sends the answer, unless the deadline has passed. */
async function send(res: ExpressResponse, response: Response): Promise<void> {
  const exchange = exchangeOf(res);
  const { code } = exchange;
  const limits = await settle(res, code ? errorTable[code].status : 200, code);
  const body = await response.text();
  if (isOver(res)) return;
  res.status(response.status).set(limits);
  if (body === '') res.end();
  else res.type('json').send(body);
}
