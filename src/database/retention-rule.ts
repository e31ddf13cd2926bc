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

/** What of a table is deleted by age. A rule never deletes what is still needed, whatever the setting says. */
export type RetentionRule = DeletedRows | DroppedParts;

interface Kept {
  table: string;
  /** The setting that says for how many days, or a fixed number of days. */
  keeps: keyof RetentionDays | number;
}

/** A table whose partitions are dropped. */
export interface DroppedParts extends Kept {
  /** Drops what is older than $1. Tells how many parts as `dropped`. */
  drop: string;
}

export interface DeletedRows extends Kept {
  /** The columns that identify one row. */
  key: string;
  /** The condition of rows that are no longer needed. $1 is the first moment that is kept. */
  where: string;
}
