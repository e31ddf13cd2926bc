import { sql } from '../database/sql.ts';
import { declareTables, type ExportedRow, writtenByService } from '../database/table.ts';
import { nilUuid } from '../kernel/uuid.ts';
import { hourlyKeptDays } from './limits.ts';

const statisticKey = 'account_id, span, start, key_id, operation, status_class';

export const requestTables = declareTables({
  request_batch: {
    // The importing role erases what was asked about a person.
    rights: { ...writtenByService, importing: ['SELECT', 'UPDATE'] },
    kept: { days: 'requestLog', key: 'account_id, writer, number', where: 'last_at < $1' },
    account: {
      exported: {
        list: 'requests',
        description: 'The request log: the last requests with their parameters, without secrets.',
        rows: sql<ExportedRow>`SELECT to_timestamp((entry ->> 'at')::float8 / 1000) AS at, entry ->> 'method' AS method,
            entry ->> 'path' AS path, (entry ->> 'status')::int AS status, entry ->> 'code' AS code,
            entry ->> 'message' AS message, (entry ->> 'ms')::float8 AS milliseconds, (entry ->> 'units')::int AS units,
            entry ->> 'keyId' AS "keyId", entry ->> 'requestId' AS "requestId"
          FROM request_batch CROSS JOIN LATERAL json_array_elements(entries) AS entry
          WHERE account_id = $1 ORDER BY at DESC, (entry ->> 'place')::int DESC LIMIT $2`,
      },
      erased: { by: sql`DELETE FROM request_batch WHERE account_id = $1` },
    },
  },
  request_statistic: {
    rights: writtenByService,
    kept: [
      { days: 'usage', key: statisticKey, where: 'start < $1' },
      { days: hourlyKeptDays, key: statisticKey, where: `span = 'hour' AND start < $1` },
    ],
    account: {
      exported: {
        list: 'requestStatistics',
        description: 'Metered answers by hour and by day (UTC), key, operation and class of status.',
        rows: sql<ExportedRow>`SELECT span, start, nullif(key_id, '${nilUuid}') AS "keyId", operation,
            status_class AS "statusClass", requests::float8, units::float8
          FROM request_statistic WHERE account_id = $1
          ORDER BY start DESC, span, key_id, operation, status_class LIMIT $2`,
      },
      // The recorder locks these rows before the account. The same order here prevents a deadlock.
      erased: { by: sql`DELETE FROM request_statistic WHERE account_id = $1`, isBeforeAccount: true },
    },
  },
});
