import type { Request, RequestHandler } from 'express';
import { secretIn } from '../../src/identity/index.ts';
import type { Logger } from '../../src/kernel/logging.ts';
import { begin } from '../../src/kernel/running/under-way.ts';
import { type Traced, tracing } from '../../src/kernel/tracing.ts';
import type { Metrics } from '../../src/monitoring/index.ts';
import type { RecordedRequest } from '../../src/requests/index.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import { plainPath } from './plain-path.ts';

interface ObserveOptions {
  logger: Logger;
  metrics: Metrics;
  record?: ((request: RecordedRequest) => void) | undefined;
}

/** One log line, one observation and one entry in the log of its account for each request, when it is over. */
export function observe({ logger, metrics, record }: ObserveOptions): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const end = begin(() => nameOf(req, exchangeOf(res)));
    const { traceparent } = req.headers;
    const span: Traced = { name: 'request', traceparent: typeof traceparent === 'string' ? traceparent : undefined };
    res.once('close', () => {
      end();
      const exchange = exchangeOf(res);
      const { requestId, route, principal, code, cause } = exchange;
      const milliseconds = performance.now() - start;
      // 499: the client disconnected before its answer, as proxies log it.
      const status = res.writableFinished ? res.statusCode : 499;
      const { method } = req;
      const line = {
        requestId,
        method,
        route,
        ...(route === 'unknown' && { path: plainPath(req.originalUrl) }),
        status,
        ...(code && { code }),
        ms: Math.round(milliseconds * 100) / 100,
        ...('accountId' in principal && { accountId: principal.accountId }),
        ...('keyId' in principal && { keyId: principal.keyId }),
        ...(cause !== undefined && { err: cause }),
      };
      logger[levelOf(status, route)](line, 'request');
      metrics.observe({ method, route, status, seconds: milliseconds / 1000 });
      record?.(recorded(req, exchange, status, milliseconds));
      span.attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, requestId };
      if (status >= 500) span.error = code ?? status;
      tracing.asyncEnd.publish(span);
    });
    tracing.start.runStores(span, () => next(), undefined);
  };
}

/** For the log line of a stop: the route and what ran of it, of which nothing was typed by the client. */
const nameOf = ({ method }: Request, { route, operation }: Exchange): string =>
  operation ? `${method} ${route} (${operation})` : `${method} ${route}`;

function recorded(req: Request, exchange: Exchange, status: number, milliseconds: number): RecordedRequest {
  const { requestId, principal, route, charge, code, message, fields } = exchange;
  const requested = exchange.maskedUrl ?? req.originalUrl;
  const url = fields ? `${requested} (${fields.join(', ')})` : requested;
  // A charge that is not settled yet is refunded: the client is gone.
  const charged = charge && (charge.outcome ?? { units: 0, statuses: [status] });
  const isKeyRefused = code === 'invalid_api_key' || code === 'address_not_allowed';
  const refusedKey = isKeyRefused ? (exchange.token ?? secretIn(req.headers)) : undefined;
  return { requestId, principal, refusedKey, method: req.method, url, route, status, code, message, milliseconds, charged };
}

/** Probes come every few seconds, so only their failures are logged by default. */
function levelOf(status: number, route: string): 'error' | 'warn' | 'info' | 'debug' {
  if (route.includes('/health/')) return status < 500 ? 'debug' : 'warn';
  return status >= 500 ? 'error' : 'info';
}
