import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Context } from '../../src/api/index.ts';
import { lookups } from '../../src/companies/index.ts';
import { admit } from '../../src/kernel/access/admission.ts';
import type { Power } from '../../src/kernel/access/powers.ts';
import { type ErrorCode, Failure } from '../../src/kernel/errors.ts';
import { charge, settle, takeUnits } from '../edge/charge.ts';
import { attentionOf, callerOf, exchangeOf, isOver } from '../edge/exchange.ts';
import { respondToHead } from '../edge/respond.ts';
import type { RouteDependencies } from '../route/handler.ts';
import { manifestOf, proposeProperties, suggestProperties } from './manifest.ts';
import { openOperations } from './operations.ts';
import { absentPage, flyoutOf, previewPage, previewPolicy } from './preview.ts';
import { extensionQuery, queryBatch } from './protocol.ts';
import { batchSize, checkSize } from './queries.ts';
import { readField, readFields } from './sent-json.ts';

interface ReconcileDependencies extends RouteDependencies {
  baseUrl: string;
  version: string;
}

/** The path of the routes. The token is in no log. */
const route = '/reconcile/{token}';

/** Pages of every origin may ask here, without cookies: the token in the address is the credential. */
const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-store',
};
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

interface Sent {
  status?: number;
  /** The failure that the answer is, for its charge. */
  code?: ErrorCode;
  headers?: Record<string, string>;
  type?: 'json' | 'html';
}

/** Settles the charge and sends the answer, unless the deadline has passed. */
async function send(res: Response, body: string, { status = 200, code, headers = {}, type = 'json' }: Sent = {}): Promise<void> {
  const limits = await settle(res, status, code);
  if (isOver(res)) return;
  res
    .status(status)
    .set({ ...headers, ...limits })
    .type(type)
    .send(body);
}
const sendJson = (res: Response, value: object) => send(res, JSON.stringify(value));

/**
 * The reconciliation service at `/reconcile/<token>`, for OpenRefine, which sends no headers. The token acts for an API key: its
 * requests count in the minute of the key, and take units as the operations behind them do.
 */
