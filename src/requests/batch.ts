import type { ErrorCode } from '../kernel/errors.ts';
import type { Counts } from './counts.ts';
import { EntryTexts } from './entry-texts.ts';
import { maxLogged } from './limits.ts';

/** A request as it is stored: JSON in a row of request_batch. */
export interface Entry {
  /** In milliseconds since 1970: when it arrived. */
  at: number;
  /** Its place among the requests that this instance recorded. */
  place: number;
  method: string;
  /** With its parameters, without secrets. */
  path: string;
  status: number;
  code?: ErrorCode | undefined;
  message?: string | undefined;
  ms: number;
  units: number;
  /** Missing: a session. */
  keyId?: string | undefined;
  requestId: string;
}

/** A refused request with a key that is not active. The writer finds the account of the key, if there is one. */
interface Unidentified {
  keyHash: Buffer;
  entry: Entry;
}

interface AccountLog {
  /** In milliseconds since 1970: the newest arrival. */
  lastAt: number;
  texts: EntryTexts;
}

/** For each account its id, its newest arrival, its number of entries and their JSON list on a line. Then the counts. */
type Values = [accounts: string[], lastAt: Date[], sizes: number[], lists: Buffer, counts: string];

/** The requests that one instance recorded since the last write. */
export class Batch {
  readonly number: number;
  /** By account. */
  readonly logs = new Map<string, AccountLog>();
  unidentified: Unidentified[] = [];
  /** The number of waiting requests. */
  size = 0;
  /** The number of requests that were dropped, because too many waited. */
  dropped = 0;
  #values: Values | undefined;

  constructor(number: number) {
    this.number = number;
  }

  /** Adds an entry to the log of an account. */
  log(accountId: string, entry: Entry): void {
    let log = this.logs.get(accountId);
    if (!log) {
      log = { lastAt: 0, texts: new EntryTexts() };
      this.logs.set(accountId, log);
    }
    if (entry.at > log.lastAt) log.lastAt = entry.at;
    this.size += log.texts.add(JSON.stringify(entry));
  }

  /**
   * The values of the statement that writes it, after the writer and the number. They are made once, because a batch is sent
   * again unchanged.
   */
  values(takeCounts: () => Counts | undefined, now: Date): Values {
    this.#values ??= this.#write(takeCounts(), now);
    return this.#values;
  }

  #write(counts: Counts | undefined, now: Date): Values {
    const accounts = [...new Set([...this.logs.keys(), ...(counts?.accounts.keys() ?? [])])];
    const logs = accounts.map((accountId) => this.logs.get(accountId));
    const lists = logs.map((log) => log?.texts.list() ?? emptyList);
    return [
      accounts,
      logs.map((log) => (log ? new Date(log.lastAt) : now)),
      logs.map((log) => Math.min(log?.texts.size ?? 0, maxLogged)),
      // PostgreSQL takes a buffer as it is. JSON has no line breaks.
      Buffer.concat(lists.flatMap((list) => [list, lineBreak]).slice(0, -1)),
      JSON.stringify(accounts.flatMap((accountId) => (counts?.of(accountId) ?? []).map((count) => ({ accountId, ...count })))),
    ];
  }
}

const emptyList = Buffer.from('[]');
const lineBreak = Buffer.from('\n');
