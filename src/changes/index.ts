import type pg from 'pg';
import { type CompanyReads, type DataVersion, Personal, type PersonalFields, type SourceTerms } from '../companies/index.ts';
import { ChangeSets } from './change-sets.ts';
import { Feed } from './feed.ts';
import { Freshness, type KnownRegister } from './freshness.ts';
import { History } from './history.ts';
import type { Changes } from './offer.ts';
import { Settled } from './settled.ts';
import { Snapshots, snapshotFolder } from './snapshots.ts';
import { Waiting, waitLimits } from './waiting.ts';

export { entriesCost, snapshotCost } from './costs.ts';
export { longestCursor } from './cursor.ts';
export { changeTypes, feedRules } from './feed.ts';
export { changeRetention } from './retention.ts';
export { waitLimits };

interface ChangesParts {
  /** The primary: a cursor that was given on any instance is known there. */
  pool: pg.Pool;
  /** What records are read from. Nothing is told that they do not show yet. */
  reads: CompanyReads;
  dataVersion: DataVersion;
  sourceTerms: SourceTerms;
  registers: readonly (KnownRegister & PersonalFields)[];
  dataDir: string;
  /** For how many days changes are kept. */
  keptDays: number;
  date(): Date;
}

export function openChanges(parts: ChangesParts): Changes {
  const { pool, reads, dataVersion, sourceTerms, registers, dataDir, keptDays, date } = parts;
  const personal = new Map(registers.map((register) => [register.id, new Personal(register)]));
  const settled = new Settled(pool);
  return {
    feed: new Feed({ pool, reads, settled, date, keptDays }),
    changeSets: new ChangeSets({ pool, date, keptDays }),
    waiting: new Waiting(dataVersion),
    history: new History({ pool, reads, settled, terms: sourceTerms, personal }),
    snapshots: new Snapshots(pool, snapshotFolder(dataDir)),
    freshness: new Freshness(reads, dataVersion, registers),
  };
}
