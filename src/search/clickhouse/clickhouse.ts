import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { hostUrls } from '../../config/urls.ts';

/** Less than a request may take, so that the response can report the cause. */
const readTimeoutMs = 8_000;
/** For each step of an import or a repair. */
const writeTimeoutMs = 300_000;

const settings = {
  // Without it, an error in the middle of the answer would come after a status of 200.
  wait_end_of_query: 1 as const,
  // In bytes: queries may list thousands of imports.
  max_query_size: String(4 * 1024 * 1024),
};
const reading = { timeoutMs: readTimeoutMs, settings: { ...settings, max_execution_time: readTimeoutMs / 1_000 } };
// An insert into a Distributed table returns when all its servers have the rows.
const writing = { timeoutMs: writeTimeoutMs, settings: { ...settings, insert_distributed_sync: 1 as const } };

/** The text of a query to ClickHouse. Values in it are numbers, or bytes in hexadecimal. */
export const clickhouseSql = String.raw;

/** Bytes, as an expression. */
export const unhexed = (hex: string): string => `unhex('${hex}')`;
export const bytesOf = (bytes: Uint8Array): string => unhexed(Buffer.from(bytes).toString('hex'));

export type ClickHouse = ReturnType<typeof openClickHouse>;

/**
 * The ClickHouse servers of a URL: `https://user:password@one:8443,two:8443/database?cluster=name`. It lists all servers,
 * because tables are created and cleaned up on each. Any of them can answer queries.
 */
export function openClickHouse(url: string) {
  const urls = hostUrls(url);
  const clients = urls.map(clientFor);
  /** The server that answered last. */
  let working = 0;

  const run = async (
    client: ClickHouseClient | undefined,
    query: string,
    { settings: clickhouse_settings }: typeof reading | typeof writing,
    { limit = AbortSignal.timeout(writeTimeoutMs), values }: { limit?: AbortSignal; values?: Readable } = {},
  ): Promise<Buffer> => {
    const sent = { query, clickhouse_settings, abort_signal: limit, ...(values && { values }) };
    const { stream } = (await client?.exec(sent)) ?? { stream: Readable.from([]) };
    return buffer(stream);
  };
  const readBy = async (query: string, options: typeof reading | typeof writing): Promise<Buffer> => {
    const limit = AbortSignal.timeout(options.timeoutMs);
    for (let left = clients.length - 1; ; left--) {
      const tried = working;
      try {
        return await run(clients[tried], query, options, { limit });
      } catch (error) {
        if (working === tried) working = (tried + 1) % clients.length;
        if (left === 0 || limit.aborted) throw error;
      }
    }
  };
  const insertAt = async (client: ClickHouseClient | undefined, table: string, rows: Buffer): Promise<void> => {
    const values = Readable.from([rows], { objectMode: false });
    await run(client, clickhouseSql`INSERT INTO ${table} FORMAT RowBinary`, writing, { values });
  };

  return {
    /** The name of the cluster in the configuration of the servers. Undefined: there is one server. */
    cluster: new URL(urls[0] ?? '').searchParams.get('cluster') ?? undefined,
    /** Queries one server, and the others in turn if it cannot answer. Returns the rows in the format that the query names. */
    read: (query: string) => readBy(query, reading),
    /** The same with the longer time limit of an import. */
    readForImport: (query: string) => readBy(query, writing),
    /** Inserts rows in RowBinary. It is not retried: if only the response was lost, the server would have the rows twice. */
    insert: (table: string, rows: Buffer) => insertAt(clients[working], table, rows),
    /** The same on each server, for tables that are not distributed. */
    async insertEverywhere(table: string, rows: Buffer): Promise<void> {
      await Promise.all(clients.map((client) => insertAt(client, table, rows)));
    },
    /** Runs a query on each server, and returns all answers. */
    everywhere: (query: string): Promise<Buffer[]> => Promise.all(clients.map((client) => run(client, query, writing))),
    async close(): Promise<void> {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function clientFor(url: string): ClickHouseClient {
  const { origin, username, password, pathname } = new URL(url);
  return createClient({
    url: origin,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'default',
    application: 'company-registry',
    request_timeout: writeTimeoutMs,
    // The caller logs errors.
    log: { level: ClickHouseLogLevel.OFF },
  });
}
