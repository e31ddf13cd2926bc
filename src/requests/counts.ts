import { classOf, type Latencies, noLatencies } from './latencies.ts';
import { lengths, type Span, type StatusClass } from './limits.ts';

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
export interface Count extends Omit<Counted, 'at' | 'ms'> {
  span: Span;
  start: number;
  requests: number;
  latencies: Latencies;
}

/** The most counts that wait to be written. Others are dropped while the database is down. */
const most = 20_000;

/** Counts answers by hour, until they are written. */
export class Counts {
  /** By account. */
  readonly accounts = new Map<string, Map<string, Count>>();
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** They should be written now, before there are too many. */
  get areMany(): boolean {
    return this.#size >= most / 4;
  }

  count(accountId: string, { at, keyId, operation, statusClass, units, ms }: Counted): void {
    let counts = this.accounts.get(accountId);
    if (!counts) {
      counts = new Map();
      this.accounts.set(accountId, counts);
    }
    const start = at - (at % lengths.hour);
    const name = `${start}${statusClass}${keyId}${operation}`;
    let one = counts.get(name);
    if (!one) {
      if (this.#size >= most) return;
      this.#size += 1;
      one = { span: 'hour', start, keyId, operation, statusClass, requests: 0, units: 0, latencies: noLatencies() };
      counts.set(name, one);
    }
    const latency = classOf(ms);
    one.requests += 1;
    one.units += units;
    one.latencies[latency] = (one.latencies[latency] ?? 0) + 1;
  }

  /** The counts of an account, by hour and by day. */
  of(accountId: string): Count[] {
    const hours = [...(this.accounts.get(accountId)?.values() ?? [])];
    return [...hours, ...byDay(hours)];
  }
}

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
