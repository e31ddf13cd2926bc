import type { Company, OtherName } from './register.ts';

/** What should become of a register's rows. The tests of all registers go through these; nothing else loads them. */
export interface Examples {
  /** Companies of the sample, whole. A register without a test of its own has some. */
  companies?: readonly Company[];
  /** Typed fields as they are stored, in the form of real rows, and the address that follows. */
  addresses: readonly (readonly [registry: Record<string, unknown>, address: Partial<Address> | null])[];
  /** Typed fields of a company with this name, and the other names that follow. */
  otherNames?: { name: string; registry: Record<string, unknown>; others: readonly Partial<OtherName>[] };
  /** Forms of real files, as `legalForm` has them: all must be known. */
  legalForms: readonly string[];
  /** What people write for a number. */
  written(number: string): string[];
  /** How many codes the lists beside the register have, by their length: `{ forms: { 4: 18 } }`. */
  lists?: Readonly<Record<string, Readonly<Record<number, number>>>>;
}

/** What is left out is null, and `lines` empty. */
type Address = { lines: string[] } & Record<'postalCode' | 'locality' | 'region' | 'country' | 'raw', string>;

/** Digits in groups, as people write them. */
export function inGroups(text: string, sizes: readonly number[], sign: string): string {
  const groups: string[] = [];
  for (const size of sizes) groups.push(text.slice(groups.join('').length).slice(0, size));
  return groups.join(sign);
}
