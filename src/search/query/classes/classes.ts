import type { ActivityRules } from '../../../company/nace.ts';
import { normalize } from '../../../company/normalization.ts';
import type { LocalityName } from '../../../database/client.ts';
import type { Queries } from '../../../database/pool.ts';
import { sql } from '../../../database/sql.ts';
import { ResultCache } from '../../../kernel/result-cache.ts';
import { codesOf, type FormClasses, type FormRules, readFormClasses } from './legal-forms.ts';
import { type NaceClasses, readNaceClasses } from './nace.ts';

const listLocalities = sql<LocalityName>`SELECT name, locality FROM locality_name`;

/** What national legal forms and activities are in all countries, by the tables of the registers, for a version of the data. */
export class Classes {
  /** The codes of legal forms that the registers have. */
  readonly codes: ReadonlySet<string>;
  readonly #pool: Queries;
  readonly #registers: readonly (FormRules & ActivityRules)[];
  readonly #forms = new ResultCache<FormClasses>(2);
  readonly #nace = new ResultCache<NaceClasses>(2);
  readonly #localities = new ResultCache<Map<string, string[]>>(2);

  constructor(pool: Queries, registers: readonly (FormRules & ActivityRules)[]) {
    this.codes = new Set(codesOf(registers));
    this.#pool = pool;
    this.#registers = registers;
  }

  forms(version: string): Promise<FormClasses> {
    return this.#forms.get(version, () => readFormClasses(this.#pool, this.#registers));
  }

  /** The normalized localities that each normalized name means besides itself. */
  localities(version: string): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#localities.get(version, async () => {
      const { rows } = await this.#pool.query(listLocalities);
      const byName = Map.groupBy(rows, ({ name }) => normalize(name).trim());
      return new Map([...byName].map(([name, some]) => [name, some.map(({ locality }) => locality)]));
    });
  }

  nace(version: string): Promise<NaceClasses> {
    return this.#nace.get(version, () => readNaceClasses(this.#pool, this.#registers));
  }
}
