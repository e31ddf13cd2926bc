import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import { ChangeSets } from './change-sets.ts';
import { Feed } from './feed.ts';
import { History } from './history.ts';
import { LongPolls, waitLimits } from './long-polls.ts';
import type { Changes } from './offer.ts';
import { SettledClock } from './settled-clock.ts';
import { Snapshots, snapshotFolder } from './snapshots.ts';

export { entriesCost, snapshotCost } from './costs.ts';
export { cursorOf, earlierCursor, longestCursor, placeOf } from './cursor.ts';
export { type EntryRow, entryColumns } from './entry.ts';
export { changeTypes, type EntrySource, feedRules } from './feed.ts';
export { heldPage } from './held-page.ts';
export type { Changes } from './offer.ts';
export { withdrawSnapshots } from './snapshot-files.ts';
export { snapshotFolder } from './snapshots.ts';
export { LongPolls, waitLimits };

interface ChangesParts {
  /** The primary, because it has the cursors of every instance. */
  pool: pg.Pool;
  /** What records are read from. No change is published that they do not show yet. */
  companies: Pick<Companies, 'reads' | 'pastRecords' | 'services'>;
  dataDir: string;
  /** For how many days changes are stored. */
  keptDays: number;
  date(): Date;
}

export function openChanges(parts: ChangesParts): Changes {
  const { pool, companies, dataDir, keptDays, date } = parts;
  const { reads, pastRecords, services } = companies;
  const { derived } = services;
  const settled = new SettledClock(pool);
  return {
    feed: new Feed({ pool, reads, settled, derived, date, keptDays }),
    changeSets: new ChangeSets({ pool, date, keptDays }),
    waiting: new LongPolls(services.dataVersion),
    history: new History({ pool, reads, settled, derived, pastRecords }),
    snapshots: new Snapshots(pool, snapshotFolder(dataDir)),
  };
}
