import type { RequestHandler } from 'express';
import { errorTable, Failure } from '../../src/kernel/errors.ts';
import { settleUnsent } from './charge.ts';
import type { EdgeLimits } from './edge-limits.ts';
import { exchangeOf } from './exchange.ts';
import { writeFailure } from './failure.ts';

interface DeadlineOptions {
  limits: EdgeLimits;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  docsUrl: string;
}

/**
 * Sends an error if there is no answer in time, and ends the charge at once: what was done until then is paid, the rest is given
 * back. The work itself continues unless it looks whether somebody waits, and its result is dropped: a change that is committed
 * after the deadline is not undone. A timer sends it, or whoever is about to charge and write the answer (`isOver`), because
 * timers are late where the event loop was held up.
 */
export function answerInTime({ limits, docsUrl, now }: DeadlineOptions): RequestHandler {
  return (_req, res, next) => {
    const begunAt = now();
    let limit = limits.answer;
    const giveUp = () => {
      const exchange = exchangeOf(res);
      // If the charge is settled, the answer is about to be written.
      if (exchange.isOver || res.headersSent || exchange.charge?.isSettled) return;
      exchange.isOver = true;
      exchange.cause = new Error(`There was no answer within ${limit} ms.`);
      const code = 'service_unavailable';
      settleUnsent(res, errorTable[code].status, code).catch(() => {});
      const paid = exchange.charge?.outcome?.units ?? 0;
      writeFailure(res, new Failure(code, paid > 0 ? partlyDone(paid) : 'The answer takes too long. Try again later.'), docsUrl);
    };
    let timer = setTimeout(giveUp, limit);
    // V8 allocates a function that is assigned directly to a property in its old generation, which would retain the request.
    const putOff = (milliseconds: number) => {
      clearTimeout(timer);
      limit += milliseconds;
      timer = setTimeout(giveUp, limit);
    };
    const lookAtDeadline = () => {
      if (now() - begunAt > limit) giveUp();
    };
    Object.assign(exchangeOf(res), { putOff, lookAtDeadline });
    res.once('close', () => clearTimeout(timer));
    next();
  };
}

function partlyDone(units: number): string {
  const used = units === 1 ? '1 unit was' : `${units} units were`;
  return `The answer takes too long. ${used} used for what was done: ask for less at a time.`;
}
