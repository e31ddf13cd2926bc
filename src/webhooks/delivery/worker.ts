import type pg from 'pg';
import type { AccountChanges } from '../../accounts/index.ts';
import { Repetition } from '../../background/repeat.ts';
import type { Logger } from '../../kernel/logging.ts';
import type { EndpointSecrets } from '../endpoint-secrets.ts';
import { type OutwardSettings, post } from '../outward/post.ts';
import { signedHeaders } from '../signing.ts';
import { countOf, isSpan, type SpanCounts } from '../spans.ts';
import { pollInterval, shareOf, workLimits } from './limits.ts';
import { type DueMessage, Queue, type TakenEndpoint } from './queue.ts';
import { type Attempt, DeliveryRecord } from './record.ts';

export interface WorkerParts {
  pool: pg.Pool;
  /** A random id of this worker. */
  lease: string;
  secrets: EndpointSecrets;
  changes: AccountChanges;
  outward: OutwardSettings;
  /** Replaces the time between two looks for messages, for a test. In milliseconds. */
  interval?: number | undefined;
  /** For the header User-Agent. */
  version: string;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  counts: SpanCounts;
  onDelivery(outcome: Attempt['outcome']): void;
  logger: Logger;
}

/** What this instance sends now, by endpoint. */
interface UnderWay extends TakenEndpoint {
  cancelling: AbortController;
  work: Promise<void>;
}

/** Delivers messages that are due. Every instance has one, and the lease of an endpoint keeps the others away from it. */
export class DeliveryWorker {
  readonly #parts: WorkerParts;
  readonly #queue: Queue;
  readonly #record: DeliveryRecord;
  readonly #underWay = new Map<string, UnderWay>();
  #repetition: Repetition | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#queue = new Queue(parts.pool, parts.lease);
    this.#record = new DeliveryRecord(parts.pool, this.#queue);
  }

  watch(): void {
    const { interval: everyMs = pollInterval, logger, changes } = this.#parts;
    this.#repetition = new Repetition({ name: 'webhook messages', everyMs, run: (signal) => this.#fill(signal), logger });
    changes.on('departed', this.#cancelAccount);
  }

  /** Cancels what is under way. Another instance sends it again. */
  async close(): Promise<void> {
    this.#parts.changes.off('departed', this.#cancelAccount);
    await this.#repetition?.close();
    const all = [...this.#underWay.values()];
    for (const { cancelling } of all) cancelling.abort();
    await Promise.all(all.map(({ work }) => work));
  }

  /** Looks for messages now, and not only after the interval. */
  wake(): void {
    this.#repetition?.wake();
  }

  /** Nothing is sent for an account that is being erased. */
  readonly #cancelAccount = (accountId: string): void => {
    for (const one of this.#underWay.values()) if (one.accountId === accountId) one.cancelling.abort();
  };

  /** Of each account one endpoint is taken. There may be more. */
  async #fill(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#take(false)) + (await this.#take(true)) > 0) {}
  }

  /** Takes endpoints that are in doubt or others, as far as there is room for them. Returns how many. */
  async #take(isForDoubtful: boolean): Promise<number> {
    const room = isForDoubtful ? workLimits.doubtful : workLimits.proven;
    const there = [...this.#underWay.values()].filter(({ isDoubtful }) => isDoubtful === isForDoubtful);
    const free = room - there.length;
    const byAccount = Map.groupBy(there, ({ accountId }) => accountId);
    const share = shareOf(room, free);
    const fullAccounts = [...byAccount].flatMap(([id, own]) => (own.length >= share ? [id] : []));
    const taken = await this.#queue.take({ endpoints: free, fullAccounts, isForDoubtful });
    for (const endpoint of taken) this.#start(endpoint);
    return taken.length;
  }

  #start(endpoint: TakenEndpoint): void {
    const cancelling = new AbortController();
    const work = this.#serve(endpoint.id, cancelling.signal).then((isDone) => {
      this.#underWay.delete(endpoint.id);
      // After an error of ours the endpoint waits for the next interval.
      if (isDone) this.wake();
    });
    this.#underWay.set(endpoint.id, { ...endpoint, cancelling, work });
  }

  /** Whether it worked: the receiver may have failed, but not we. */
  async #serve(endpointId: string, cancelled: AbortSignal): Promise<boolean> {
    try {
      await this.#deliver(endpointId, cancelled).finally(() => this.#queue.release(endpointId));
      return true;
    } catch (error) {
      this.#repetition?.report(error);
      return false;
    }
  }

  /** Sends the messages of an endpoint one after another, until one fails, none is due, or others should have their turn. */
  async #deliver(endpointId: string, cancelled: AbortSignal): Promise<void> {
    for (let sent = 0; sent < workLimits.messages && !cancelled.aborted; sent++) {
      const next = await this.#queue.next(endpointId);
      if (!next || cancelled.aborted) return;
      const message = { ...next, data: await this.#counted(next) };
      const attempt = await this.#attempt(endpointId, message, cancelled);
      if (!attempt) return;
      await this.#record.write(endpointId, message, attempt);
      this.#parts.onDelivery(attempt.outcome);
      if (attempt.outcome !== 'delivered') return;
    }
  }

  async #counted({ accountId, data }: DueMessage): Promise<DueMessage['data']> {
    if (!isSpan(data) || data['count'] !== null) return data;
    return { ...data, count: await countOf(this.#parts.counts, accountId, data) };
  }

  async #attempt(endpointId: string, message: DueMessage, cancelled: AbortSignal): Promise<Attempt | undefined> {
    const { secrets, outward, now, version } = this.#parts;
    const sealed = [message.sealedSecret, ...(message.sealedPrevious ? [message.sealedPrevious] : [])];
    const opened = (await Promise.all(sealed.map((one) => secrets.open(one)))).filter((secret) => secret !== undefined);
    if (opened.length === 0) {
      await this.#record.disable(endpointId, 'secret_lost');
      return undefined;
    }
    const { id, type, createdAt, data } = message;
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const headers = {
      'content-type': 'application/json',
      'user-agent': `company-registry-webhooks/${version}`,
      ...signedHeaders({ id, timestamp: Math.floor(message.now.getTime() / 1000), body }, opened),
    };
    const start = now();
    const answer = await post(message.url, { headers, body }, outward, cancelled);
    const milliseconds = Math.round(now() - start);
    if (answer.kind === 'cancelled') return undefined;
    if (answer.kind !== 'answered') return { outcome: answer.kind, status: null, milliseconds };
    const { status, retryAfter } = answer;
    return { outcome: outcomeOf(status), status, milliseconds, retryAfter };
  }
}

function outcomeOf(status: number): Attempt['outcome'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'failed';
}
