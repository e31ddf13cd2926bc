import type pg from 'pg';
import type { ChangeSet as Row } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { wholeNumber } from '../kernel/rules.ts';
import { beginning, cursorOf } from './cursor.ts';

export const changeSetRules = { limit: wholeNumber(1, 100, 20) };
const dayMs = 86_400_000;

/** What one import changed, and the place of its changes in the feed. */
export interface ChangeSet extends Pick<Row, 'version' | 'registerId' | 'countryCode' | 'at' | 'reason' | 'size' | 'records'> {
  /** The place in the feed before its changes. Null if they are no longer stored. */
  cursor: string | null;
}

/** One more than requested: an import's changes begin where those of the import before it end. */
const listSets = sql<Omit<ChangeSet, 'cursor'> & Pick<Row, 'epoch' | 'isDropped'>>`
  SELECT version, epoch, register_id AS "registerId", country_code AS "countryCode", at, reason, size, records,
    is_dropped AS "isDropped"
  FROM change_set ORDER BY version DESC LIMIT $1 + 1`;

interface ChangeSetsOptions {
  pool: pg.Pool;
  date(): Date;
  /** For how long changes are stored. */
  keptDays: number;
}

/** The imports in the feed. */
export const changeSets = ({ pool, date, keptDays }: ChangeSetsOptions) => ({
  /** Newest first. */
  latest: async (limit: number): Promise<ChangeSet[]> => {
    const floor = date().getTime() - keptDays * dayMs;
    const { rows } = await pool.query(listSets, [limit]);
    return rows.slice(0, limit).map(({ epoch, isDropped, ...set }, place) => {
      const before = rows[place + 1];
      const start = before ? { version: before.version, position: before.size, epoch: before.epoch } : beginning;
      return { ...set, cursor: isDropped || set.at.getTime() < floor ? null : cursorOf(start) };
    });
  },
});
