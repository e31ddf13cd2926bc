import { sql } from '../database/sql.ts';
import { declareTables, type ExportedRow, writtenByService } from '../database/table.ts';

export const watchingTables = declareTables({
  watch_list: {
    rights: writtenByService,
    kept: 'until it is deleted, or the account is erased',
    account: {
      exported: {
        list: 'watchLists',
        description: 'The watch lists.',
        rows: sql<ExportedRow>`SELECT id, name, created_at AS "createdAt", filter FROM watch_list
          WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  watched_company: {
    rights: writtenByService,
    kept: 'until it is removed from its list',
    account: {
      exported: {
        list: 'watchedCompanies',
        description: 'The companies of the watch lists.',
        rows: sql<ExportedRow>`SELECT list_id AS "listId", entity_id AS "entityId", added_at AS "addedAt"
          FROM watched_company JOIN watch_list ON watch_list.id = list_id
          WHERE account_id = $1 ORDER BY added_at DESC, entity_id LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  watch_hit: {
    rights: writtenByService,
    kept: { days: 'changes', key: 'list_id, version, position', where: 'at < $1' },
    account: { exported: { nothing: 'It refers to changes, which everybody reads.' }, erased: 'cascade' },
  },
  watch_progress: { rights: { serving: ['SELECT', 'UPDATE'], importing: [] }, kept: 'for good: it is one row' },
  watch_lane: {
    rights: writtenByService,
    kept: 'until the account is erased',
    account: { exported: { nothing: 'It tells how far our own work is.' }, erased: 'cascade' },
  },
});
