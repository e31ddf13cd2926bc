/** For how many days each is kept. */
export interface RetentionDays {
  paymentEvents: number;
  usage: number;
  revokedKeys: number;
  auditEntries: number;
  sessions: number;
}

/** What a feature lets be deleted of a table by its age. A rule never takes what is still needed, whatever the setting says. */
export interface RetentionRule {
  table: string;
  /** By a setting, or always so many days. */
  keeps: keyof RetentionDays | number;
  /** Names one row. */
  key: string;
  /** Which rows are no longer needed, where $1 is the first moment that is kept. */
  where: string;
}
