import { ask } from '../ask.ts';
import type { Operations } from '../operations.generated.ts';
import { type Answer, type Summary, summaryOf } from './answers.ts';
import { countryReader } from './countries.ts';
import { answersOf, type ListQueries, listQueriesOf, type ServedCountries } from './list-queries.ts';
import { type Activity, type Halt, Run } from './run.ts';
import { eachAnswer, keepAnswers, keepList, type List, type Progress, readAnswer, readList, removeList } from './store.ts';

/** A list that ran goes on by itself for so long, in milliseconds: after a reload or a new sign-in, but not weeks later. */
const goesOnWithin = 3_600_000;

/** The countries that rows can be asked for. */
export function servedCountries(registers: Operations['registers']['data']['registers']): ServedCountries {
  const served = registers.filter((register) => register.served);
  return { codeOf: countryReader(served), served: new Set(served.map(({ countryCode }) => countryCode)) };
}

/** The list of a person, and what happens to it. It goes on while other views are shown. */
export class ListWork {
  readonly owner: string;
  readonly countries: ServedCountries;
  list: List | undefined;
  listQueries: ListQueries = { listQueries: [], refused: new Map(), ignored: new Map() };
  /** What is known of each row. */
  summaries: (Summary | undefined)[] = [];
  activity: Activity | undefined;
  halt: Halt | undefined;
  readonly #listeners = new Set<() => void>();
  #run: Run | undefined;
  #wake: (() => void) | undefined;

  constructor(owner: string, countries: ServedCountries) {
    this.owner = owner;
    this.countries = countries;
  }

  /** Reads what the browser has kept. */
  async open(): Promise<this> {
    const list = await readList(this.owner);
    if (!list) return this;
    this.#take(list);
    await eachAnswer(this.owner, (answer) => this.#note(answer));
    if (list.isRunning && Date.now() - list.at < goesOnWithin) this.start();
    else this.halt = this.#restingHalt();
    return this;
  }

  /** Calls back after each change. Returns how to stop that. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** The queries that the person agreed to pay for. */
  get agreed() {
    return this.listQueries.listQueries.slice(0, this.list?.most);
  }

  async begin(list: List): Promise<void> {
    const { refused } = listQueriesOf(list, this.countries);
    const answers = [...refused].map(([row, reason]) => ({ row, results: [], refused: reason }));
    // Browsers may remove what is kept if the disk is full, unless they are asked not to.
    navigator.storage?.persist?.().catch(() => {});
    await keepList(list, answers);
    this.#take(list);
    for (const answer of answers) this.#note(answer);
    this.start();
  }

  start(): void {
    const { list, owner } = this;
    if (!list || this.#run) return;
    const keep = async (answers: Answer[], sent: List['sent']) => {
      // The list was thrown away meanwhile.
      if (this.list !== list) return;
      await this.#keep({ sent, isRunning: true }, answers);
      for (const answer of answers) this.#note(answer);
      this.#changed();
    };
    const run = new Run({
      owner,
      listQueries: this.agreed,
      answered: new Set(this.summaries.flatMap((summary, row) => (summary ? [row] : []))),
      sent: list.sent,
      ask: (queries, requestId) => ask('matchNames', { input: { queries } }, requestId),
      reader: () => ask('reader', {}),
      logged: async (requestId) => (await ask('loggedUnits', { requestId })).requestLog.entries[0],
      keepSent: (sent) => keep([], sent),
      keep: (answers) => keep(answers, undefined),
      wait: (seconds) => this.#wait(seconds),
      newId: newUuid,
      report: (activity) => {
        this.activity = activity;
        this.#changed();
      },
    });
    this.#run = run;
    this.halt = undefined;
    this.activity = { kind: 'asking' };
    this.#changed();
    run.go().then((halt) => (this.#run === run ? this.#ended(halt) : undefined));
  }

  pause(): void {
    this.#run?.pause();
    this.#wake?.();
  }

  /** Pays for a batch again whose answer was lost, or leaves its rows without an answer. */
  async resolveLost(how: 'again' | 'without'): Promise<void> {
    const { list } = this;
    const rows = new Set(list?.sent?.rows);
    const lost = this.agreed.filter(({ rows: [first = -1] }) => rows.has(first));
    const answers =
      how === 'again' ? [] : lost.flatMap((one) => answersOf(one, { results: [], refused: 'Its answer was lost.' }));
    await this.#keep({ sent: undefined, isRunning: true }, answers);
    for (const answer of answers) this.#note(answer);
    this.start();
  }

  /** Goes on with more queries than were agreed before. */
  async extend(most: number): Promise<void> {
    await this.#keep({ most });
    this.start();
  }

  answerOf(row: number): Promise<Answer | undefined> {
    return readAnswer(this.owner, row);
  }

  /** Keeps what the person decided. Undefined: nothing yet. */
  async choose({ choice: _before, ...answer }: Answer, choice: string | null | undefined): Promise<void> {
    const decided: Answer = choice === undefined ? answer : { ...answer, choice };
    await keepAnswers(this.owner, [decided]);
    this.#note(decided);
    this.#changed();
  }

  async discard(): Promise<void> {
    this.pause();
    this.#run = undefined;
    this.activity = undefined;
    this.halt = undefined;
    this.list = undefined;
    await removeList(this.owner);
    this.#changed();
  }

  #take(list: List): void {
    this.list = list;
    this.listQueries = listQueriesOf(list, this.countries);
    this.summaries = list.rows.map(() => undefined);
  }

  #note(answer: Answer): void {
    this.summaries[answer.row] = summaryOf(answer);
  }

  async #keep(changed: Partial<Progress>, answers: Answer[] = []): Promise<void> {
    if (!this.list) return;
    const { isRunning, sent, most } = { ...this.list, ...changed };
    const progress = { isRunning, sent, most, at: Date.now() };
    await keepAnswers(this.owner, answers, progress);
    Object.assign(this.list, progress);
  }

  async #ended(halt: Halt): Promise<void> {
    this.#run = undefined;
    this.activity = undefined;
    this.halt = halt;
    // After a new sign-in it goes on by itself.
    if (halt.kind !== 'signedOut') await this.#keep({ isRunning: false }).catch(() => {});
    this.#changed();
  }

  /** How a list stands that was opened and does not run. */
  #restingHalt(): Halt {
    const isDone = !this.list?.sent && this.agreed.every(({ rows: [first = -1] }) => this.summaries[first]);
    return { kind: isDone ? 'done' : 'paused' };
  }

  #wait(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        removeEventListener('online', end);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(end, seconds * 1_000);
      addEventListener('online', end);
      this.#wake = end;
    });
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** As crypto.randomUUID, which browsers have on pages with https alone. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
