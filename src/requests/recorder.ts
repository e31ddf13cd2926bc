import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { keyHash } from '../accounts/index.ts';
import { BatchWriter, omittingDeletedAccounts } from '../background/batch-writer.ts';
import type { ApiKey } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import type { AccountPrincipal, Principal } from '../kernel/principal.ts';
import { nilUuid } from '../kernel/uuid.ts';
import { Batch, type Entry } from './batch.ts';
import { Counts } from './counts.ts';
import { maxLogged, statusClasses } from './limits.ts';
import { safeMessage, safeUrl } from './safe-url.ts';

const countsIntervalMs = 10_000;
const lastWriteLimitMs = 1_000;
/** How often the log is written, and how often what it has beyond its length is deleted. */
export const [writePauses, trimPauses] = [{ everyMs: 2_000, limitMs: 2_000 }, { everyMs: 30_000 }];
/** How many requests may wait to be written, and how many of these with a key that is not active. */
const [maxWaiting, maxUnidentified] = [20_000, 200];
/**
 * So many requests are taken at once: in a loop the code and data of this work stay in the caches of the processor. There are few
 * enough that the garbage collector seldom copies them.
 */
const takenAtOnce = 64;

/** A request and its answer. */
export interface RecordedRequest {
  requestId: string;
  principal: Principal;
  /** The credential that was refused. It is hashed at once. */
  refusedKey?: string | undefined;
  method: string;
  /** The requested path with its parameters. */
  url: string;
  /** The path of the route. */
  route: string;
  status: number;
  code?: ErrorCode | undefined;
  message?: string | undefined;
  milliseconds: number;
  /** What it was charged. Unset: it is not metered. */
  charged?: { units: number; statuses: readonly number[] } | undefined;
}

/**
 * Writes a row for each account. A row that is there already was written by the same batch before. Then nothing of the account is
 * counted again. All instances write the counts in the same order, so that they cannot deadlock.
 */
const writeBatch = sql`
WITH fresh AS (
  INSERT INTO request_batch (account_id, writer, number, last_at, size, entries)
  SELECT id, $1, $2, last_at, size, entries::json
  FROM unnest($3::uuid[], $4::timestamptz[], $5::int[], string_to_array($6, chr(10))) AS given (id, last_at, size, entries)
  WHERE EXISTS (SELECT FROM account WHERE account.id = given.id)
  ON CONFLICT DO NOTHING RETURNING account_id
)
INSERT INTO request_statistic AS known (account_id, span, start, key_id, operation, status_class, requests, units, latencies)
SELECT account_id, span, to_timestamp(start / 1000.0), "keyId", operation, "statusClass", requests, units, latencies
FROM fresh JOIN json_to_recordset($7) AS count ("accountId" uuid, span text, start bigint, "keyId" uuid, operation text,
  "statusClass" text, requests bigint, units bigint, latencies int[]) ON account_id = "accountId"
ORDER BY account_id, span, start, "keyId", operation, "statusClass"
ON CONFLICT (account_id, span, start, key_id, operation, status_class) DO UPDATE SET
  requests = known.requests + excluded.requests, units = known.units + excluded.units,
  latencies = ARRAY(SELECT one + other FROM unnest(known.latencies, excluded.latencies) AS pair (one, other))`;

const findKeys = sql<Pick<ApiKey, 'id' | 'accountId' | 'hash'>>`
  SELECT id, account_id AS "accountId", hash FROM api_key WHERE hash = ANY ($1)
  UNION ALL SELECT key_id, account_id, hash FROM reconcile_address WHERE hash = ANY ($1)`;

/** A batch of the last minute stays, because it may be sent again. */
const trimLogs = sql`
DELETE FROM request_batch USING (
  SELECT account_id, writer, number, sum(size) OVER newest - size AS newer FROM request_batch WHERE account_id = ANY ($1)
  WINDOW newest AS (PARTITION BY account_id ORDER BY last_at DESC, writer, number)
) AS old
WHERE newer >= ${maxLogged} AND last_at < $2 AND request_batch.account_id = old.account_id
  AND request_batch.writer = old.writer AND request_batch.number = old.number`;

interface RecorderOptions {
  pool: Pick<pg.Pool, 'query'>;
  date(): Date;
  logger: Logger;
}

/**
 * Records requests for the log and the statistics of their accounts. It writes in the background, so no answer waits for it: the
 * log every two seconds, the statistics every ten, because most requests of that time share their rows. A killed process loses
 * what it recorded since. While the database is down, a bounded number of requests waits.
 */
