import pg from 'pg';
import { Pool } from './pool.ts';

/** In milliseconds: a request doesn't wait longer for a database that doesn't answer. */
const limits = { connect: 2_000, statement: 2_000, answer: 3_000 };
/** In milliseconds: an instance that stops in the middle of a transaction holds its locks no longer. */
const abandoned = 10_000;
/** In milliseconds: a server that hangs is not waited for when a connection is closed. */
const farewell = 1_000;

/** What a connection that serves requests asks for when it is opened. */
const serving: pg.ClientConfig = {
  connectionTimeoutMillis: limits.connect,
  statement_timeout: limits.statement,
  query_timeout: limits.answer,
  idle_in_transaction_session_timeout: abandoned,
  keepAlive: true,
};

/** A connection to PostgreSQL. All connections of the project are made here, so that none can end the process. */
class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A connection that breaks fails its query. The listener is here from the start: between two queries, and while a pool hands it over, there is no other.
    this.on('error', () => {});
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const cut = setTimeout(() => this.connection.stream.destroy(), farewell).unref();
    this.once('end', () => clearTimeout(cut));
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }
}

/** A connection with the limits of a request, not open yet. */
export const openServingClient = (url: string, name: string): pg.Client => openClient(url, name, serving);

/** A connection that is not open yet. */
export function openClient(url: string, name: string, options: pg.ClientConfig = {}): pg.Client {
  return new Connection({ keepAlive: true, ...options, connectionString: url, application_name: name });
}

/** Where a pool differs from those that serve requests. */
export type PoolOptions = { name?: string } & Pick<
  pg.PoolConfig,
  'maxLifetimeSeconds' | 'connectionTimeoutMillis' | 'query_timeout'
>;

/** Connections with the limits of a request. One of them stays open: a database that has no room for more still serves us. */
export function openPool(url: string, size: number, { name = 'company-registry', ...options }: PoolOptions = {}): Pool {
  const pool = new Pool({
    ...serving,
    min: 1,
    ...options,
    connectionString: url,
    max: size,
    application_name: name,
    Client: Connection,
  });
  // The pool drops a connection that breaks while nobody uses it.
  pool.on('error', () => {});
  // A transaction that nobody ended, because the server didn't answer, must not go on with the next user's statements.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() === 'T' || client.getTransactionStatus() === 'E') void client.end();
  });
  return pool;
}
