import type pg from 'pg';
import type { ApiKey, RequestBatch } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import { makerFor } from '../kernel/access/admission.ts';
import type { SessionPrincipal } from '../kernel/principal.ts';
import type { Entry } from './batch.ts';
import { maxLogged, sessionKey } from './limits.ts';
import type { Recorder } from './recorder.ts';

/** A request in the log of an account. */
export interface LoggedRequest extends Omit<Entry, 'keyId'> {
  id: string;
  key: Pick<ApiKey, 'id' | 'name' | 'prefix'> | null;
  keyId: string | null;
}

/** Which requests to show. All conditions must hold. */
export interface LogFilter {
  /** A class such as `4xx`. */
  status?: string | null | undefined;
  /** The id of a key, or `session`. */
  keyId?: string | null | undefined;
  /** A part of the path or its parameters. */
  path?: string | null | undefined;
  requestId?: string | null | undefined;
}

const readBatches = sql<Pick<RequestBatch, 'writer'> & { entries: Entry[] }>`
  SELECT writer, entries FROM (
    SELECT writer, entries, last_at, sum(size) OVER (ORDER BY last_at DESC, writer, number) - size AS newer
    FROM request_batch WHERE account_id = $1
  ) AS batch WHERE newer < ${maxLogged}`;

const readKeys = sql<Pick<ApiKey, 'id' | 'name' | 'prefix'>>`SELECT id, prefix,
  CASE WHEN $2::uuid IS NULL OR created_by = $2::uuid THEN name ELSE prefix END AS name FROM api_key WHERE account_id = $1`;

/** Reads the request log. An account has few enough requests in it to filter them here. */
export const openRequestLog = (pool: pg.Pool, recorder: Pick<Recorder, 'write'> | undefined) => ({
  /** The requests that match, newest first: at most `limit`, before the one with the id `cursor`. */
  read: async (session: SessionPrincipal, filter: LogFilter, limit: number, cursor?: string | null) => {
    const { accountId } = session;
    // So that a reader finds a request that this instance has just answered. Other instances write within two seconds.
    await recorder?.write().catch(() => {});
    const [batches, keys] = await Promise.all([
      pool.query({ name: 'read-requests', text: readBatches, values: [accountId] }),
      pool.query(readKeys, [accountId, makerFor(session)]),
    ]);
    const keyById = new Map(keys.rows.map((key) => [key.id, key]));
    const all = batches.rows
      .flatMap(({ writer, entries }) => entries.map((entry) => ({ ...entry, id: idOf(entry, writer) })))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, maxLogged);
    const before = cursor?.toLowerCase();
    const found = all.filter((entry) => matches(entry, filter) && (before === undefined || entry.id < before));
    const entries = found.slice(0, limit).map(({ keyId, ...entry }): LoggedRequest => {
      const key = (keyId && keyById.get(keyId)) || null;
      return { ...entry, keyId: keyId ?? null, key };
    });
    return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
  },
});

export type RequestLog = ReturnType<typeof openRequestLog>;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The id of an entry: a UUID of version 7, so that ids sort by time. */
function idOf({ at, place }: Entry, writer: string): string {
  const time = hex(at, 12);
  const [low, high] = [place % 4096, Math.floor(place / 4096) % 4096];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(low, 3)}-8${hex(high, 3)}-${writer.slice(-12)}`;
}

function matches(entry: Entry, { status, keyId, path, requestId }: LogFilter): boolean {
  if (status && Math.floor(entry.status / 100) !== Number(status[0])) return false;
  if (keyId && (entry.keyId ?? sessionKey) !== keyId.toLowerCase()) return false;
  if (path && !entry.path.toLowerCase().includes(path.toLowerCase())) return false;
  return !requestId || entry.requestId.toLowerCase() === requestId.toLowerCase();
}
