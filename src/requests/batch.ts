import type { Counts } from './counts.ts';
import { type Entry, removeSecrets } from './entry.ts';
import { mostLogged } from './limits.ts';

/** A refused request with a key that is not active. The writer finds the account of the key, if there is one. */
export interface Unidentified {
  keyHash: Buffer;
  entry: Entry;
}

/** The requests that one instance recorded since the last write. */
export class Batch {
  readonly number: number;
  /** By account. */
  readonly entries = new Map<string, Entry[]>();
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
    let entries = this.entries.get(accountId);
    if (!entries) {
      entries = [];
      this.entries.set(accountId, entries);
    }
    entries.push(entry);
    this.size += 1;
    if (entries.length >= 2 * mostLogged) this.size -= entries.splice(0, mostLogged).length;
  }

  /**
   * The JSON for the statement that writes it: a list of accounts with their entries and counts. It is made once, because a batch
   * is sent again unchanged.
   */
  text(takeCounts: () => Counts | undefined, now: Date): string {
    this.#text ??= this.#write(takeCounts(), now);
    return this.#text;
  }

  #write(counts: Counts | undefined, now: Date): string {
    const accounts = new Set([...this.entries.keys(), ...(counts?.accounts.keys() ?? [])]);
    const rows = [...accounts].map((accountId) => {
      const entries = this.entries.get(accountId)?.slice(-mostLogged) ?? [];
      entries.forEach(removeSecrets);
      return {
        accountId,
        lastAt: entries.length > 0 ? moment(entries.reduce((last, { at }) => Math.max(last, at), 0)) : now.toISOString(),
        size: entries.length,
        entries,
        counts: (counts?.of(accountId) ?? []).map((count) => ({ ...count, start: moment(count.start) })),
      };
    });
    return JSON.stringify(rows);
  }
}

const moment = (time: number): string => new Date(time).toISOString();
