import { sql } from '../database/sql.ts';
import { accountTable, declareTables, type ExportedRow, writtenByService } from '../database/table.ts';

export const identityTables = declareTables({
  session: accountTable({
    kept: { days: 'sessions', key: 'id', where: 'expires_at < $1' },
    list: 'sessions',
    description: 'Of our own sign-in, the ended ones too.',
    rows: sql<ExportedRow>`SELECT id, user_id AS "userId", device, created_at AS "createdAt",
        last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", ended_at AS "endedAt"
      FROM session WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
  }),
  used_sign_in: { rights: writtenByService, kept: 'for an hour: later sign-ins delete it' },
});
