import type { Config } from '../config/config.ts';
import { type Statement, sql } from './sql.ts';

export type Role = 'serving' | 'importing';
export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'MAINTAIN';
type Rights = Record<Role, readonly Right[]>;

const write = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
export const writtenByService: Rights = { serving: write, importing: [] };
export const writtenByImports: Rights = { serving: ['SELECT'], importing: write };
/** An import vacuums and analyzes these tables, too. */
export const maintainedByImports: Rights = { serving: ['SELECT'], importing: [...write, 'MAINTAIN'] };

/** For how many days each kind of data is kept. */
export type RetentionDays = Config['retention'];

/** How long rows are kept: the setting that holds the number of days, or a fixed number. */
interface Kept {
  days: keyof RetentionDays | number;
}

/** Deletes rows by age. It never deletes rows that are still needed, even if the setting allows it. */
interface KeptRows extends Kept {
  /** The columns that identify one row. */
  key: string;
  /** The condition of rows that are no longer needed. $1 is the first moment that is kept. */
  where: string;
}

/** Drops partitions by age. */
interface KeptPartitions extends Kept {
  /** Drops what is older than $1. */
  drop: Statement<{ dropped: number }>;
}

/** A row that an export returns unchanged. */
export type ExportedRow = Record<string, unknown>;

/** A list in the export of an account ($1): the newest rows first, at most $2. Secrets and their hashes are left out. */
export interface ExportedList {
  list: string;
  /** For the contract. */
  description: string;
  rows: Statement<ExportedRow>;
  /** Where that is less than for other lists. */
  maxRows?: number;
}

/** An object in the export of an account ($1). */
interface ExportedObject {
  object: string;
  row: Statement<ExportedRow>;
}

/** A statement of the erasure of an account ($1). */
interface Erased {
  by: Statement<object>;
  /** It runs before the account is locked. Others lock these rows first too, so that nothing can deadlock. */
  isBeforeAccount?: true;
}

/** The declaration of a table, in the `tables.ts` of its feature. */
interface Declaration<Retention> {
  rights: Rights;
  /** Numbers its rows. A role that inserts needs it. An identity column needs none. */
  sequence?: string;
  /** The function that makes or drops its partitions for a role that is not its owner. */
  functions?: Partial<Record<Role, string>>;
  /** A text describes until when rows are kept if they are not deleted by age. */
  kept: Retention | readonly Retention[] | string;
  /** Set if a row contains data of an account or a person. */
  account?: {
    exported: ExportedObject | ExportedList | { nothing: string };
    /** `cascade`: the foreign key deletes the rows together with the account. */
    erased: Erased | 'cascade' | { stays: string };
  };
}

/** A table that the service writes. An export has its rows as a list, and a foreign key deletes them with the account. */
export const accountTable = ({ kept, ...exported }: ExportedList & { kept: KeptRows | string }) =>
  ({ rights: writtenByService, kept, account: { exported, erased: 'cascade' } }) as const;

/** The number of rows that one statement deletes: few enough that requests do not wait long for it. */
export const retentionBatch = 1_000;

const deletion = (table: string, { days, key, where }: KeptRows) => ({
  days,
  deleteBatch: sql`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${retentionBatch})`,
});

export type DeletingRule = ReturnType<typeof deletion>;

export interface Table extends Declaration<DeletingRule | KeptPartitions> {
  name: string;
  kept: string | readonly (DeletingRule | KeptPartitions)[];
}

/** Declares the tables of a feature, by name. Roles, retention, export and erasure follow from what is declared. */
export function declareTables(declarations: Record<string, Declaration<KeptRows | KeptPartitions>>): readonly Table[] {
  return Object.entries(declarations).map(([name, { kept, ...declaration }]) => ({
    name,
    ...declaration,
    kept: typeof kept === 'string' ? kept : [kept].flat().map((rule) => ('drop' in rule ? rule : deletion(name, rule))),
  }));
}
