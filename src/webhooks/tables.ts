import { sql } from '../database/sql.ts';
import { declareTables, type ExportedRow, writtenByService } from '../database/table.ts';
import { keptDays } from './limits.ts';

export const webhookTables = declareTables({
  webhook_endpoint: {
    rights: writtenByService,
    kept: 'until it is deleted, or the account is erased',
    account: {
      exported: {
        list: 'webhookEndpoints',
        description: 'The webhook endpoints, without their secrets.',
        rows: sql<ExportedRow>`SELECT id, url, description, events, list_ids AS "listIds", created_at AS "createdAt",
            rotated_at AS "rotatedAt", failing_since AS "failingSince", disabled_at AS "disabledAt",
            disabled_reason AS "disabledReason"
          FROM webhook_endpoint WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  webhook_message: {
    rights: writtenByService,
    // Only a disabled endpoint has messages that are so old.
    kept: { days: keptDays, key: 'endpoint_id, subject', where: 'created_at < $1' },
    account: {
      exported: {
        list: 'webhookMessages',
        description: 'The messages that wait for webhook endpoints.',
        rows: sql<ExportedRow>`SELECT endpoint_id AS "endpointId", webhook_message.id, type, data,
            webhook_message.created_at AS "createdAt", attempts, due_at AS "dueAt"
          FROM webhook_message JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id
          WHERE account_id = $1 ORDER BY webhook_message.created_at DESC, webhook_message.id LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
  webhook_delivery: {
    rights: writtenByService,
    kept: { days: keptDays, key: 'id', where: 'at < $1' },
    account: {
      exported: {
        list: 'webhookDeliveries',
        description: `The attempts to deliver messages, of the last ${keptDays} days.`,
        rows: sql<ExportedRow>`SELECT endpoint_id AS "endpointId", webhook_delivery.id, message_id AS "messageId", type, data,
            attempt, at, milliseconds, outcome, status
          FROM webhook_delivery JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id
          WHERE account_id = $1 ORDER BY at DESC, webhook_delivery.id LIMIT $2`,
      },
      erased: 'cascade',
    },
  },
});
