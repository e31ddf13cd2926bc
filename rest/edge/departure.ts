import type { RequestHandler, Response } from 'express';
import { settle } from './charge.ts';
import type { EdgeLimits } from './edge-limits.ts';
import { exchangeOf } from './exchange.ts';

/** What proxies call a request whose client went away before it had its answer. */
const clientGone = 499;

/**
 * Notices a client that goes away before its answer: what was charged is given back at once, and the outcome is dropped.
 *
 * A client that closes only its own side cannot be told from one that has closed the connection. It still gets an answer that
 * comes soon. Where the operation waits for news (`exchange.gone`), it counts as gone at once, so that it holds no place.
 */
export function noticeDeparture(limits: EdgeLimits): RequestHandler {
  return ({ socket }, res, next) => {
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      dropAnswer(res);
      socket.destroy();
    };
    const halfClose = () => {
      const exchange = exchangeOf(res);
      if (exchange.gone) leave();
      else {
        exchange.isHalfClosed = true;
        timer = setTimeout(() => res.headersSent || leave(), limits.halfClosed);
      }
    };
    if (socket.readableEnded) halfClose();
    else socket.once('end', halfClose);
    res.once('close', () => {
      clearTimeout(timer);
      socket.off('end', halfClose);
      dropAnswer(res);
    });
    next();
  };
}

/** The signal that the client has gone, for an operation that may wait. */
export function goneSignal(res: Response): AbortSignal {
  const exchange = exchangeOf(res);
  exchange.gone ??= new AbortController();
  if (exchange.isHalfClosed || res.destroyed) {
    dropAnswer(res);
    res.destroy();
  }
  return exchange.gone.signal;
}

function dropAnswer(res: Response): void {
  const exchange = exchangeOf(res);
  exchange.gone?.abort();
  // Where the charge is settled, the answer is about to be written.
  if (res.headersSent || exchange.isOver || exchange.charge?.isSettled) return;
  exchange.isOver = true;
  settle(res, clientGone).catch(() => {});
}
