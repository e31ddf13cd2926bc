import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { hostUrls } from '../../config/urls.ts';

/** In milliseconds: less than a request may take, so that the response can report the cause. */
const readLimit = 8_000;
/** In milliseconds: for each step of an import or a repair. */
const writeLimit = 300_000;

const readSettings = {
  // Without it, an error in the middle of the answer would come after a status of 200.
  wait_end_of_query: 1 as const,
  max_execution_time: readLimit / 1_000,
  // In bytes: queries may list thousands of imports.
  max_query_size: String(4 * 1024 * 1024),
};
const writeSettings = {
  wait_end_of_query: 1 as const,
  max_query_size: String(4 * 1024 * 1024),
  // An insert into a Distributed table returns when all its servers have the rows.
  insert_distributed_sync: 1 as const,
};

/** The text of a query to ClickHouse. Values in it are numbers, or bytes in hexadecimal. */
export const clickhouseSql = String.raw;

/** Bytes, as an expression. */
export const bytesOf = (bytes: Uint8Array): string => `unhex('${Buffer.from(bytes).toString('hex')}')`;

/**
 * The ClickHouse servers of an address: `https://user:password@one:8443,two:8443/database?cluster=name`. It lists all servers,
 * because tables are created and cleaned up on each. Any of them can answer queries.
 */
export class ClickHouse {
  /** The name of the cluster in the configuration of the servers. Unset: there is one server. */
  readonly cluster: string | undefined;
  readonly #clients: ClickHouseClient[];
  /** The server that answered last. */
  #working = 0;

  constructor(url: string) {
    this.#clients = hostUrls(url).map(clientFor);
    this.cluster = new URL(hostUrls(url)[0] ?? '').searchParams.get('cluster') ?? undefined;
  }

  /** Queries one server, and the others in turn if it cannot answer. Returns the rows in the format that the query names. */
  async read(query: string): Promise<Buffer> {
    return this.#readBy(query, readSettings, AbortSignal.timeout(readLimit));
  }

  /** The same with the longer time limit of an import. */
  async readForImport(query: string): Promise<Buffer> {
    return this.#readBy(query, writeSettings, AbortSignal.timeout(writeLimit));
  }

  /** Inserts rows in RowBinary. It is not retried: if only the response was lost, the server would have the rows twice. */
  async insert(table: string, rows: Buffer): Promise<void> {
    await this.#insertAt(this.#clients[this.#working], table, rows);
  }

  /** The same on each server, for tables that are not distributed. */
  async insertEverywhere(table: string, rows: Buffer): Promise<void> {
    await Promise.all(this.#clients.map((client) => this.#insertAt(client, table, rows)));
  }

  /** Runs a query on each server, and returns all answers. */
  async everywhere(query: string): Promise<Buffer[]> {
    const limit = AbortSignal.timeout(writeLimit);
    return Promise.all(this.#clients.map((client) => run(client, query, { settings: writeSettings, limit })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async #readBy(query: string, settings: RunOptions['settings'], limit: AbortSignal): Promise<Buffer> {
    for (let left = this.#clients.length - 1; ; left--) {
      const tried = this.#working;
      try {
        return await run(this.#clients[tried], query, { settings, limit });
      } catch (error) {
        if (this.#working === tried) this.#working = (tried + 1) % this.#clients.length;
        if (left === 0 || limit.aborted) throw error;
      }
    }
  }

  async #insertAt(client: ClickHouseClient | undefined, table: string, rows: Buffer): Promise<void> {
    const limit = AbortSignal.timeout(writeLimit);
    const values = Readable.from([rows], { objectMode: false });
    await run(client, clickhouseSql`INSERT INTO ${table} FORMAT RowBinary`, { settings: writeSettings, limit, values });
  }
}

function clientFor(address: string): ClickHouseClient {
  const { origin, username, password, pathname } = new URL(address);
  return createClient({
    url: origin,
    username: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'default',
    application: 'company-registry',
    request_timeout: writeLimit,
    // The caller logs errors.
    log: { level: ClickHouseLogLevel.OFF },
  });
}

interface RunOptions {
  settings: typeof readSettings | typeof writeSettings;
  limit: AbortSignal;
  values?: Readable;
}

async function run(
  client: ClickHouseClient | undefined,
  query: string,
  { settings, limit, values }: RunOptions,
): Promise<Buffer> {
  const words = { query, clickhouse_settings: settings, abort_signal: limit, ...(values && { values }) };
  const { stream } = (await client?.exec(words)) ?? { stream: Readable.from([]) };
  return buffer(stream);
}
