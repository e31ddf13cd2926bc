import type { RequestHandler } from 'express';
import { Failure } from '../../src/kernel/errors.ts';
import { settleFailure } from './charge.ts';
import type { EdgeLimits } from './edge-limits.ts';
import { exchangeOf } from './exchange.ts';
import { writeFailure } from './failure.ts';

interface DeadlineParts {
  limits: EdgeLimits;
  docsUrl: string;
}

/**
 * Sends an error if there is no answer in time, and refunds the charge at once. The work itself continues, and its result is
 * dropped: a change that is committed after the deadline is not undone.
 */
export function answerInTime({ limits, docsUrl }: DeadlineParts): RequestHandler {
  return (_req, res, next) => {
    let limit = limits.answer;
    const giveUp = () => {
      const exchange = exchangeOf(res);
      // If the charge is settled, the answer is about to be written.
      if (res.headersSent || exchange.charge?.isSettled) return;
      exchange.isOver = true;
      exchange.cause = new Error(`There was no answer within ${limit} ms.`);
      settleFailure(res, 'service_unavailable').catch(() => {});
      writeFailure(res, new Failure('service_unavailable', 'The answer takes too long. Try again later.'), docsUrl);
    };
    let timer = setTimeout(giveUp, limit);
    // V8 allocates a function that is assigned directly to a property in its old generation, which would retain the request.
    const putOff = (milliseconds: number) => {
      clearTimeout(timer);
      limit += milliseconds;
      timer = setTimeout(giveUp, limit);
    };
    exchangeOf(res).putOff = putOff;
    res.once('close', () => clearTimeout(timer));
    next();
  };
}
