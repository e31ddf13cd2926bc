import { type Entry, removeSecrets } from './entry.ts';
import { classOf, type Latencies, noLatencies } from './latencies.ts';
import { lengths, mostLogged, type Span, type StatusClass } from './limits.ts';

/** An answer that counts in the statistics. */
export interface Counted {
  at: number;
  keyId: string;
  operation: string;
  statusClass: StatusClass;
  units: number;
  ms: number;
}

/** The names are those of the statement that writes it. */
interface Count extends Omit<Counted, 'at' | 'ms'> {
  span: Span;
  start: number;
  requests: number;
  latencies: Latencies;
}

/** What was recorded of one account. */
interface AccountBatch {
  entries: Entry[];
  counts: Map<string, Count>;
}

/** A refused request with a key that is not active. The writer finds the account of the key, if there is one. */
export interface Unidentified {
  keyHash: Buffer;
  entry: Entry;
}

/** What one instance recorded since the last write. */
export class Batch {
  readonly number: number;
  readonly accounts = new Map<string, AccountBatch>();
  unidentified: Unidentified[] = [];
  /** The number of waiting requests. */
  size = 0;
  /** The number of requests that were dropped, because too many waited. */
  dropped = 0;
  #text: string | undefined;

  constructor(number: number) {
    this.number = number;
  }

  /** Adds an entry to the log of an account. Only the newest entries are needed, so a busy account takes bounded memory. */
  log(accountId: string, entry: Entry): void {
    const { entries } = this.#of(accountId);
    entries.push(entry);
    this.size += 1;
    if (entries.length >= 2 * mostLogged) this.size -= entries.splice(0, mostLogged).length;
  }

  /** Counts an answer by hour. */
  count(accountId: string, { at, keyId, operation, statusClass, units, ms }: Counted): void {
    const { counts } = this.#of(accountId);
    const start = at - (at % lengths.hour);
    const name = `${start}${statusClass}${keyId}${operation}`;
    let one = counts.get(name);
    if (!one) {
      one = { span: 'hour', start, keyId, operation, statusClass, requests: 0, units: 0, latencies: noLatencies() };
      counts.set(name, one);
    }
    const latency = classOf(ms);
    one.requests += 1;
    one.units += units;
    one.latencies[latency] = (one.latencies[latency] ?? 0) + 1;
  }

  #of(accountId: string): AccountBatch {
    let account = this.accounts.get(accountId);
    if (!account) {
      account = { entries: [], counts: new Map() };
      this.accounts.set(accountId, account);
    }
    return account;
  }

  /** The JSON for the statement that writes it: a list of accounts with their entries and counts. It is made once. */
  text(): string {
    this.#text ??= JSON.stringify([...this.accounts].map(writtenForm));
    return this.#text;
  }
}

function writtenForm([accountId, { entries, counts }]: [string, AccountBatch]) {
  const newest = entries.slice(-mostLogged);
  newest.forEach(removeSecrets);
  const hours = [...counts.values()];
  return {
    accountId,
    lastAt: moment(newest.reduce((last, { at }) => Math.max(last, at), 0)),
    size: newest.length,
    entries: newest,
    counts: [...hours, ...byDay(hours)].map((count) => ({ ...count, start: moment(count.start) })),
  };
}

const moment = (time: number): string => new Date(time).toISOString();

/** The same counts by day. */
function byDay(hours: readonly Count[]): Count[] {
  const days = new Map<string, Count>();
  for (const { latencies, requests, units, ...hour } of hours) {
    const start = hour.start - (hour.start % lengths.day);
    const name = `${start}${hour.statusClass}${hour.keyId}${hour.operation}`;
    const day = days.get(name);
    if (!day) days.set(name, { ...hour, span: 'day', start, requests, units, latencies: [...latencies] });
    else {
      day.requests += requests;
      day.units += units;
      for (const [place, count] of latencies.entries()) day.latencies[place] = (day.latencies[place] ?? 0) + count;
    }
  }
  return [...days.values()];
}
