import pg from 'pg';
import { servingName } from './builds.ts';
import { Pool } from './pool.ts';

/** In milliseconds: how long a request waits for a database that does not answer. */
const limits = { connect: 2_000, statement: 2_000, answer: 3_000 };
/** In milliseconds: how long an instance that hangs in a transaction holds its locks. */
const abandoned = 10_000;
/** In milliseconds: how long closing a connection waits for a server that hangs. */
const farewell = 1_000;

/** The parameters of a connection that serves requests. */
const serving: pg.ClientConfig = {
  connectionTimeoutMillis: limits.connect,
  statement_timeout: limits.statement,
  query_timeout: limits.answer,
  idle_in_transaction_session_timeout: abandoned,
  keepAlive: true,
};

/** A connection to PostgreSQL. All connections are made here, so that an error of one cannot end the process. */
class Connection extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A broken connection fails its query. Between queries, and while a pool hands it over, nobody else listens for its errors.
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

/** A connection with the limits of a request. It is not open yet. */
export const openServingClient = (url: string, name: string): pg.Client => openClient(url, name, serving);

/** A connection with the given options. It is not open yet. */
export function openClient(url: string, name: string, options: pg.ClientConfig = {}): pg.Client {
  return new Connection({ keepAlive: true, ...options, connectionString: url, application_name: name });
}

/** How a pool differs from those that serve requests. */
export type PoolOptions = { name?: string } & Pick<
  pg.PoolConfig,
  'maxLifetimeSeconds' | 'connectionTimeoutMillis' | 'query_timeout'
>;

/**
 * A pool of connections with the limits of a request. One stays open, so that a database without room for more still serves us.
 */
export function openPool(url: string, size: number, { name = servingName, ...options }: PoolOptions = {}): Pool {
  const pool = new Pool({
    ...serving,
    min: 1,
    ...options,
    connectionString: url,
    max: size,
    application_name: name,
    Client: Connection,
  });
  // The pool itself drops an idle connection that breaks.
  pool.on('error', () => {});
  // A transaction may still be open if the server did not answer. The next user of the connection must not continue it.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() === 'T' || client.getTransactionStatus() === 'E') void client.end();
  });
  return pool;
}
