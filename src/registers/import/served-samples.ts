import { samplesUrl } from './sample-source.ts';

/** A register as the list of registers shows it. */
interface ListedRegister {
  countryName: string;
  served: { sourceUrl: string | null } | null;
}

/** Which of the served companies are invented. Every answer says so, thus it is in memory. */
export class ServedSamples {
  readonly #registers: () => Promise<readonly ListedRegister[]>;
  #countries: readonly string[] = [];
  #areAll = false;

  constructor(registers: () => Promise<readonly ListedRegister[]>) {
    this.#registers = registers;
  }

  /** The names of the countries whose companies are samples, in the order of the alphabet. */
  get countries(): readonly string[] {
    return this.#countries;
  }

  /** Samples are served, and nothing else. */
  get areAll(): boolean {
    return this.#areAll;
  }

  async refresh(): Promise<void> {
    const served = (await this.#registers()).filter((register) => register.served !== null);
    const samples = served.filter((register) => register.served?.sourceUrl === samplesUrl);
    this.#countries = samples.map(({ countryName }) => countryName).toSorted();
    this.#areAll = samples.length > 0 && samples.length === served.length;
  }
}
