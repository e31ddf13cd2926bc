import { type Statement, sql } from './sql.ts';

/** The number of rows that one statement deletes: few enough that requests do not wait long for it. */
export const retentionBatch = 1_000;

/** For how many days each kind of data is kept. */
export interface RetentionDays {
  paymentEvents: number;
  usage: number;
  revokedKeys: number;
  auditEntries: number;
  sessions: number;
  /** Changes of company records. */
  changes: number;
}

/** Which rows of a table are deleted by age. A rule never deletes rows that are still needed, even if the setting allows it. */
interface RetentionTerms {
  table: string;
  /** The setting that holds the number of days, or a fixed number. */
  keeps: keyof RetentionDays | number;
  /** The columns that identify one row. */
  key: string;
  /** The condition of rows that are no longer needed. $1 is the first moment that is kept. */
  where: string;
}

/** Partitions of a table that are dropped by age. */
export interface DroppingRule extends Pick<RetentionTerms, 'table' | 'keeps'> {
  /** Drops what is older than $1. */
  drop: Statement<{ dropped: number }>;
}

export type DeletingRule = ReturnType<typeof retentionRule>;
export type RetentionRule = DeletingRule | DroppingRule;

export const retentionRule = ({ table, keeps, key, where }: RetentionTerms) => ({
  table,
  keeps,
  deleteBatch: sql`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${retentionBatch})`,
});
