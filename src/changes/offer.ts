import type { ChangeSets } from './change-sets.ts';
import type { Feed } from './feed.ts';
import type { History } from './history.ts';
import type { LongPolls } from './long-polls.ts';
import type { Snapshots } from './snapshots.ts';

/** Companies through time. */
export interface Changes {
  feed: Feed;
  changeSets: ChangeSets;
  waiting: LongPolls;
  history: History;
  snapshots: Snapshots;
}
