import { matchRules } from '../../src/matching/matches/rules.ts';
import { Problem, signInCodes } from '../ask.ts';
import type { Operations } from '../operations.generated.ts';
import type { Answer } from './answers.ts';
import { answersOf, type ListQuery } from './list-queries.ts';

type Usage = Operations['reader']['data']['account']['usage'];
type Logged = { units: number };

/** A batch that was sent and has no answer yet. It is stored before it is sent. */
export interface Sent {
  /** Its X-Request-ID. */
  id: string;
  rows: number[];
  units: number;
  /** The use of the account before it was sent. */
  used: number;
  periodStart: string;
}

/** Why a run stands still. */
export type Halt =
  | { kind: 'paused' | 'done' | 'signedOut' | 'otherPerson' }
  | { kind: 'quota'; until: string }
  | { kind: 'lost'; sent: Sent; isCertain: boolean }
  | { kind: 'failed'; problem: Problem };

/** What a run does: it asks, or waits for the service. */
export type Activity = { kind: 'asking' } | { kind: 'waiting'; seconds: number; problem: Problem };

export interface RunParts {
  owner: string;
  listQueries: readonly ListQuery[];
  /** The rows that have an answer. */
  answered: ReadonlySet<number>;
  /** The batch whose answer did not arrive before. */
  sent: Sent | undefined;
  ask(queries: ListQuery['query'][], requestId: string): Promise<Operations['matchNames']['data']>;
  reader(): Promise<Operations['reader']['data']>;
  /** The entry of the request log for a request, if there is one. */
  logged(requestId: string): Promise<Logged | undefined>;
  /** Stores what is under way, or with undefined that nothing is. */
  keepSent(sent: Sent | undefined): Promise<void>;
  /** Stores answers, and that nothing is under way. */
  keep(answers: Answer[]): Promise<void>;
  /** Waits, or less if the browser has a connection again or the person pauses. */
  wait(seconds: number): Promise<void>;
  newId(): string;
  report(activity: Activity): void;
}

/** In seconds: between attempts without a connection, and between looks into the log, which is written every two seconds. */
const pauses = { offline: 5, log: 3 };
const looks = 4;

/** Sends the queries of a list batch by batch. It never asks anew for a batch that may have been paid for. */
export class Run {
  readonly #parts: RunParts;
  readonly #done: Set<number>;
  #sent: Sent | undefined;
  #isPaused = false;
  /** How many queries a batch has. */
  #size = matchRules.maxQueries;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#done = new Set(parts.answered);
    this.#sent = parts.sent;
  }

  /** Takes effect after the answer of the present batch. */
  pause(): void {
    this.#isPaused = true;
  }

  async go(): Promise<Halt> {
    while (!this.#isPaused) {
      let halt: Halt | undefined;
      try {
        halt = await this.#step();
      } catch (error) {
        halt = await this.#handle(error);
      }
      if (halt) return halt;
    }
    return { kind: 'paused' };
  }

  /** One batch, after what became of the last one is known. */
  async #step(): Promise<Halt | undefined> {
    const waiting = this.#next();
    if (waiting.length === 0 && !this.#sent) return { kind: 'done' };
    const { me, account } = await this.#parts.reader();
    // Another person may have signed in meanwhile, in another tab: their account must not pay for this list.
    if (me.id !== this.#parts.owner) return { kind: 'otherPerson' };
    if (this.#sent) return this.#settle(this.#sent, account.usage);
    const { remaining, periodEnd } = account.usage;
    if (remaining === 0) return { kind: 'quota', until: periodEnd };
    this.#parts.report({ kind: 'asking' });
    await this.#ask(waiting.slice(0, remaining), account.usage);
    return undefined;
  }

  async #ask(batch: readonly ListQuery[], { used, periodStart }: Usage): Promise<void> {
    const { ask, newId } = this.#parts;
    const rows = batch.map(({ rows: [first = 0] }) => first);
    const sent = { id: newId(), rows, units: batch.length, used, periodStart };
    await this.#mark(sent);
    try {
      const { match } = await ask(
        batch.map(({ query }) => query),
        sent.id,
      );
      await this.#keep(batch.flatMap((listQuery, place) => answersOf(listQuery, { results: match[place]?.results ?? [] })));
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'unreachable') throw error;
      // The service refused the batch, so it costs nothing.
      const refused = refusedIn(error, batch);
      await this.#keep(refused);
      const isTooLarge = error.code === 'payload_too_large' && batch.length > 1;
      if (isTooLarge) this.#size = Math.ceil(batch.length / 2);
      else if (refused.length === 0) throw error;
    }
  }

  /** The next queries without an answer. */
  #next(): ListQuery[] {
    const next: ListQuery[] = [];
    for (const listQuery of this.#parts.listQueries) {
      if (next.length === this.#size) break;
      if (!this.#done.has(listQuery.rows[0] ?? -1)) next.push(listQuery);
    }
    return next;
  }

  /**
   * Finds out whether a batch was paid for whose answer did not arrive. It was not if the account has used less since than the
   * batch costs, or if the request log says so: an answer that cannot be delivered costs nothing.
   */
  async #settle(sent: Sent, usage: Usage): Promise<Halt | undefined> {
    const isUnpaid = (now: Usage) => now.periodStart === sent.periodStart && now.used - sent.used < sent.units;
    if (isUnpaid(usage)) return this.#mark(undefined);
    for (let look = 0; look < looks; look++) {
      const entry = await this.#parts.logged(sent.id);
      if (entry) return entry.units === 0 ? this.#mark(undefined) : { kind: 'lost', sent, isCertain: true };
      await this.#parts.wait(pauses.log);
    }
    if (isUnpaid((await this.#parts.reader()).account.usage)) return this.#mark(undefined);
    return { kind: 'lost', sent, isCertain: false };
  }

  async #handle(error: unknown): Promise<Halt | undefined> {
    if (!(error instanceof Problem)) return { kind: 'failed', problem: new Problem('internal_error', String(error)) };
    const { code, retryAfter } = error;
    if (signInCodes.includes(code)) return { kind: 'signedOut' };
    // The next step finds out how much is left.
    if (code === 'monthly_quota_exceeded') return undefined;
    const seconds = code === 'unreachable' ? pauses.offline : retryAfter;
    if (seconds === undefined) return { kind: 'failed', problem: error };
    this.#parts.report({ kind: 'waiting', seconds, problem: error });
    await this.#parts.wait(seconds);
    return undefined;
  }

  async #mark(sent: Sent | undefined): Promise<undefined> {
    this.#sent = sent;
    await this.#parts.keepSent(sent);
  }

  async #keep(answers: Answer[]): Promise<void> {
    await this.#parts.keep(answers);
    this.#sent = undefined;
    for (const { row } of answers) this.#done.add(row);
  }
}

/** The rows that a refusal names, as in `queries[3].country: must be …; queries[4]…`. */
function refusedIn({ code, message }: Problem, batch: readonly ListQuery[]): Answer[] {
  if (code !== 'invalid_request') return [];
  return [...message.matchAll(/queries\[(\d+)\]\.(.*?)(?:; |\.?$)/g)].flatMap(([, place, what = '']) => {
    const listQuery = batch[Number(place)];
    return listQuery ? answersOf(listQuery, { results: [], refused: what }) : [];
  });
}
