import type { RequestHandler } from 'express';
import { Failure } from '../src/kernel/errors.ts';
import { exchangeOf } from './exchange.ts';
import { writeFailure } from './failure.ts';
import type { EdgeLimits } from './limits.ts';
import { settle } from './metered.ts';

/**
 * An answer in time, whatever hangs inside. What was charged is given back at once. What is under way goes on, and nobody hears of its end: a
 * change that is committed after the deadline is made.
 */
export function deadline(limits: EdgeLimits, docs: string): RequestHandler {
  return (_req, res, next) => {
    let limit = limits.answer;
    const giveUp = () => {
      const exchange = exchangeOf(res);
      // A charge that is settled has an answer, which is about to be written.
      if (res.headersSent || exchange.charge?.isSettled) return;
      exchange.isOver = true;
      exchange.cause = new Error(`There was no answer within ${limit} ms.`);
      settle(res, 503).catch(() => {});
      writeFailure(res, new Failure('service_unavailable', 'The answer takes too long. Try again later.'), docs);
    };
    let timer = setTimeout(giveUp, limit);
    exchangeOf(res).putOff = (milliseconds) => {
      clearTimeout(timer);
      limit += milliseconds;
      timer = setTimeout(giveUp, limit);
    };
    res.once('close', () => clearTimeout(timer));
    next();
  };
}
