import { ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import { exchangeOf } from './exchange.ts';

/** Names and values in turn: the form that Node writes fastest. */
const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat();

/**
 * Gives every response these headers and its id, whoever writes it. They are added when the head is written: a header that a page
 * set by itself stays as it is.
 */
export function writeAlways(app: Express, always: Record<string, string>): void {
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

/** Sets what every response has, unless it is set. The local issuer calls for it early: it adds its own scripts to our policy. */
export function setAlways(res: Response): void {
  const always: string[] = res.app.locals['always'];
  for (let place = 0; place < always.length; place += 2) {
    const [name = '', value = ''] = always.slice(place, place + 2);
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}

/** Writes the whole head at once. Node then keeps no table of headers, which takes half the time. */
export function writeHead(res: Response, status: number, headers: Record<string, string>): void {
  const exchange = exchangeOf(res);
  exchange.isWhole = true;
  res.writeHead(status, [...res.app.locals['always'], 'X-Request-ID', exchange.requestId, ...flat(headers)]);
}
