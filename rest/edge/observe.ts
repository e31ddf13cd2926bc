import type { RequestHandler } from 'express';
import type { Logger } from '../../src/kernel/logging.ts';
import { type Traced, tracing } from '../../src/kernel/tracing.ts';
import type { Metrics } from '../../src/operations/index.ts';
import { exchangeOf } from './exchange.ts';
import { plainPath } from './plain-path.ts';

/** One log line and one observation for each request, when it is over. */
export function observe({ logger, metrics }: { logger: Logger; metrics: Metrics }): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const { traceparent } = req.headers;
    const span: Traced = { name: 'request', traceparent: typeof traceparent === 'string' ? traceparent : undefined };
    res.once('close', () => {
      const { requestId, route, principal, code, cause } = exchangeOf(res);
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
      span.attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status, requestId };
      if (status >= 500) span.error = code ?? status;
      tracing.asyncEnd.publish(span);
    });
    tracing.start.runStores(span, () => next(), undefined);
  };
}

/** Probes come every few seconds, so only their failures are logged by default. */
function levelOf(status: number, route: string): 'error' | 'warn' | 'info' | 'debug' {
  if (route.includes('/health/')) return status < 500 ? 'debug' : 'warn';
  return status >= 500 ? 'error' : 'info';
}
