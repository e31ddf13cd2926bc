import { classOf, type Latencies, noLatencies } from './latencies.ts';
import { type Span, type StatusClass, spanMs } from './limits.ts';

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
  /** In milliseconds since 1970. */
  start: number;
  requests: number;
  latencies: Latencies;
}

/** How many counts may wait to be written. Others are dropped while the database is down. */
const maxWaiting = 20_000;

/** Counts answers by hour, until they are written. */
export class Counts {
  /** By account, key and operation. Each of these texts has its hash already, a new text of all three would not. */
  readonly accounts = new Map<string, Map<string, Map<string, Count[]>>>();
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** They should be written now, before there are too many. */
  get areMany(): boolean {
    return this.#size >= maxWaiting / 4;
  }

  count(accountId: string, { at, keyId, operation, statusClass, units, ms }: Counted): void {
    const keys = getOrMake(this.accounts, accountId, newMap);
    const operations = getOrMake(keys, keyId, newMap);
    const counts = getOrMake(operations, operation, newList);
    const start = at - (at % spanMs.hour);
    let one = counts.find((count) => count.start === start && count.statusClass === statusClass);
    if (!one) {
      if (this.#size >= maxWaiting) return;
      this.#size += 1;
      one = { span: 'hour', start, keyId, operation, statusClass, requests: 0, units: 0, latencies: noLatencies() };
      counts.push(one);
    }
    const latency = classOf(ms);
    one.requests += 1;
    one.units += units;
    one.latencies[latency] = (one.latencies[latency] ?? 0) + 1;
  }

  /** The counts of an account, by hour and by day. */
  of(accountId: string): Count[] {
    const hours = [...(this.accounts.get(accountId)?.values() ?? [])].flatMap((operations) => [...operations.values()].flat());
    return [...hours, ...byDay(hours)];
  }
}

const newMap = () => new Map();
const newList = (): Count[] => [];

/** The value of a name, which is made if it is missing. */
function getOrMake<Value>(map: Map<string, Value>, name: string, make: () => Value): Value {
  let value = map.get(name);
  if (value === undefined) {
    value = make();
    map.set(name, value);
  }
  return value;
}

/** The same counts by day. */
function byDay(hours: readonly Count[]): Count[] {
  const days = new Map<string, Count>();
  for (const { latencies, requests, units, ...hour } of hours) {
    const start = hour.start - (hour.start % spanMs.day);
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
