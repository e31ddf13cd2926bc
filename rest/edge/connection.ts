import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../../src/kernel/errors.ts';
import type { EdgeLimits } from './edge-limits.ts';

/** The event of a request whose body will not come: too slow, or no HTTP. Reading the body fails with the given failure. */
export const unreadable = 'unreadable';

const reasons = new WeakMap<IncomingMessage, Failure>();
/** Why the body will not come, for a reader that starts after the event. */
export const reasonOf = (req: IncomingMessage): Failure | undefined => reasons.get(req);

function giveUp(req: IncomingMessage, failure: Failure): void {
  reasons.set(req, failure);
  req.emit(unreadable, failure);
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What Node knows of the bytes of a socket, in no public property: all that were written, and those that still wait here. */
interface OutputHandle {
  bytesWritten: number;
  writeQueueSize: number;
}

/** One connection: which answers are under way on it, and how it ends. */
export class Connection {
  readonly #socket: Socket;
  readonly #limits: EdgeLimits;
  #underWay = 0;
  #latest: IncomingMessage | undefined;
  #afterwards: (() => void) | undefined;
  #isEnding = false;
  /** How many bytes the client had taken at the last look, and since when it has taken no more. */
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

  /** Whether a body is still coming, or will not come to its end. */
  get #isIncomplete(): boolean {
    return this.#latest !== undefined && hasBody(this.#latest) && !this.#latest.complete;
  }

  begin(req: IncomingMessage, res: ServerResponse): void {
    this.#latest = req;
    this.#underWay += 1;
    res.once('close', () => this.#finish());
    if (hasBody(req)) this.#expectBody(req, res);
  }

  /** The connection outlives a request with a body only where the body was read to its end. */
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

  /** What came is no HTTP, or came too late. The refusal is sent as the answer to its request, after all answers under way. */
  fail(failure: Failure, refuse: (failure: Failure) => void): void {
    if (this.#isEnding) return;
    if (!this.#socket.writable || (this.#isIncomplete && this.#underWay === 0)) this.#socket.destroy();
    else if (this.#latest && this.#isIncomplete) giveUp(this.#latest, failure);
    else this.afterAnswers(() => refuse(failure));
  }

  /**
   * Cuts the connection where the client takes nothing of an answer for too long. Bytes count as taken when they leave the queue
   * of this process: the buffer of the operating system takes more only when the client has made room in it.
   */
  checkReader(now: number): void {
    const { bytesWritten = 0, writeQueueSize = 0 } = (this.#socket as { _handle?: OutputHandle | null })._handle ?? {};
    const taken = bytesWritten - writeQueueSize;
    if (writeQueueSize === 0 || taken !== this.#taken) [this.#taken, this.#since] = [taken, now];
    else if (now - this.#since >= this.#limits.stalled) this.#socket.destroy();
  }

  /** Does some work once, when no answer is under way. */
  afterAnswers(work: () => void): void {
    if (this.#underWay === 0) work();
    else this.#afterwards ??= work;
  }

  /** Ends our side. What the client still sends is dropped for a while, so that it can read the answer. */
  end(lastWords = ''): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const cut = setTimeout(() => this.#socket.destroy(), this.#limits.farewell);
    this.#socket.once('close', () => clearTimeout(cut));
    this.#socket.end(lastWords);
    this.#latest?.resume();
    this.#socket.resume();
  }

  #finish(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0 || this.#socket.destroyed) return;
    this.#afterwards?.();
    this.#afterwards = undefined;
  }
}
