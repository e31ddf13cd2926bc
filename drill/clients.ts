import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** What is asked for, in turn. */
const paths = ['/countries', '/entities?q=sia', '/entities/00000000-0000-5000-8000-000000000000', '/entities?q=a&page=2'];
/** Answers that are no failure: nothing there, nothing new, and limits that hold. */
const well = new Set([200, 304, 404, 429]);

export interface Customer {
  accountId: string;
  key: string;
}

/** All that clients were told, by an answer at a time. */
export class Record {
  answered = 0;
  readonly statuses = new Map<number | string, number>();
  readonly failures: { at: number; what: string }[] = [];
  /** Answers that use a unit, by account. */
  readonly units = new Map<string, number>();
  /** Answers that used a unit in each minute, by account and minute. */
  readonly minutes = new Map<string, number>();
  /** An ETag that came with two bodies would let clients keep stale data. */
  readonly mixed: string[] = [];
  readonly #bodies = new Map<string, string>();
  readonly start = performance.now();
  slowest = 0;

  note(customer: Customer, path: string, status: number | string, text: string, headers?: Headers): void {
    this.answered += 1;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (typeof status !== 'number' || !well.has(status))
      this.failures.push({ at: performance.now() - this.start, what: `${path} ${status} ${text.slice(0, 200)}` });
    if (status === 200 || status === 304 || status === 404) this.#use(customer, status, headers);
    const etag = headers?.get('etag');
    if (status === 200 && etag) this.#compare(`${path} ${etag}`, text);
  }

  /** In seconds, from the first failure to the last. */
  get gap(): number {
    const [first, last] = [this.failures[0], this.failures.at(-1)];
    return first && last ? (last.at - first.at) / 1_000 : 0;
  }

  /** A 304 costs nothing, and counts in the minute. */
  #use({ accountId }: Customer, status: number, headers?: Headers): void {
    if (status !== 304) this.units.set(accountId, (this.units.get(accountId) ?? 0) + 1);
    const minute = `${accountId} ${headers?.get('x-ratelimit-reset')}`;
    this.minutes.set(minute, (this.minutes.get(minute) ?? 0) + 1);
  }

  #compare(key: string, text: string): void {
    const hash = createHash('sha256').update(text).digest('hex');
    if ((this.#bodies.get(key) ?? hash) !== hash) this.mixed.push(key);
    this.#bodies.set(key, hash);
  }
}

/** Asks without end, and writes down every answer. The pause between two questions is in milliseconds. */
export async function load(url: string, customer: Customer, record: Record, isOver: () => boolean, pause: number): Promise<void> {
  for (let sent = 0; !isOver(); sent++) {
    const path = paths[sent % paths.length] ?? '';
    const start = performance.now();
    try {
      const answer = await fetch(`${url}/api/v1${path}`, {
        headers: { 'x-api-key': customer.key },
        signal: AbortSignal.timeout(30_000),
      });
      record.note(customer, path, answer.status, await answer.text(), answer.headers);
    } catch (error) {
      record.note(customer, path, 'no answer', (error as Error).message);
    }
    record.slowest = Math.max(record.slowest, performance.now() - start);
    await delay(pause);
  }
}
