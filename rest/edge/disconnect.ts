import type { RequestHandler, Response } from 'express';
import { settleUnsent } from './charge.ts';
import type { EdgeLimits } from './edge-limits.ts';
import { exchangeOf } from './exchange.ts';

/** The status that proxies log if the client disconnects before its answer. */
const clientGone = 499;

/**
 * Handles a client that disconnects before its answer: the charge ends at once, see settleUnsent, and the result is dropped.
 *
 * A client that closes only its own side looks the same as one that has closed the connection. It still gets an answer that
 * comes soon. If the operation waits for changes (`exchange.gone`), it counts as disconnected at once, to free its place.
 */
export function handleDisconnect(limits: EdgeLimits): RequestHandler {
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

/** Aborted when the client disconnects, for an operation that may wait. */
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
  // If the charge is settled, the answer is about to be written.
  if (res.headersSent || exchange.isOver || exchange.charge?.isSettled) return;
  exchange.isOver = true;
  settleUnsent(res, clientGone).catch(() => {});
}
