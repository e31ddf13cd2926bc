import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import { changeSets } from './change-sets.ts';
import { changeFeed } from './feed.ts';
import { changeHistory } from './history.ts';
import { longPolls, waitLimits } from './long-polls.ts';
import { settledClock } from './settled-clock.ts';
import { snapshotFolder, snapshotList, withdrawSnapshots } from './snapshots.ts';

export { entriesCost, snapshotCost } from './costs.ts';
export { cursorOf, earlierCursor, maxCursorLength, placeOf } from './cursor.ts';
export { type EntryRow, entryColumns } from './entry.ts';
export { changeTypes, type EntrySource, feedRules } from './feed.ts';
export { heldPage } from './held-page.ts';
export { longPolls, snapshotFolder, waitLimits, withdrawSnapshots };

interface ChangesOptions {
  /** The primary, because it has the cursors of every instance. */
  pool: pg.Pool;
  /** What records are read from. No change is published that they do not show yet. */
  companies: Pick<Companies, 'reads' | 'pastRecords' | 'services'>;
  dataDir: string;
  /** For how long changes are stored. */
  keptDays: number;
  date(): Date;
}

export type Changes = ReturnType<typeof openChanges>;

/** Companies through time. */
export function openChanges({ pool, companies, dataDir, keptDays, date }: ChangesOptions) {
  const { reads, pastRecords, services } = companies;
  const { derived } = services;
  const settled = settledClock(pool);
  return {
    feed: changeFeed({ pool, reads, settled, derived, date, keptDays }),
    changeSets: changeSets({ pool, date, keptDays }),
    waiting: longPolls(services.dataVersion),
    history: changeHistory({ pool, reads, settled, derived, pastRecords }),
    snapshots: snapshotList(pool, snapshotFolder(dataDir)),
  };
}
