import type { ActivityType, EntityStatus } from '../values.ts';

/** How a company ended, where its register tells. `reorganized`: merged, divided or converted, without saying which. */
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

/** A row of a source as it is stored: its cells in the order of the columns, or a JSON object as it is. */
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
  /** In the words of the register. */
  status: string | null;
  validFrom: string | null;
  validTo: string | null;
}

/** What a register knows of a company, normalized. The row itself is kept beside it, whole. */
export interface Company<Registry = Record<string, unknown>> {
  /** The national number, as text: leading zeros and letters matter. */
  number: string;
  /** What the id is made of, for registers in which the number may be missing, or stand for two companies. Unset: the number. */
  key?: string;
  name: string;
  status: EntityStatus;
  /** States of the source that its register does not know. The import counts them. */
  unknownStates?: readonly string[] | undefined;
  legalForm: string | null;
  /** ISO dates, here and everywhere. */
  registeredAt: string | null;
  /** Both count for a dissolved company alone. */
  endedAt?: string | null;
  endKind?: EndKind | null;
  /** What the code of its legal form stands for. */
  legalFormLabel?: string | null;
  /** National fields, typed, named in camelCase English. */
  registry: Registry;
  activities: readonly Activity[];
  registrations: readonly Registration[];
}

/** This row cannot be taken; the others can. */
export class RowProblem extends Error {
  /** Where it can be told: the company is there, though its row is bad, so what is served of it stays. */
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
