import type { MinuteCounter, Order, PeriodCounter, Taken } from './counters.ts';
import type { OwnCounters } from './own-counters.ts';
import type { SharedCounters } from './shared-counters.ts';

/** What is needed of the counters there and here. */
type Listener = Pick<SharedCounters, 'giveBack' | 'raise' | 'add'>;
type Teller = Pick<OwnCounters, 'used'>;

/** How many notes are sent at once, so that a Redis that has just come back is not flooded. */
const most = 500;

/** Notes what was counted in this process while Redis was away, until Redis is told. */
export class Untold {
  readonly #shared: Listener;
  readonly #own: Teller;
  /** Only of the current minute: nobody needs one that is over. */
  readonly #minutes = new Map<string, { minute: MinuteCounter; requests: number }>();
  #minuteEnd = 0;
  readonly #periods = new Map<string, PeriodCounter>();
  /** Units that Redis took and that have to be given back there. */
  readonly #givenBack = new Map<string, { order: Order; taken: Taken; units: number }>();

  constructor(shared: Listener, own: Teller) {
    this.#shared = shared;
    this.#own = own;
  }

  get isEmpty(): boolean {
    return this.#minutes.size + this.#periods.size + this.#givenBack.size === 0;
  }

  noteTaken({ requests, units, minute, period }: Order, { refusedBy }: Taken): void {
    if (minute && refusedBy !== 'minute') this.#noteMinute(minute, requests);
    if (!refusedBy && units > 0) this.notePeriod(period);
  }

  /** Redis may have less of it than this process knows of. */
  notePeriod(period: PeriodCounter): void {
    this.#periods.set(period.key, period);
  }

  noteGivenBack(order: Order, taken: Taken, units: number): void {
    if (taken.second === undefined) return;
    const key = `${order.period.key} ${taken.second}`;
    this.#givenBack.set(key, { order, taken, units: units + (this.#givenBack.get(key)?.units ?? 0) });
  }

  /** Tells Redis everything that is noted. What fails is noted again. */
  async tell(): Promise<void> {
    await tellAll(
      this.#givenBack,
      ({ order, taken, units }) => this.#shared.giveBack(order, taken, units),
      ({ order, taken, units }) => this.noteGivenBack(order, taken, units),
    );
    await tellAll(
      this.#periods,
      (period) => this.#raise(period),
      (period) => this.notePeriod(period),
    );
    await tellAll(
      this.#minutes,
      ({ minute, requests }) => this.#shared.add(minute.key, requests),
      ({ minute, requests }) => this.#noteMinute(minute, requests),
    );
  }

  /** Of a period that this process has forgotten, Redis learns from the database. */
  async #raise(period: PeriodCounter): Promise<void> {
    const used = await this.#own.used(period);
    if (used !== undefined) await this.#shared.raise(period, used);
  }

  #noteMinute(minute: MinuteCounter, requests: number): void {
    if (minute.end < this.#minuteEnd) return;
    if (minute.end > this.#minuteEnd) this.#minutes.clear();
    this.#minuteEnd = minute.end;
    this.#minutes.set(minute.key, { minute, requests: requests + (this.#minutes.get(minute.key)?.requests ?? 0) });
  }
}

/**
 * Sends the notes in parts. Each part has ended before the next starts and before a failure is thrown, so nothing goes on unseen.
 */
async function tellAll<Note>(
  notes: Map<string, Note>,
  tell: (note: Note) => Promise<unknown>,
  noteAgain: (note: Note) => void,
): Promise<void> {
  const all = [...notes];
  for (let start = 0; start < all.length; start += most) {
    const part = all.slice(start, start + most);
    for (const [key] of part) notes.delete(key);
    const ends = await Promise.allSettled(part.map(([, note]) => tell(note)));
    const failed = part.filter((_, place) => ends[place]?.status === 'rejected');
    for (const [, note] of failed) noteAgain(note);
    if (failed.length > 0) throw new Error('Redis could not be told what it missed');
  }
}
