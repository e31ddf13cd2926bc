import type pg from 'pg';
import { sql } from '../../database/sql.ts';

const measureWaiting = sql<{ due: number; seconds: number }>`SELECT count(*)::int AS due,
    coalesce(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float AS seconds
  FROM webhook_message JOIN webhook_endpoint ON webhook_endpoint.id = endpoint_id
  WHERE due_at <= clock_timestamp() AND disabled_at IS NULL`;

/** How many messages of enabled endpoints are due, and for how many seconds the oldest one has been. For metrics. */
export const webhookGauges = (pool: pg.Pool) => ({
  waiting: async () => (await pool.query(measureWaiting)).rows[0] ?? { due: 0, seconds: 0 },
});
