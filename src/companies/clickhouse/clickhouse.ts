import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { addressesOf } from '../../config/addresses.ts';

/** In milliseconds: less than a request may take, so that it is told why it failed. */
const readLimit = 8_000;
/** In milliseconds: for each step of an import or a repair. */
const writeLimit = 300_000;

const readSettings = {
  // The status is right then: otherwise an error in the middle of the answer comes behind a 200.
  wait_end_of_query: 1 as const,
  max_execution_time: readLimit / 1_000,
  // In bytes: questions may list thousands of imports.
  max_query_size: String(4 * 1024 * 1024),
};
const writeSettings = {
  wait_end_of_query: 1 as const,
  max_query_size: String(4 * 1024 * 1024),
  // A Distributed table answers when all its servers have the rows.
  insert_distributed_sync: 1 as const,
};

/** The text of a question to ClickHouse. Values in it are numbers, or bytes in hexadecimal. */
export const ask = String.raw;

/** Bytes, as an expression. */
export const bytesOf = (bytes: Uint8Array): string => `unhex('${Buffer.from(bytes).toString('hex')}')`;

/**
 * The ClickHouse servers of an address: `https://user:password@one:8443,two:8443/database?cluster=name`. All of them are named,
 * because tables are made and cleaned up on each. Any of them answers questions.
 */
export class ClickHouse {
  /** The cluster that the servers make, by the name that they have for it. Unset: there is one server. */
  readonly cluster: string | undefined;
  readonly #clients: ClickHouseClient[];
  /** The server that answered last. */
  #good = 0;

  constructor(url: string) {
    this.#clients = addressesOf(url).map(clientFor);
    this.cluster = new URL(addressesOf(url)[0] ?? '').searchParams.get('cluster') ?? undefined;
  }

  /** Asks a server, and the others in turn if it cannot answer. Gives the rows as the format of the question has them. */
  async read(query: string): Promise<Buffer> {
    return this.#readBy(query, readSettings, AbortSignal.timeout(readLimit));
  }

  /** The same for an import, which has time. */
  async readAtLeisure(query: string): Promise<Buffer> {
    return this.#readBy(query, writeSettings, AbortSignal.timeout(writeLimit));
  }

  /** Inserts rows in RowBinary. It is not tried again: a server that took them without telling would have them twice. */
  async insert(table: string, rows: Buffer): Promise<void> {
    await this.#insertAt(this.#clients[this.#good], table, rows);
  }

  /** The same on each server, for what is not distributed. */
  async insertEverywhere(table: string, rows: Buffer): Promise<void> {
    await Promise.all(this.#clients.map((client) => this.#insertAt(client, table, rows)));
  }

  /** Does the same on each server, and gives what each says. */
  async everywhere(query: string): Promise<Buffer[]> {
    const limit = AbortSignal.timeout(writeLimit);
    return Promise.all(this.#clients.map((client) => run(client, query, { settings: writeSettings, limit })));
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  async #readBy(query: string, settings: RunOptions['settings'], limit: AbortSignal): Promise<Buffer> {
    for (let left = this.#clients.length - 1; ; left--) {
      const asked = this.#good;
      try {
        return await run(this.#clients[asked], query, { settings, limit });
      } catch (error) {
        if (this.#good === asked) this.#good = (asked + 1) % this.#clients.length;
        if (left === 0 || limit.aborted) throw error;
      }
    }
  }

  async #insertAt(client: ClickHouseClient | undefined, table: string, rows: Buffer): Promise<void> {
    const limit = AbortSignal.timeout(writeLimit);
    const values = Readable.from([rows], { objectMode: false });
    await run(client, ask`INSERT INTO ${table} FORMAT RowBinary`, { settings: writeSettings, limit, values });
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
    // What fails is told by the one who asked.
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
