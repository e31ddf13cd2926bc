import type { Queries } from '../../../database/pool.ts';
import { ResultCache } from '../../../kernel/result-cache.ts';
import type { ActivityRules } from '../../format/nace.ts';
import { codesOf, type FormClasses, type FormRules, readFormClasses } from './legal-forms.ts';
import { type NaceClasses, readNaceClasses } from './nace.ts';

/** What national legal forms and activities are in all countries, by the tables of the registers, for a version of the data. */
export class Classes {
  /** The codes of legal forms that the registers have. */
  readonly codes: ReadonlySet<string>;
  readonly #pool: Queries;
  readonly #registers: readonly (FormRules & ActivityRules)[];
  readonly #forms = new ResultCache<FormClasses>(2);
  readonly #nace = new ResultCache<NaceClasses>(2);

  constructor(pool: Queries, registers: readonly (FormRules & ActivityRules)[]) {
    this.codes = new Set(codesOf(registers));
    this.#pool = pool;
    this.#registers = registers;
  }

  forms(version: string): Promise<FormClasses> {
    return this.#forms.get(version, () => readFormClasses(this.#pool, this.#registers));
  }

  nace(version: string): Promise<NaceClasses> {
    return this.#nace.get(version, () => readNaceClasses(this.#pool, this.#registers));
  }
}
