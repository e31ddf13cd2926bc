import { sql } from '../database/sql.ts';
import { declareTables, writtenByService } from '../database/table.ts';

export const backgroundTables = declareTables({
  outbox: {
    rights: writtenByService,
    kept: 'until it is read, within a second',
    account: {
      exported: { nothing: 'It refers to what the other lists have.' },
      erased: { by: sql`DELETE FROM outbox WHERE account_id = $1`, isBeforeAccount: true },
    },
  },
});
