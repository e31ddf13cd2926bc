import { ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import { exchangeOf } from './exchange.ts';

/** Alternating names and values: the form that Node writes fastest. */
const flat = (headers: Record<string, string>): string[] => Object.entries(headers).flat();

/** Which of the served companies are invented. */
export interface SampleNote {
  countries: readonly string[];
  areAll: boolean;
}

interface CommonHeaders {
  always: Record<string, string>;
  /** While all companies are invented. */
  withSamples: Record<string, string>;
  samples: SampleNote | undefined;
}

/**
 * Adds these headers and the request id to every response. They are added when the head is written, and do not replace a header
 * that is set already.
 */
export function addCommonHeaders(app: Express, { always, withSamples, samples }: CommonHeaders): void {
  const write = ServerResponse.prototype.writeHead as (this: ServerResponse, ...words: unknown[]) => ServerResponse;
  const usual = flat(always);
  const beside = flat({ ...always, ...withSamples });
  app.locals['always'] = () => (samples?.areAll ? beside : usual);
  app.response.writeHead = function (this: Response, ...words: unknown[]) {
    const exchange = exchangeOf(this);
    if (!exchange?.hasAllHeaders) {
      setCommonHeaders(this);
      if (exchange) this.setHeader('X-Request-ID', exchange.requestId);
    }
    return write.apply(this, words);
  } as Response['writeHead'];
}

/** Sets the headers of every response, unless they are set. The local issuer calls it early, to add its scripts to our policy. */
export function setCommonHeaders(res: Response): void {
  const always: string[] = res.app.locals['always']();
  for (let place = 0; place < always.length; place += 2) {
    const [name = '', value = ''] = always.slice(place, place + 2);
    if (!res.hasHeader(name)) res.setHeader(name, value);
  }
}

/** Writes the whole head at once. Then Node keeps no table of headers, which halves the time. */
export function writeHead(res: Response, status: number, headers: Record<string, string>): void {
  const exchange = exchangeOf(res);
  exchange.hasAllHeaders = true;
  res.writeHead(status, [...res.app.locals['always'](), 'X-Request-ID', exchange.requestId, ...flat(headers)]);
}
