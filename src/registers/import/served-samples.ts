import { samplesUrl } from './sample-source.ts';

/** A register as the list of registers shows it. */
interface ListedRegister {
  countryName: string;
  served: { sourceUrl: string | null } | null;
}

interface ServedSamplesParts {
  registers(): Promise<readonly ListedRegister[]>;
  /** Calls back after each import, and when the database was reached for the first time. */
  onImport(callback: () => void): void;
}

/** In milliseconds: after a failure the list is read again. */
const pause = 1_000;

/** Which of the served companies are invented. Every answer says so, thus it is in memory. */
export class ServedSamples {
  readonly #registers: ServedSamplesParts['registers'];
  #countries: readonly string[] = [];
  #areAll = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({ registers, onImport }: ServedSamplesParts) {
    this.#registers = registers;
    onImport(() => this.#refresh());
  }

  /** The names of the countries whose companies are samples, in the order of the alphabet. */
  get countries(): readonly string[] {
    return this.#countries;
  }

  /** Samples are served, and nothing else. */
  get areAll(): boolean {
    return this.#areAll;
  }

  close(): void {
    clearTimeout(this.#retry);
  }

  async #refresh(): Promise<void> {
    try {
      const served = (await this.#registers()).filter((register) => register.served !== null);
      const samples = served.filter((register) => register.served?.sourceUrl === samplesUrl);
      this.#countries = samples.map(({ countryName }) => countryName).toSorted();
      this.#areAll = samples.length > 0 && samples.length === served.length;
    } catch {
      this.#retry = setTimeout(() => this.#refresh(), pause).unref();
    }
  }
}
