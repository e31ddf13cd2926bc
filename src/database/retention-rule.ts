import { sql } from './sql.ts';

/** So many rows go in one statement: nobody waits long for it. */
export const retentionBatch = 1_000;

/** For how many days each is kept. */
export interface RetentionDays {
  paymentEvents: number;
  usage: number;
  revokedKeys: number;
  auditEntries: number;
  sessions: number;
}

/** What a feature lets be deleted of a table by its age. A rule never takes what is still needed, whatever the setting says. */
interface RetentionTerms {
  table: string;
  /** By a setting, or always so many days. */
  keeps: keyof RetentionDays | number;
  /** Names one row. */
  key: string;
  /** Which rows are no longer needed, where $1 is the first moment that is kept. */
  where: string;
}

export type RetentionRule = ReturnType<typeof retentionRule>;

export const retentionRule = ({ table, keeps, key, where }: RetentionTerms) => ({
  table,
  keeps,
  deleteBatch: sql`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${retentionBatch})`,
});
