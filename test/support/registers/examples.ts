import { registers } from '../../../src/registers/countries/registers.ts';
import type { Examples } from '../../../src/registers/declaration/examples.ts';
import type { Register } from '../../../src/registers/declaration/register.ts';

export interface Exemplified {
  id: string;
  register: Register;
  examples: Examples;
  /** The folder of the register. */
  folder: URL;
}

/** Every register, with the examples of its folder. */
export const exemplified: readonly Exemplified[] = await Promise.all(
  registers.map(async (register) => {
    const folder = new URL(`../../../src/registers/countries/${register.id}/`, import.meta.url);
    const { examples } = await import(new URL('examples.ts', folder).href);
    return { id: register.id, register, examples, folder };
  }),
);
