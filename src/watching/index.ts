import type pg from 'pg';
import type { Accounts } from '../accounts/index.ts';
import { type Changes, LongPolls } from '../changes/index.ts';
import type { Companies } from '../companies/index.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Teardown } from '../kernel/teardown.ts';
import { Hits } from './hits.ts';
import { ListFeed } from './list-feed.ts';
import type { Watching } from './offer.ts';
import { WatchLists } from './watch-lists.ts';
import { WatchedCompanies } from './watched-companies.ts';

export { addingCost, mostIds, watchRules } from './limits.ts';

interface WatchingParts {
  pool: pg.Pool;
  companies: Pick<Companies, 'services' | 'changedMatches'>;
  changes: Changes;
  accounts: Pick<Accounts, 'answers' | 'changeFor'>;
  logger: Logger;
  teardown: Teardown;
}

/** Watch lists: companies and filters whose changes an account wants to know. */
export function openWatching({ pool, companies, changes, accounts, logger, teardown }: WatchingParts): Watching {
  const { changedMatches, services } = companies;
  const hits = new Hits({ pool, dataVersion: services.dataVersion, changedMatches, logger });
  hits.watch(teardown);
  const { answers, changeFor: change } = accounts;
  return {
    lists: new WatchLists({ pool, change, changedMatches, answers }),
    companies: new WatchedCompanies({ pool, change }),
    feed: new ListFeed({ pool, feed: changes.feed, hits }),
    waiting: new LongPolls(hits),
  };
}
