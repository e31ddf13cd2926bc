import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import { type Changes, longPolls } from '../changes/index.ts';
import type { Companies } from '../companies/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { findHits } from './hits.ts';
import { listFeed } from './list-feed.ts';
import { watchLists } from './watch-lists.ts';
import { watchedCompanies } from './watched-companies.ts';

export { addingCost, maxIds, watchRules } from './limits.ts';

interface WatchingOptions {
  pool: pg.Pool;
  companies: Pick<Companies, 'services' | 'changedMatches'>;
  changes: Changes;
  accounts: Pick<Accounts, 'answers' | 'changeFor'>;
  logger: Logger;
  teardown: Teardown;
}

export type Watching = ReturnType<typeof openWatching>;

/** Watch lists: companies and filters whose changes an account wants to know. */
export function openWatching({ pool, companies, changes, accounts, logger, teardown }: WatchingOptions) {
  const { changedMatches, services } = companies;
  return {
    lists: watchLists(pool, accounts, changedMatches),
    companies: watchedCompanies(pool, accounts.changeFor),
    feed: listFeed(pool, changes.feed),
    waiting: longPolls(findHits({ pool, dataVersion: services.dataVersion, changedMatches, logger, teardown })),
  };
}
