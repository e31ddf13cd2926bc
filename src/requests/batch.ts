import type { Entry } from './entry.ts';
import { classOf, type Latencies, noLatencies } from './latencies.ts';
import { mostLogged, type Span, type StatusClass, spans } from './limits.ts';

/** An answer that counts in the statistics. */
export interface Counted {
  at: number;
  keyId: string;
  operation: string;
  statusClass: StatusClass;
  units: number;
  ms: number;
}

interface Count {
  columns: [span: Span, start: string, keyId: string, operation: string, statusClass: StatusClass];
  requests: number;
  units: number;
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

const milliseconds: Record<Span, number> = { hour: 3_600_000, day: 86_400_000 };

/** What one instance recorded since the last write. */
export class Batch {
  readonly number: number;
  readonly accounts = new Map<string, AccountBatch>();
  unidentified: Unidentified[] = [];
  /** The number of waiting requests. */
  size = 0;
  /** The number of requests that were dropped, because too many waited. */
  dropped = 0;

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

  count(accountId: string, { at, keyId, operation, statusClass, units, ms }: Counted): void {
    const { counts } = this.#of(accountId);
    const latency = classOf(ms);
    for (const span of spans) {
      const start = at - (at % milliseconds[span]);
      const name = `${span} ${start} ${keyId} ${operation} ${statusClass}`;
      let one = counts.get(name);
      if (!one) {
        const columns: Count['columns'] = [span, new Date(start).toISOString(), keyId, operation, statusClass];
        one = { columns, requests: 0, units: 0, latencies: noLatencies() };
        counts.set(name, one);
      }
      one.requests += 1;
      one.units += units;
      one.latencies[latency] = (one.latencies[latency] ?? 0) + 1;
    }
  }

  #of(accountId: string): AccountBatch {
    let account = this.accounts.get(accountId);
    if (!account) {
      account = { entries: [], counts: new Map() };
      this.accounts.set(accountId, account);
    }
    return account;
  }

  /** The parameters of the statement that writes it. All instances use the same order of rows, so that they cannot deadlock. */
  values(writer: string): unknown[] {
    const accounts = [...this.accounts].sort(([one], [other]) => (one < other ? -1 : 1));
    const logs = accounts.map(([, { entries }]) => entries.slice(-mostLogged));
    const counts = accounts.flatMap(([id, account]) =>
      [...account.counts]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { columns, requests, units, latencies }]) => [id, ...columns, requests, units, `{${latencies.join()}}`]),
    );
    return [
      writer,
      this.number,
      accounts.map(([id]) => id),
      logs.map((entries) => new Date(entries.reduce((last, { at }) => Math.max(last, at), 0))),
      logs.map(({ length }) => length),
      logs.map((entries) => JSON.stringify(entries)),
      ...Array.from({ length: 9 }, (_, column) => counts.map((row) => row[column])),
    ];
  }
}
