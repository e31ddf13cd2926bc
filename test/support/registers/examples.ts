import { readFileSync } from 'node:fs';
import { registers } from '../../../src/registers/countries/registers.ts';
import type { Company, OtherName, Register } from '../../../src/registers/declaration/register.ts';

/** What should become of a register's rows, as `examples.json` of its folder says. */
export interface Examples {
  /** Companies of the sample, whole. A register without a test of its own has some. */
  companies?: readonly Company[];
  /** Typed fields as they are stored, in the form of real rows, the address that follows, and perhaps a remark. */
  addresses: readonly (readonly [registry: Record<string, unknown>, address: Partial<Address> | null, remark?: string])[];
  /** Typed fields of a company with this name, and the other names that follow. */
  otherNames?: { name: string; registry: Record<string, unknown>; others: readonly Partial<OtherName>[] };
  /** Forms of real files, as `legalForm` has them: all must be known. */
  legalForms: readonly string[];
  /** How people write a number: for each way, what is replaced by what. */
  written: readonly Readonly<Record<string, string>>[];
  /** Optional columns that the sample lacks, as some editions do; of several files, each after its file. */
  absent?: readonly string[];
  /** How many codes the lists beside the register have, by their length: `{ forms: { 4: 18 } }`. */
  lists?: Readonly<Record<string, Readonly<Record<number, number>>>>;
}

/** What is left out is null, and `lines` empty. */
type Address = { lines: string[] } & Record<'postalCode' | 'locality' | 'region' | 'country' | 'raw', string>;

export interface Exemplified {
  id: string;
  register: Register;
  examples: Examples;
  /** The folder of the register. */
  folder: URL;
}

/** Every register, with the examples of its folder. */
export const exemplified: readonly Exemplified[] = registers.map((register) => {
  const folder = new URL(`../../../src/registers/countries/${register.id}/`, import.meta.url);
  const examples: Examples = JSON.parse(readFileSync(new URL('examples.json', folder), 'utf8'));
  return { id: register.id, register, examples, folder };
});

/** What people write for a number of a register: also in small letters. */
export function writtenOf(register: string, number: string): string[] {
  const known = exemplified.find(({ id }) => id === register);
  if (!known) throw new Error(`There is no register ${register}.`);
  const typed = known.examples.written.map((replaced) =>
    Object.entries(replaced).reduce((text, [pattern, by]) => text.replaceAll(new RegExp(pattern, 'g'), by), number),
  );
  return [...new Set([...typed, number.toLowerCase()])];
}
