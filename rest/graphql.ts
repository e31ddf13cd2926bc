import { type RequestHandler, Router } from 'express';
import { Failure } from '../src/errors.ts';
import type { Context } from '../src/graphql/context.ts';
import type { createEndpoint } from '../src/graphql/endpoint.ts';
import { callerOf, exchangeOf } from './exchange.ts';
import { jsonBody } from './input.ts';
import { hold, limitHeaders } from './metered.ts';
import type { Bridge } from './route.ts';

/** Checking variables that fit no type takes the square of their number; the dashboard's own hold ten or so. */
const mostValues = 100;

function holdsMore(value: unknown, limit: number): boolean {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); count <= limit && next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next);
    count += parts.length;
    if (count <= limit) open.push(...parts);
  }
  return count > limit;
}

/**
 * The door of the internal dashboard. It needs a session before anything of the request is read; what goes wrong before there is an
 * operation is answered like everywhere else.
 */
export function graphql(
  endpoint: ReturnType<typeof createEndpoint>,
  { services, authenticate }: Bridge,
  production: boolean,
): Router {
  const authorize: RequestHandler = async (req, res, next) => {
    exchangeOf(res).principal = await authenticate('session', callerOf(req));
    next();
  };
  const needsOperation: RequestHandler = (req, _res, next) => {
    if (req.body === undefined) throw new Failure('invalid_request', 'The body must be JSON, sent as application/json.');
    if (Array.isArray(req.body)) throw new Failure('invalid_request', 'One operation at a time.');
    if (holdsMore(req.body?.variables, mostValues))
      throw new Failure('invalid_request', `Variables may hold at most ${mostValues} values.`);
    next();
  };
  const execute: RequestHandler = async (req, res) => {
    const { requestId, principal } = exchangeOf(res);
    res.set('Cache-Control', 'no-store');
    const showLimits: Context['showLimits'] = (reading, refusal) => {
      if (res.headersSent) return;
      res.set(limitHeaders(reading));
      if (refusal) res.set('Retry-After', String(refusal.retryAfter));
    };
    const context: Context = { requestId, principal, services, showLimits, hold: (charge) => hold(res, charge) };
    await endpoint(req, res, context);
  };

  const router = Router();
  router.use((_req, res, next) => {
    exchangeOf(res).route = '/graphql';
    next();
  });
  if (!production) router.get('/', graphiql);
  router.post('/', authorize, jsonBody, needsOperation, execute);
  router.all('/', () => {
    throw new Failure('method_not_allowed', undefined, { allow: production ? 'POST' : 'GET, HEAD, POST' });
  });
  return router;
}

/** The page needs scripts of its own text; it exists outside production alone, where its package is installed. */
const graphiql: RequestHandler = async (_req, res) => {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  res
    .set('Content-Security-Policy', "default-src 'self' blob: data: 'unsafe-inline' 'unsafe-eval'")
    .set('Cache-Control', 'no-cache');
  res.type('html').send(renderGraphiQL({ endpoint: '/graphql', title: 'Company Registry: GraphiQL' }));
};
