import { join } from 'node:path';
import type pg from 'pg';
import type { DataVersion } from '../companies/data-version.ts';
import { Personal, type PersonalFields } from '../companies/personal.ts';
import type { SourceTerms } from '../companies/source-terms.ts';
import { Feed } from './feed.ts';
import { Freshness, type KnownRegister } from './freshness.ts';
import { History } from './history.ts';
import { Snapshots } from './snapshots.ts';
import { Waiting, waitLimits } from './waiting.ts';

export { longestCursor } from './cursor.ts';
export { changeTypes, feedLimits } from './feed.ts';
export { makeSnapshots } from './make-snapshot.ts';
export { waitLimits };

export interface ChangesParts {
  pool: pg.Pool;
  version: DataVersion;
  terms: SourceTerms;
  registers: readonly (KnownRegister & PersonalFields)[];
  dataDir: string;
  /** For how many days changes are kept. */
  keptDays: number;
  date(): Date;
}

/** Companies through time. */
export interface Changes {
  feed: Feed;
  waiting: Waiting;
  history: History;
  snapshots: Snapshots;
  freshness: Freshness;
}

export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshots');

export function openChanges({ pool, version, terms, registers, dataDir, keptDays, date }: ChangesParts): Changes {
  const personal = new Map(registers.map((register) => [register.id, new Personal(register)]));
  return {
    feed: new Feed({ pool, date, keptDays }),
    waiting: new Waiting(version),
    history: new History({ pool, terms, personal }),
    snapshots: new Snapshots(pool, snapshotFolder(dataDir)),
    freshness: new Freshness(pool, version, registers),
  };
}
