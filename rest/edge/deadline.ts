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
 * Answers in time, whatever hangs inside. What was charged is given back at once. The work itself goes on and its outcome is
 * dropped: a change that is committed after the deadline stays made.
 */
export function answerInTime({ limits, docsUrl }: DeadlineParts): RequestHandler {
  return (_req, res, next) => {
    let limit = limits.answer;
    const giveUp = () => {
      const exchange = exchangeOf(res);
      // Where the charge is settled, the answer is about to be written.
      if (res.headersSent || exchange.charge?.isSettled) return;
      exchange.isOver = true;
      exchange.cause = new Error(`There was no answer within ${limit} ms.`);
      settleFailure(res, 'service_unavailable').catch(() => {});
      writeFailure(res, new Failure('service_unavailable', 'The answer takes too long. Try again later.'), docsUrl);
    };
    let timer = setTimeout(giveUp, limit);
    // A function that is written straight into a property is made in V8's old generation, and would keep the request there.
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
