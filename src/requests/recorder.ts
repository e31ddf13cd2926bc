import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { keyHash } from '../accounts/index.ts';
import { BatchWriter, omittingDeletedAccounts } from '../background/batch-writer.ts';
import type { ApiKey } from '../database/client.ts';
import { sql } from '../database/sql.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logging.ts';
import type { Principal } from '../kernel/principal.ts';
import { safeAddress, safeMessage } from './address.ts';
import { Batch } from './batch.ts';
import { Counts } from './counts.ts';
import type { Entry } from './entry.ts';
import { mostLogged, statusClasses } from './limits.ts';
import { noKey } from './tables.ts';

/** In milliseconds. */
const limits = { counts: 10_000, lastWrite: 1_000 };
/** How often the log is written, and how often what it has beyond its length is deleted. */
export const [writePauses, trimPauses] = [{ everyMs: 2_000, limitMs: 2_000 }, { everyMs: 30_000 }];
/** The most requests that wait to be written, and of these the most with a key that is not active. */
const most = { waiting: 20_000, unidentified: 200 };
/**
 * So many requests are taken at once: in a loop the code and data of this work stay in the caches of the processor. There are few
 * enough that the garbage collector seldom copies them.
 */
const groupSize = 64;

/** A request and its answer. */
export interface RecordedRequest {
  requestId: string;
  principal: Principal;
  /** The credential that was refused. It is hashed at once. */
  refusedKey?: string | undefined;
  method: string;
  /** The requested path with its parameters. */
  address: string;
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
WHERE newer >= ${mostLogged} AND last_at < $2 AND request_batch.account_id = old.account_id
  AND request_batch.writer = old.writer AND request_batch.number = old.number`;

type AccountPrincipal = Exclude<Principal, { kind: 'anonymous' }>;

interface RecorderParts {
  pool: Pick<pg.Pool, 'query'>;
  date(): Date;
  logger: Logger;
}

/**
 * Records requests for the log and the statistics of their accounts. It writes in the background, so no answer waits for it: the
 * log every two seconds, the statistics every ten, because most requests of that time share their rows. A killed process loses
 * what it recorded since. While the database is down, a bounded number of requests waits.
 */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #writer = randomUUID();
  readonly #batches: BatchWriter<Batch>;
  /** Requests of accounts that are in no batch yet, and in milliseconds since 1970 when they arrived. */
  #group: { request: RecordedRequest; principal: AccountPrincipal; at: number }[] = [];
  #counts = new Counts();
  /** By the monotonic clock: when the counts were written. */
  #countedAt = performance.now();
  /** The next batch takes the counts along, however new they are. */
  #isForced = false;
  #recorded = 0;
  /** The accounts whose logs were written since the last trim. */
  #written = new Set<string>();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#batches = new BatchWriter({
      retryMs: writePauses.everyMs,
      lastWriteLimitMs: limits.lastWrite,
      empty: (number) => new Batch(number),
      complete: () => this.#takeGroup(),
      isEmpty: ({ size, dropped }) => size + dropped === 0 && !this.#countsAreDue(),
      insert: (batch) => this.#insert(batch),
    });
  }

  async close(): Promise<void> {
    this.#isForced = true;
    await this.#batches.close(() => {
      throw new Error(`The database did not take the last requests within ${limits.lastWrite} ms.`);
    });
  }

  /** Writes the log of all requests so far. */
  write(): Promise<void> {
    return this.#batches.write();
  }

  /** Writes the statistics of all requests so far too. */
  writeAll(): Promise<void> {
    this.#isForced = true;
    return this.#batches.write();
  }

  /** Records a request. One that belongs to no account is ignored. */
  record(request: RecordedRequest): void {
    if (isUnlogged(request)) return;
    const { principal, milliseconds } = request;
    // When it arrived.
    const at = this.#parts.date().getTime() - Math.round(milliseconds);
    if (principal.kind === 'anonymous') {
      this.#recordRefused(request, at);
      return;
    }
    this.#group.push({ request, principal, at });
    if (this.#group.length === groupSize) this.#takeGroup();
  }

  #recordRefused(request: RecordedRequest, at: number): void {
    const { refusedKey } = request;
    const { open: batch } = this.#batches;
    if (refusedKey === undefined || batch.unidentified.length >= most.unidentified) return;
    const hash = keyHash(refusedKey);
    if (!hash) return;
    batch.unidentified.push({ keyHash: hash, entry: this.#entryOf(request, at) });
    batch.size += 1;
  }

  /** Adds the requests of the group to the open batch. */
  #takeGroup(): void {
    const { open: batch } = this.#batches;
    for (const { request, principal, at } of this.#group) {
      if (batch.size >= most.waiting) {
        batch.dropped += 1;
        continue;
      }
      const keyId = principal.kind === 'apiKey' ? principal.keyId : undefined;
      batch.log(principal.accountId, this.#entryOf(request, at, keyId));
      this.#count(request, principal.accountId, keyId ?? noKey, at);
    }
    this.#group = [];
  }

  #count({ route, status, charged, milliseconds: ms }: RecordedRequest, accountId: string, keyId: string, at: number): void {
    if (!charged) return;
    // The units of an operation with several fields are counted with the first one.
    let { units } = charged;
    for (const one of charged.statuses.length > 0 ? charged.statuses : [status]) {
      const statusClass = statusClasses[Math.floor(one / 100) - 2] ?? '5xx';
      this.#counts.count(accountId, { at, keyId, operation: route, statusClass, units, ms });
      units = 0;
    }
  }

  /** Deletes what the logs have beyond their length, for the accounts that this instance has written. */
  async trim(): Promise<void> {
    const accounts = [...this.#written];
    if (accounts.length === 0) return;
    this.#written = new Set();
    const before = new Date(this.#parts.date().getTime() - 60_000);
    await this.#parts.pool.query({ name: 'trim-requests', text: trimLogs, values: [accounts, before] });
  }

  #entryOf(request: RecordedRequest, at: number, keyId?: string): Entry {
    const { requestId, method, address, status, code, message, milliseconds, charged } = request;
    this.#recorded += 1;
    return {
      at,
      place: this.#recorded,
      method,
      path: safeAddress(address),
      status,
      code,
      message: message && safeMessage(message),
      ms: Math.round(milliseconds * 10) / 10,
      units: charged?.units ?? 0,
      keyId,
      requestId,
    };
  }

  async #insert(batch: Batch): Promise<void> {
    const { pool, logger, date } = this.#parts;
    await this.#identify(batch);
    const values = batch.values(() => this.#takeDueCounts(), date());
    if (values[0].length > 0) {
      const all = [this.#writer, batch.number, ...values];
      await omittingDeletedAccounts(() => pool.query({ name: 'write-requests', text: writeBatch, values: all }));
    }
    for (const accountId of batch.logs.keys()) this.#written.add(accountId);
    if (batch.dropped > 0) logger.warn({ dropped: batch.dropped }, 'requests are missing in the request log');
  }

  #countsAreDue(): boolean {
    if (this.#counts.isEmpty) return false;
    return this.#isForced || this.#counts.areMany || performance.now() - this.#countedAt >= limits.counts;
  }

  #takeDueCounts(): Counts | undefined {
    if (!this.#countsAreDue()) return undefined;
    const counts = this.#counts;
    this.#counts = new Counts();
    this.#isForced = false;
    this.#countedAt = performance.now();
    return counts;
  }

  /** Finds the accounts of refused keys and addresses: the key was revoked or has expired. */
  async #identify(batch: Batch): Promise<void> {
    if (batch.unidentified.length === 0) return;
    const hashes = batch.unidentified.map(({ keyHash }) => keyHash);
    const { rows } = await this.#parts.pool.query({ name: 'keys-of-requests', text: findKeys, values: [hashes] });
    const keys = new Map(rows.map((key) => [Buffer.from(key.hash).toString('base64'), key]));
    for (const { keyHash, entry } of batch.unidentified) {
      const key = keys.get(keyHash.toString('base64'));
      if (key) batch.log(key.accountId, { ...entry, keyId: key.id });
    }
    batch.unidentified = [];
  }
}

const logPath = '/api/v1/request-log';

/**
 * Whether a request is left out: a read of the log itself, or an answer to the dashboard without company data. The dashboard asks
 * every few seconds, and would push everything else out of the log. It also disconnects when a person leaves a page.
 */
const isUnlogged = ({ route, status, charged }: RecordedRequest): boolean =>
  (status < 400 || status === 499) && (route === logPath || (route === '/graphql' && !charged));
