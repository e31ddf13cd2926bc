import type { ChangeSets } from './change-sets.ts';
import type { Feed } from './feed.ts';
import type { History } from './history.ts';
import type { Snapshots } from './snapshots.ts';
import type { Waiting } from './waiting.ts';

/** Companies through time. */
export interface Changes {
  feed: Feed;
  changeSets: ChangeSets;
  waiting: Waiting;
  history: History;
  snapshots: Snapshots;
}
