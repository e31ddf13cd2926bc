import { join } from 'node:path';
import type pg from 'pg';
import type { Companies } from '../companies/index.ts';
import { ChangeSets } from './change-sets.ts';
import { Feed } from './feed.ts';
import { History } from './history.ts';
import type { Changes } from './offer.ts';
import { Settled } from './settled.ts';
import { Snapshots } from './snapshots.ts';
import { Waiting, waitLimits } from './waiting.ts';

export { entriesCost, snapshotCost } from './costs.ts';
export { longestCursor } from './cursor.ts';
export { changeTypes, feedRules } from './feed.ts';
export { makeSnapshots } from './make-snapshot.ts';
export { waitLimits };

interface ChangesParts {
  /** The primary: a cursor that was given on any instance is known there. */
  pool: pg.Pool;
  /** What records are read from. No change is published that they do not show yet. */
  companies: Pick<Companies, 'reads' | 'pastRecords' | 'services'>;
  dataDir: string;
  /** For how many days changes are kept. */
  keptDays: number;
  date(): Date;
}

export { withdrawSnapshots } from './snapshot-files.ts';
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshots');

export function openChanges(parts: ChangesParts): Changes {
  const { pool, companies, dataDir, keptDays, date } = parts;
  const { reads, pastRecords, services } = companies;
  const settled = new Settled(pool);
  return {
    feed: new Feed({ pool, reads, settled, date, keptDays }),
    changeSets: new ChangeSets({ pool, date, keptDays }),
    waiting: new Waiting(services.dataVersion),
    history: new History({ pool, reads, settled, pastRecords }),
    snapshots: new Snapshots(pool, snapshotFolder(dataDir)),
  };
}
