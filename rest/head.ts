import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import helmet from 'helmet';
import { exchangeOf } from './exchange.ts';

/** Names and values in turn, as Node writes them fastest. */
const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat();

/**
 * Sees to it that every response has the security headers and its id, whoever writes it. They are added when the head is written: a header that
 * a page sets by itself stays as it is.
 */
export function headWith(app: Express, always: Record<string, string>): void {
  const write = ServerResponse.prototype.writeHead as (this: ServerResponse, ...words: unknown[]) => ServerResponse;
  app.locals['always'] = flat(always);
  app.response.writeHead = function (this: Response, ...words: unknown[]) {
    const exchange = exchangeOf(this);
    if (!exchange?.isWhole) {
      setAlways(this);
      if (exchange) this.setHeader('X-Request-ID', exchange.requestId);
    }
    return write.apply(this, words);
  } as Response['writeHead'];
}

/** Sets what every response has, unless it is set. A handler that is not ours may want to add to it: the local issuer allows its own scripts. */
export function setAlways(res: Response): void {
  const always: string[] = res.app.locals['always'];
  for (let place = 0; place < always.length; place += 2) {
    const [name = '', value = ''] = always.slice(place, place + 2);
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}

/** The whole head in one go: Node then keeps no table of its headers, which costs half the time. */
export function writeHead(res: Response, status: number, headers: Record<string, string>): void {
  const exchange = exchangeOf(res);
  exchange.isWhole = true;
  res.writeHead(status, [...res.app.locals['always'], 'X-Request-ID', exchange.requestId, ...flat(headers)]);
}

/** Pages load from here alone. Nobody is sent to https where clients are told to come by http. */
export function securityHeaders(encrypted: boolean): Record<string, string> {
  const middleware = helmet({
    contentSecurityPolicy: {
      directives: {
        'img-src': ["'self'", 'data:'],
        'style-src': ["'self'", "'unsafe-inline'"],
        'font-src': ["'self'"],
        'upgrade-insecure-requests': encrypted ? [] : null,
      },
    },
    strictTransportSecurity: encrypted,
  });
  // They are the same every time, so helmet is asked once what they are.
  const example = new ServerResponse({ method: 'GET' } as IncomingMessage);
  middleware({} as IncomingMessage, example, () => {});
  return Object.fromEntries(example.getHeaderNames().map((name) => [name, String(example.getHeader(name))]));
}
