type Phase = 'checking' | 'reading' | 'comparing' | 'writing' | 'indexing' | 'tidying';

/**
 * The relative durations of the phases, measured on British rows: for the first import of a register, and for a later one. How
 * much a later one writes and indexes depends on how much has changed, so these are between few changes and all changed. They are
 * used to estimate the remaining time.
 */
const weights: Record<'first' | 'later', Record<Phase, number>> = {
  first: { checking: 1, reading: 17, comparing: 1, writing: 1, indexing: 4, tidying: 1 },
  later: { checking: 1, reading: 10, comparing: 3, writing: 4, indexing: 2, tidying: 1 },
};
const order = Object.keys(weights.first) as Phase[];
/** The callback decides how often the display changes. */
const intervalMs = 100;

/** Reports the progress of an import at a fixed interval, also while the database runs one statement for minutes. */
export class Phases {
  readonly #report: (phase: Phase, rows: number, share: number) => void;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #start: number;
  #weights = weights.later;
  #phase: Phase = 'checking';
  #phaseStart: number;
  #progress: () => { rows: number; share?: number } = () => ({ rows: 0 });

  constructor(report: (phase: Phase, rows: number, share: number) => void, now: () => number = () => performance.now()) {
    this.#report = report;
    this.#now = now;
    this.#start = now();
    this.#phaseStart = this.#start;
    this.#timer = setInterval(() => this.show(), intervalMs).unref();
  }

  /** Estimates the time of a first import, which compares nothing and writes every record. */
  expectFirst(): void {
    this.#weights = weights.first;
  }

  /** Begins a phase. `progress` returns how many rows of it are done and, if known, which share. */
  begin(phase: Phase, progress: () => { rows: number; share?: number }): void {
    this.#phase = phase;
    this.#phaseStart = this.#now();
    this.#progress = progress;
    this.show();
  }

  show(): void {
    const { rows, share } = this.#progress();
    this.#report(this.#phase, rows, this.#overall(share));
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #overall(share: number | undefined): number {
    const sum = (phases: readonly Phase[]) => phases.reduce((total, phase) => total + this.#weights[phase], 0);
    const before = sum(order.slice(0, order.indexOf(this.#phase)));
    const weight = this.#weights[this.#phase];
    // If the share is unknown, the duration of this phase is estimated from the phases before it.
    const expected = before > 0 ? ((this.#phaseStart - this.#start) / before) * weight : Number.POSITIVE_INFINITY;
    const done = share ?? Math.min((this.#now() - this.#phaseStart) / Math.max(expected, 1), 0.95);
    return (before + weight * Math.min(done, 1)) / sum(order);
  }
}
