import type { LongPolls } from '../changes/index.ts';
import type { ListFeed } from './list-feed.ts';
import type { WatchLists } from './watch-lists.ts';
import type { WatchedCompanies } from './watched-companies.ts';

/** What the feature offers. */
export interface Watching {
  lists: WatchLists;
  companies: WatchedCompanies;
  feed: ListFeed;
  waiting: LongPolls;
}
