type Phase = 'checking' | 'reading' | 'comparing' | 'writing' | 'indexing' | 'tidying';

/**
 * How long the phases take, compared with each other: measured on a million British rows, for the first import of a register
 * and for a later one with few changes. The time that is left is estimated by them.
 */
const weights: Record<'first' | 'later', Record<Phase, number>> = {
  first: { checking: 1, reading: 17, comparing: 1, writing: 1, indexing: 4, tidying: 1 },
  later: { checking: 1, reading: 10, comparing: 14, writing: 2, indexing: 2, tidying: 1 },
};
const order = Object.keys(weights.first) as Phase[];
/** How often we look, in milliseconds. Whoever shows it decides how often that changes. */
const pace = 100;

/** Where an import stands, told all the time: also while the database works on one statement for minutes. */
export class Phases {
  readonly #tell: (phase: Phase, rows: number, share: number) => void;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #start: number;
  #weights = weights.later;
  #phase: Phase = 'checking';
  #phaseStart: number;
  #look: () => { rows: number; share?: number } = () => ({ rows: 0 });

  constructor(tell: (phase: Phase, rows: number, share: number) => void, now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#now = now;
    this.#start = now();
    this.#phaseStart = this.#start;
    this.#timer = setInterval(() => this.show(), pace).unref();
  }

  /** A register that has no records yet has nothing to compare, and everything to write. */
  expectFirst(): void {
    this.#weights = weights.first;
  }

  /** Begins a phase. The look says how many rows of it are done and, where that is known, which share. */
  begin(phase: Phase, look: () => { rows: number; share?: number }): void {
    this.#phase = phase;
    this.#phaseStart = this.#now();
    this.#look = look;
    this.show();
  }

  show(): void {
    const { rows, share } = this.#look();
    this.#tell(this.#phase, rows, this.#overall(share));
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #overall(share: number | undefined): number {
    const sum = (phases: readonly Phase[]) => phases.reduce((total, phase) => total + this.#weights[phase], 0);
    const before = sum(order.slice(0, order.indexOf(this.#phase)));
    const weight = this.#weights[this.#phase];
    // Where the share is not known, the time of the phases before says how long this one will take.
    const expected = before > 0 ? ((this.#phaseStart - this.#start) / before) * weight : Number.POSITIVE_INFINITY;
    const done = share ?? Math.min((this.#now() - this.#phaseStart) / Math.max(expected, 1), 0.95);
    return (before + weight * Math.min(done, 1)) / sum(order);
  }
}
