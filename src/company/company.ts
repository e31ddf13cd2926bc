import type { ActivityType, EntityStatus } from './values.ts';

/** How a company ended, if its register says so. `reorganized`: merged, divided or converted, but it is not known which. */
export const endKinds = [
  'liquidated',
  'bankrupt',
  'merged',
  'divided',
  'converted',
  'reorganized',
  'struck_off',
  'other',
] as const;
export type EndKind = (typeof endKinds)[number];

/** A row of a source as it is stored: its cells in the order of the columns, or an unchanged JSON object. */
export interface SourceRow {
  line: number;
  cells: readonly unknown[] | Readonly<Record<string, unknown>>;
}

export interface Activity {
  kind: ActivityType;
  /** The classification that the code belongs to. */
  scheme: string;
  code: string | null;
  label: string | null;
}

export interface Registration {
  scheme: string;
  number: string;
  /** As the register words it. */
  status: string | null;
  validFrom: string | null;
  validTo: string | null;
}

/** Where a company is, from the columns that its register has. No text is taken apart. */
export interface Address {
  /** Street, number, building and box, as they are written on a letter. */
  lines: readonly string[];
  postalCode: string | null;
  locality: string | null;
  /** County, province or prefecture. */
  region: string | null;
  /** ISO 3166-1 alpha-2, if the register states a country or uses a national code of a place. */
  country: string | null;
  /** The address in one text, if the register has it so. */
  raw: string | null;
}

/** A company of a register, normalized. The whole source row is stored with it. */
export interface Company<Registry = Record<string, unknown>> {
  /** The national number, as text: leading zeros and letters matter. */
  number: string;
  /** What the id is made from, for registers in which a number may be missing or belong to two companies. Unset: the number. */
  key?: string;
  name: string;
  status: EntityStatus;
  /** States of the source that the register does not declare. The import counts them. */
  unknownStates?: readonly string[] | undefined;
  legalForm: string | null;
  /** ISO dates, here and everywhere. */
  registeredAt: string | null;
  /** Both are used only for a dissolved company. */
  endedAt?: string | null;
  endKind?: EndKind | null;
  /** The meaning of the code of its legal form. */
  legalFormLabel?: string | null;
  /** National fields, typed, named in camelCase English. */
  registry: Registry;
  activities: readonly Activity[];
  registrations: readonly Registration[];
}

/** This row is rejected; the others are imported. */
export class RowProblem extends Error {
  /** The company's number, if known: the company still exists although its row is bad, so its served record stays. */
  readonly number: string | undefined;

  constructor(message: string, number?: string) {
    super(message);
    this.name = 'RowProblem';
    this.number = number;
  }
}

/** In capitals of usual width, without the blanks, dots, dashes and slashes that people put between the digits. */
export const plainNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s.\-/\u2010-\u2015]/g, '')
    .toUpperCase();
