import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { AccountChanges } from '../../accounts/index.ts';
import { Repetition } from '../../background/repeat.ts';
import type { Logger } from '../../kernel/logging.ts';
import { type EndpointSecrets, signedHeaders } from '../endpoint-secrets.ts';
import { type OutwardSettings, post } from '../outward/post.ts';
import { countOf, isSpan, type SpanCounts } from '../spans.ts';
import { pollIntervalMs, shareOf, workLimits } from './limits.ts';
import { type DueMessage, openQueue, type TakenEndpoint } from './queue.ts';
import { type Attempt, openRecord } from './record.ts';

export interface WorkerOptions {
  pool: pg.Pool;
  secrets: EndpointSecrets;
  changes: AccountChanges;
  outward: OutwardSettings;
  /** Replaces the time between two looks for messages, for a test. */
  intervalMs?: number | undefined;
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
export function startWorker(options: WorkerOptions) {
  const {
    pool,
    secrets,
    changes,
    outward,
    intervalMs: everyMs = pollIntervalMs,
    version,
    now,
    counts,
    onDelivery,
    logger,
  } = options;
  const lease = randomUUID();
  const queue = openQueue(pool, lease);
  const record = openRecord(pool, lease);
  const underWay = new Map<string, UnderWay>();

  const attempt = async (endpointId: string, message: DueMessage, cancelled: AbortSignal): Promise<Attempt | undefined> => {
    const sealed = [message.sealedSecret, ...(message.sealedPrevious ? [message.sealedPrevious] : [])];
    const opened = (await Promise.all(sealed.map(secrets.open))).filter((secret) => secret !== undefined);
    if (opened.length === 0) {
      await record.disable(endpointId, 'secret_lost');
      return undefined;
    }
    const { id, type, createdAt, data } = message;
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const headers = {
      'content-type': 'application/json',
      'user-agent': `company-registry-webhooks/${version}`,
      ...signedHeaders({ id, seconds: Math.floor(message.now.getTime() / 1000), body }, opened),
    };
    const start = now();
    const answer = await post(message.url, { headers, body }, outward, cancelled);
    const milliseconds = Math.round(now() - start);
    if (answer.kind === 'cancelled') return undefined;
    if (answer.kind !== 'answered') return { outcome: answer.kind, status: null, milliseconds };
    const { status, retryAfter } = answer;
    return { outcome: outcomeOf(status), status, milliseconds, retryAfter };
  };

  const counted = async ({ accountId, data }: DueMessage): Promise<DueMessage['data']> =>
    !isSpan(data) || data['count'] !== null ? data : { ...data, count: await countOf(counts, accountId, data) };

  /** Sends the messages of an endpoint one after another, until one fails, none is due, or others should have their turn. */
  const deliver = async (endpointId: string, cancelled: AbortSignal): Promise<void> => {
    for (let sent = 0; sent < workLimits.messages && !cancelled.aborted; sent++) {
      const next = await queue.next(endpointId);
      if (!next || cancelled.aborted) return;
      const message = { ...next, data: await counted(next) };
      const made = await attempt(endpointId, message, cancelled);
      if (!made) return;
      await record.write(endpointId, message, made);
      onDelivery(made.outcome);
      if (made.outcome !== 'delivered') return;
    }
  };

  const start = (endpoint: TakenEndpoint): void => {
    const cancelling = new AbortController();
    const delivering = deliver(endpoint.id, cancelling.signal).finally(() => queue.release(endpoint.id));
    const work = delivering
      .then(
        () => true,
        (error) => repetition.report(error),
      )
      .then((isDone) => {
        underWay.delete(endpoint.id);
        // After an error of ours the endpoint waits for the next interval.
        if (isDone) repetition.wake();
      });
    underWay.set(endpoint.id, { ...endpoint, cancelling, work });
  };

  /** Takes endpoints that are in doubt or others, as far as there is room for them. Returns how many. */
  const take = async (isForDoubtful: boolean): Promise<number> => {
    const room = isForDoubtful ? workLimits.doubtful : workLimits.proven;
    const there = [...underWay.values()].filter(({ isDoubtful }) => isDoubtful === isForDoubtful);
    const free = room - there.length;
    const share = shareOf(room, free);
    const byAccount = Map.groupBy(there, ({ accountId }) => accountId);
    const fullAccounts = [...byAccount].flatMap(([id, own]) => (own.length >= share ? [id] : []));
    const taken = await queue.take(free, isForDoubtful, fullAccounts);
    for (const endpoint of taken) start(endpoint);
    return taken.length;
  };

  /** Of each account one endpoint is taken. There may be more. */
  const fill = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await take(false)) + (await take(true)) > 0) {}
  };

  /** Nothing is sent for an account that is being erased. */
  const cancelAccount = (accountId: string): void => {
    for (const one of underWay.values()) if (one.accountId === accountId) one.cancelling.abort();
  };

  const repetition = new Repetition({ name: 'webhook messages', everyMs, run: fill, logger });
  changes.on('departed', cancelAccount);
  return {
    /** Looks for messages now, and not only after the interval. */
    wake: (): void => repetition.wake(),

    /** Cancels what is under way. Another instance sends it again. */
    close: async (): Promise<void> => {
      changes.off('departed', cancelAccount);
      await repetition.close();
      const all = [...underWay.values()];
      for (const { cancelling } of all) cancelling.abort();
      await Promise.all(all.map(({ work }) => work));
    },
  };
}

function outcomeOf(status: number): Attempt['outcome'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirected' : 'failed';
}