export function reconcileRoutes(dependencies: ReconcileDependencies): Router {
  const { schema, services, authenticate, baseUrl, version } = dependencies;
  const operations = openOperations(schema);

  const begin: RequestHandler = (req, res, next) => {
    Object.assign(exchangeOf(res), { route, maskedUrl: route + req.url, token: tokenOf(req) });
    res.set(openToAll);
    if (req.method === 'OPTIONS') res.status(204).set(preflight).end();
    else next();
  };
  /** Every request needs the power to match. What reads records needs that for companies too. */
  const identify = async (req: Request, res: Response, ...more: Power[]): Promise<void> => {
    const principal = await authenticate('addressToken', { ...callerOf(req), token: tokenOf(req) });
    exchangeOf(res).principal = principal;
    admit(principal, ['match', ...more]);
  };
  const count = async (res: Response): Promise<Context> => {
    const { requestId, principal } = exchangeOf(res);
    await charge(res, services.metering, 0);
    return { requestId, principal, services, ...attentionOf(res) };
  };
  const enter = async (req: Request, res: Response, ...more: Power[]): Promise<Context> => {
    await identify(req, res, ...more);
    return count(res);
  };

  const reconcile = async (res: Response, sent: string, context: Context) => {
    const batch = readField(queryBatch, 'queries', sent);
    const count = batch.size;
    checkSize(count, batchSize, 'queries');
    if (count === 0) return sendJson(res, {});
    await takeUnits(res, count);
    return sendJson(res, await operations.reconcile(batch, context));
  };
  const extend = async (res: Response, sent: string, context: Context) => {
    const asked = readField(extensionQuery, 'extend', sent);
    const ids = [...new Set(asked.ids)];
    checkSize(ids.length, lookups.most, 'extend.ids');
    if (ids.length > 0) await takeUnits(res, ids.length);
    return sendJson(res, await operations.extend({ ...asked, ids }, context));
  };
  /** The manifest, a batch of queries, or values for records: the protocol has one path for them. */
  const answer: RequestHandler = async (req, res) => {
    await identify(req, res);
    const reading = readFields(req);
    // A request for records without their scope is not counted. One that cannot be read is.
    const sent = await reading.catch(() => undefined);
    if (sent?.['extend'] !== undefined) admit(exchangeOf(res).principal, ['companies']);
    const context = await count(res);
    const { queries, extend: extended } = await reading;
    if (queries !== undefined && extended !== undefined)
      throw new Failure('invalid_request', 'Send queries or extend, and not both.');
    if (queries !== undefined) return reconcile(res, queries, context);
    if (extended !== undefined) return extend(res, extended, context);
    if (req.method === 'POST') throw new Failure('invalid_request', 'queries: is required, or extend.');
    return sendJson(res, manifestOf({ baseUrl, url: services.reconcileUrl(tokenOf(req)), version }));
  };
  const recordOf = async (req: Request, res: Response) => {
    const context = await enter(req, res, 'companies');
    const { id = '' } = parametersOf(req);
    await takeUnits(res, 1);
    return { id, record: await operations.record(id, context) };
  };

  const router = Router({ caseSensitive: true, mergeParams: true });
  router.use(begin);
  for (const path of Object.keys(allowed))
    router.head(path, async (req, res) => {
      await enter(req, res);
      return respondToHead(req, res);
    });
  router.get('/', answer);
  router.post('/', answer);
  router.get('/preview', async (req, res) => {
    const { record } = await recordOf(req, res);
    const page = { type: 'html', headers: { 'Content-Security-Policy': previewPolicy } } as const;
    if (record) return send(res, previewPage(record), page);
    return send(res, absentPage(), { ...page, status: 404, code: 'entity_not_found' });
  });
  router.get('/flyout/entity', async (req, res) => {
    const { id, record } = await recordOf(req, res);
    if (!record) throw new Failure('entity_not_found');
    return sendJson(res, { id, html: flyoutOf(record) });
  });
  router.get('/suggest/entity', async (req, res) => {
    const context = await enter(req, res, 'companies');
    const { prefix, skipped } = typedIn(req);
    if (prefix === '') return sendJson(res, { result: [] });
    await takeUnits(res, 1);
    return sendJson(res, await operations.suggest(prefix, skipped, context));
  });
  router.get('/suggest/property', async (req, res) => {
    await enter(req, res);
    const { prefix, skipped } = typedIn(req);
    return sendJson(res, suggestProperties(prefix, skipped));
  });
  router.get('/properties', async (req, res) => {
    await enter(req, res);
    const { type = '', limit } = parametersOf(req);
    return sendJson(res, proposeProperties(type, limit === undefined ? undefined : wholeNumber(limit, 'limit')));
  });
  for (const [path, allow] of Object.entries(allowed))
    router.all(path, () => {
      throw new Failure('method_not_allowed', undefined, { allow });
    });
  return router;
}

const readable = 'GET, HEAD, OPTIONS';
/** The paths, and the methods of each. */
export const allowed = {
  '/': 'GET, HEAD, POST, OPTIONS',
  '/preview': readable,
  '/flyout/entity': readable,
  '/suggest/entity': readable,
  '/suggest/property': readable,
  '/properties': readable,
};

const tokenOf = ({ params }: Request): string => String(params['token']);

/** Of a GET. The widgets of OpenRefine send more parameters than the protocol has, and some twice. They are ignored. */
const parametersOf = ({ url }: Request): Record<string, string | undefined> =>
  Object.fromEntries([...new URL(url, 'http://localhost').searchParams].toReversed());

function typedIn(req: Request): { prefix: string; skipped: number } {
  const { prefix = '', cursor = '0' } = parametersOf(req);
  return { prefix: prefix.trim(), skipped: wholeNumber(cursor, 'cursor') };
}

function wholeNumber(text: string, name: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Failure('invalid_request', `${name}: must be a whole number.`);
  return Number(text);
}
