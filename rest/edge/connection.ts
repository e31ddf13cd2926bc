import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../../src/kernel/errors.ts';
import type { EdgeLimits } from './edge-limits.ts';

/** The event of a request whose body will not arrive: too slow, or invalid HTTP. Reading the body then fails. */
export const unreadable = 'unreadable';

const reasons = new WeakMap<IncomingMessage, Failure>();
/** Why the body will not arrive, for a reader that starts after the event. */
export const reasonOf = (req: IncomingMessage): Failure | undefined => reasons.get(req);

function giveUp(req: IncomingMessage, failure: Failure): void {
  reasons.set(req, failure);
  req.emit(unreadable, failure);
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Private counts of Node's sockets: all bytes that were written, and those that are still queued in this process. */
interface OutputHandle {
  bytesWritten: number;
  writeQueueSize: number;
}

/** One connection: counts its pending answers, and closes it. */
export class Connection {
  readonly #socket: Socket;
  readonly #limits: EdgeLimits;
  #pending = 0;
  #latest: IncomingMessage | undefined;
  #afterwards: (() => void) | undefined;
  #isEnding = false;
  /** How many bytes the client had taken at the last check, and since when it has taken no more. */
  #taken = 0;
  #since = 0;

  constructor(socket: Socket, limits: EdgeLimits) {
    this.#socket = socket;
    this.#limits = limits;
    // Node calls this to close after an answer. Unread bytes would then reset the connection, and the answer would be lost.
    const destroySoon = socket.destroySoon.bind(socket);
    const endOrDestroy = () => (this.#isIncomplete ? this.end() : destroySoon());
    socket.destroySoon = endOrDestroy;
  }

  /** Whether the body of the latest request has not arrived completely. */
  get #isIncomplete(): boolean {
    return this.#latest !== undefined && hasBody(this.#latest) && !this.#latest.complete;
  }

  begin(req: IncomingMessage, res: ServerResponse): void {
    this.#latest = req;
    this.#pending += 1;
    res.once('close', () => this.#finish());
    if (hasBody(req)) this.#expectBody(req, res);
  }

  /** The connection is kept alive after a request with a body only if the body was read to its end. */
  #expectBody(req: IncomingMessage, res: ServerResponse): void {
    const { shouldKeepAlive } = res;
    res.shouldKeepAlive = false;
    const late = setTimeout(() => giveUp(req, new Failure('request_timeout')), this.#limits.body);
    res.once('close', () => clearTimeout(late));
    req.once('end', () => {
      clearTimeout(late);
      res.shouldKeepAlive = shouldKeepAlive;
    });
  }

  /** The request is invalid HTTP, or too slow. The refusal is sent as its answer, after all pending answers. */
  fail(failure: Failure, refuse: (failure: Failure) => void): void {
    if (this.#isEnding) return;
    if (!this.#socket.writable || (this.#isIncomplete && this.#pending === 0)) this.#socket.destroy();
    else if (this.#latest && this.#isIncomplete) giveUp(this.#latest, failure);
    else this.afterAnswers(() => refuse(failure));
  }

  /**
   * Closes the connection if the client reads nothing of an answer for too long. Bytes count as read when they leave the queue of
   * this process: the buffer of the operating system accepts more only when the client has read some.
   */
  checkReader(now: number): void {
    const { bytesWritten = 0, writeQueueSize = 0 } = (this.#socket as { _handle?: OutputHandle | null })._handle ?? {};
    const taken = bytesWritten - writeQueueSize;
    if (writeQueueSize === 0 || taken !== this.#taken) [this.#taken, this.#since] = [taken, now];
    else if (now - this.#since >= this.#limits.stalled) this.#socket.destroy();
  }

  /** Does some work once, when no answer is pending. */
  afterAnswers(work: () => void): void {
    if (this.#pending === 0) work();
    else this.#afterwards ??= work;
  }

  /** Closes our side. What the client still sends is read and dropped for a while, so that it can read the answer. */
  end(lastBytes = ''): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const cut = setTimeout(() => this.#socket.destroy(), this.#limits.closing);
    this.#socket.once('close', () => clearTimeout(cut));
    this.#socket.end(lastBytes);
    this.#latest?.resume();
    this.#socket.resume();
  }

  #finish(): void {
    this.#pending -= 1;
    if (this.#pending > 0 || this.#socket.destroyed) return;
    this.#afterwards?.();
    this.#afterwards = undefined;
  }
}