export function openRecorder({ pool, date, logger }: RecorderOptions) {
  const writer = randomUUID();
  /** Requests of accounts that are in no batch yet, and in milliseconds since 1970 when they arrived. */
  let newest: { request: RecordedRequest; principal: AccountPrincipal; at: number }[] = [];
  let counts = new Counts();
  /** By the monotonic clock: when the counts were written. */
  let countedAt = performance.now();
  /** The next batch takes the counts along, however new they are. */
  let isForced = false;
  let recorded = 0;
  /** The accounts whose logs were written since the last trim. */
  let writtenAccounts = new Set<string>();

  const entryOf = (request: RecordedRequest, at: number, keyId?: string): Entry => {
    const { requestId, method, url, status, code, message, milliseconds, charged } = request;
    recorded += 1;
    return {
      at,
      place: recorded,
      method,
      path: safeUrl(url),
      status,
      code,
      message: message && safeMessage(message),
      ms: Math.round(milliseconds * 10) / 10,
      units: charged?.units ?? 0,
      keyId,
      requestId,
    };
  };

  const count = ({ route, status, charged, milliseconds: ms }: RecordedRequest, accountId: string, keyId: string, at: number) => {
    if (!charged) return;
    // The units of an operation with several fields are counted with the first one.
    let { units } = charged;
    for (const one of charged.statuses.length > 0 ? charged.statuses : [status]) {
      const statusClass = statusClasses[Math.floor(one / 100) - 2] ?? '5xx';
      counts.count(accountId, { at, keyId, operation: route, statusClass, units, ms });
      units = 0;
    }
  };

  /** Adds the newest requests to the open batch. */
  const takeNewest = (): void => {
    const { open: batch } = batches;
    for (const { request, principal, at } of newest) {
      if (batch.size >= maxWaiting) {
        batch.dropped += 1;
        continue;
      }
      const keyId = principal.kind === 'apiKey' ? principal.keyId : undefined;
      batch.log(principal.accountId, entryOf(request, at, keyId));
      count(request, principal.accountId, keyId ?? nilUuid, at);
    }
    newest = [];
  };

  const recordRefused = (request: RecordedRequest, at: number): void => {
    const { open: batch } = batches;
    if (request.refusedKey === undefined || batch.unidentified.length >= maxUnidentified) return;
    const hash = keyHash(request.refusedKey);
    if (!hash) return;
    batch.unidentified.push({ keyHash: hash, entry: entryOf(request, at) });
    batch.size += 1;
  };

  const countsAreDue = (): boolean =>
    !counts.isEmpty && (isForced || counts.areMany || performance.now() - countedAt >= countsIntervalMs);

  const takeDueCounts = (): Counts | undefined => {
    if (!countsAreDue()) return undefined;
    const due = counts;
    counts = new Counts();
    isForced = false;
    countedAt = performance.now();
    return due;
  };

  /** Finds the accounts of refused keys and tokens: the key was revoked or has expired. */
  const identify = async (batch: Batch): Promise<void> => {
    if (batch.unidentified.length === 0) return;
    const hashes = batch.unidentified.map(({ keyHash }) => keyHash);
    const { rows } = await pool.query({ name: 'keys-of-requests', text: findKeys, values: [hashes] });
    const keys = new Map(rows.map((key) => [Buffer.from(key.hash).toString('base64'), key]));
    for (const { keyHash, entry } of batch.unidentified) {
      const key = keys.get(keyHash.toString('base64'));
      if (key) batch.log(key.accountId, { ...entry, keyId: key.id });
    }
    batch.unidentified = [];
  };

  const insert = async (batch: Batch): Promise<void> => {
    await identify(batch);
    const values = batch.values(takeDueCounts, date());
    if (values[0].length > 0) {
      const all = [writer, batch.number, ...values];
      await omittingDeletedAccounts(() => pool.query({ name: 'write-requests', text: writeBatch, values: all }));
    }
    for (const accountId of batch.logs.keys()) writtenAccounts.add(accountId);
    if (batch.dropped > 0) logger.warn({ dropped: batch.dropped }, 'requests are missing in the request log');
  };

  const batches = new BatchWriter<Batch>({
    retryMs: writePauses.everyMs,
    lastWriteLimitMs,
    empty: (number) => new Batch(number),
    complete: takeNewest,
    isEmpty: ({ size, dropped }) => size + dropped === 0 && !countsAreDue(),
    insert,
  });

  return {
    /** Records a request. One that belongs to no account is ignored. */
    record: (request: RecordedRequest): void => {
      if (isUnlogged(request)) return;
      const { principal, milliseconds } = request;
      // When it arrived.
      const at = date().getTime() - Math.round(milliseconds);
      if (principal.kind === 'anonymous') {
        recordRefused(request, at);
        return;
      }
      newest.push({ request, principal, at });
      if (newest.length === takenAtOnce) takeNewest();
    },

    /** Writes the log of all requests so far. */
    write: (): Promise<void> => batches.write(),

    /** Writes the statistics of all requests so far too. */
    writeAll: (): Promise<void> => {
      isForced = true;
      return batches.write();
    },

    /** Deletes what the logs have beyond their length, for the accounts that this instance has written. */
    trim: async (): Promise<void> => {
      const accounts = [...writtenAccounts];
      if (accounts.length === 0) return;
      writtenAccounts = new Set();
      const before = new Date(date().getTime() - 60_000);
      await pool.query({ name: 'trim-requests', text: trimLogs, values: [accounts, before] });
    },

    close: (): Promise<void> => {
      isForced = true;
      return batches.close(() => {
        throw new Error(`The database did not take the last requests within ${lastWriteLimitMs} ms.`);
      });
    },
  };
}

export type Recorder = ReturnType<typeof openRecorder>;

const logPath = '/api/v1/request-log';

/**
 * Whether a request is left out: a read of the log itself, or an answer to the dashboard without company data. The dashboard asks
 * every few seconds, and would push everything else out of the log. It also disconnects when a person leaves a page.
 */
const isUnlogged = ({ route, status, charged }: RecordedRequest): boolean =>
  (status < 400 || status === 499) && (route === logPath || (route === '/graphql' && !charged));
