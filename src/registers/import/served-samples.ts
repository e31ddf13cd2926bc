import { samplesUrl } from './sample-source.ts';

/** A register as the list of registers shows it. */
interface ListedRegister {
  countryName: string;
  served: { sourceUrl: string | null } | null;
}

/** Which of the served companies are invented. Every answer says so, thus it is in memory. */
export class ServedSamples {
  /** The names of the countries whose companies are samples, in the order of the alphabet. */
  countries: readonly string[] = [];
  /** Samples are served, and nothing else. */
  areAll = false;

  update(registers: readonly ListedRegister[]): void {
    const served = registers.filter((register) => register.served !== null);
    const samples = served.filter((register) => register.served?.sourceUrl === samplesUrl);
    this.countries = samples.map(({ countryName }) => countryName).toSorted();
    this.areAll = samples.length > 0 && samples.length === served.length;
  }
}
