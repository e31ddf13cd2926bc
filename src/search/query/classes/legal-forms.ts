import { countryNumber } from '../../../company/facts.ts';
import type { LegalFormRules } from '../../../company/legal-forms.ts';
import { type LegalFormGroup, legalFormGroups } from '../../../company/values.ts';
import type { LegalForm, LegalFormLabel, Register } from '../../../database/client.ts';
import type { Queries } from '../../../database/pool.ts';
import { sql } from '../../../database/sql.ts';

/**
 * What the legal forms of each country are by the tables of the registers. The index has the number of the country and that of
 * the national form, and the loops look up the class of both together: its lowest byte is the group, the rest is the code, both
 * as places in their lists, from 1 on. 0 means none.
 */
export interface FormTable {
  /** Tables with the same id are equal. */
  id: number;
  /** Three numbers for each: country, form, class. */
  entries: Uint32Array;
}

export type FormClasses = Awaited<ReturnType<typeof readFormClasses>>;

/** Part of a class that a form must have. */
export interface WantedClass {
  table: FormTable;
  mask: number;
  value: number;
}

export const codeShift = 8;
const groupMask = 0xff;
/** Far above what ISO 20275 has: a facet count has a place for each. */
export const maxCodes = 4_095;

const groupNumber = (group: LegalFormGroup): number => 1 + legalFormGroups.indexOf(group);

/** A condition on the group, on the code, or on both. A code must be one of the list. */
export function wantedClass(
  { table, codes }: FormClasses,
  { group, code }: { group: LegalFormGroup | null | undefined; code: string | null | undefined },
): WantedClass {
  const mask = (group ? groupMask : 0) | (code ? maxCodes << codeShift : 0);
  const value = (group ? groupNumber(group) : 0) | (code ? (1 + codes.indexOf(code)) << codeShift : 0);
  return { table, mask, value };
}

/** The country and the number of each form that has the class. */
export function formsOf({ table: { entries }, mask, value }: WantedClass): [country: number, form: number][] {
  const forms: [number, number][] = [];
  for (let at = 0; at < entries.length; at += 3)
    if (((entries[at + 2] as number) & mask) === value) forms.push([entries[at] as number, entries[at + 1] as number]);
  return forms;
}

const listForms = sql<Pick<LegalForm, 'id' | 'value'>>`SELECT id, value FROM legal_form ORDER BY id`;
const listLabels = sql<Pick<Register, 'countryCode'> & Pick<LegalFormLabel, 'value' | 'label'>>`
  SELECT country_code AS "countryCode", value, label FROM legal_form_label JOIN register ON register.id = register_id`;

export interface FormRules extends LegalFormRules {
  country: { code: string };
}

export const codesOf = (registers: readonly FormRules[]): string[] =>
  [...new Set(registers.flatMap(({ legalForms }) => legalForms?.all.flatMap(({ code }) => code ?? []) ?? []))].sort();

let tables = 0;

/** The classes of all forms, all codes of all registers, sorted, and a national form for each code. */
export async function readFormClasses(pool: Queries, registers: readonly FormRules[]) {
  const codes = codesOf(registers);
  if (codes.length > maxCodes) throw new Error(`There are over ${maxCodes} codes of legal forms.`);
  const { rows: forms } = await pool.query(listForms);
  const { rows: known } = await pool.query(listLabels);
  const words = new Map(known.map(({ countryCode, value, label }) => [`${countryCode} ${value}`, label]));
  const numbers = new Map(codes.map((code, place) => [code, place + 1]));
  const entries: number[] = [];
  const labels = new Map<string, string>();
  for (const { country, legalForms } of registers)
    for (const { id, value } of legalForms ? forms : []) {
      const form = legalForms?.of(value);
      if (!form) continue;
      const { code, group } = form;
      entries.push(countryNumber(country.code), id, groupNumber(group) | ((code ? (numbers.get(code) ?? 0) : 0) << codeShift));
      if (code && !labels.has(code)) labels.set(code, words.get(`${country.code} ${value}`) ?? value);
    }
  const table: FormTable = { id: ++tables, entries: Uint32Array.from(entries) };
  return { table, codes, labels };
}
