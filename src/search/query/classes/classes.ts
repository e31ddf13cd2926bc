import type { ActivityRules } from '../../../company/nace.ts';
import { normalize } from '../../../company/normalization.ts';
import type { LocalityName } from '../../../database/client.ts';
import type { Queries } from '../../../database/pool.ts';
import { sql } from '../../../database/sql.ts';
import { ResultCache } from '../../../kernel/result-cache.ts';
import { codesOf, type FormClasses, type FormRules, readFormClasses } from './legal-forms.ts';
import { type NaceClasses, readNaceClasses } from './nace.ts';

const listLocalities = sql<LocalityName>`SELECT name, locality FROM locality_name`;

export type Classes = ReturnType<typeof readClasses>;

/** What national legal forms and activities are in all countries, by the tables of the registers, for a version of the data. */
export function readClasses(pool: Queries, registers: readonly (FormRules & ActivityRules)[]) {
  const forms = new ResultCache<FormClasses>(2);
  const nace = new ResultCache<NaceClasses>(2);
  const localities = new ResultCache<ReadonlyMap<string, readonly string[]>>(2);
  return {
    /** The codes of legal forms that the registers have. */
    codes: new Set(codesOf(registers)) as ReadonlySet<string>,
    forms: (version: string) => forms.get(version, () => readFormClasses(pool, registers)),
    nace: (version: string) => nace.get(version, () => readNaceClasses(pool, registers)),
    /** The normalized localities that each normalized name means besides itself. */
    localities: (version: string) =>
      localities.get(version, async () => {
        const { rows } = await pool.query(listLocalities);
        const byName = Map.groupBy(rows, ({ name }) => normalize(name).trim());
        return new Map([...byName].map(([name, some]) => [name, some.map(({ locality }) => locality)]));
      }),
  };
}
