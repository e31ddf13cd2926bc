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

export { watchRules } from './limits.ts';

interface WatchingParts {
  pool: pg.Pool;
  companies: Pick<Companies, 'services'>;
  changes: Changes;
  accounts: Pick<Accounts, 'apiKeys'>;
  logger: Logger;
  teardown: Teardown;
}

/** Watch lists: companies whose changes an account wants to know. */
export function openWatching({ pool, companies, changes, accounts, logger, teardown }: WatchingParts): Watching {
  const hits = new Hits({ pool, dataVersion: companies.services.dataVersion, logger });
  hits.watch();
  teardown.push(() => hits.close());
  const change: Accounts['apiKeys']['change'] = (accountId, work) => accounts.apiKeys.change(accountId, work);
  return {
    lists: new WatchLists({ pool, change }),
    companies: new WatchedCompanies({ pool, change }),
    feed: new ListFeed({ pool, feed: changes.feed, hits }),
    waiting: new LongPolls(hits),
  };
}
