import pg from 'pg';
import { parseLossless } from '../kernel/lossless-json.ts';
import { servingName } from './builds.ts';
import { hostsOf } from './hosts.ts';
import { Pool } from './pool.ts';

/** What the database has as JSON comes without loss. */
pg.types.setTypeParser(pg.types.builtins.JSON, parseLossless);

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

/** The host can be reached, but cannot be written. */
class IsStandby extends Error {
  readonly code = '25006';
}

/** PgBouncer refuses these in transaction mode. They are then set for the role, see docs/operators/operating.md. */
function withoutLimits({ statement_timeout, idle_in_transaction_session_timeout, ...config }: pg.ClientConfig): pg.ClientConfig {
  return config;
}

type Callback = (error: Error | undefined, result?: pg.QueryResult) => void;

/** Calls back once: with the outcome, or with an error after so many milliseconds. */
function inTime(limit: number, callback: Callback): Callback {
  let isOver = false;
  const end: Callback = (...outcome) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    callback(...outcome);
  };
  const timer = setTimeout(end, limit, new Error('Query read timeout'));
  return end;
}

/** A connection to PostgreSQL. All connections are made here, so that an error of one cannot end the process. */
class Connection extends pg.Client {
  readonly #leave: () => void;
  readonly #isOneOfSeveral: boolean;
  readonly #answerLimit: number;
  #isStandby = false;

  constructor({ query_timeout = 0, ...config }: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    const hosts = hostsOf(connectionString);
    const address = hosts.current;
    const isPooled = /[?&]pgbouncer=true\b/.test(address);
    super({ ...(isPooled ? withoutLimits(config) : config), connectionString: address });
    this.#answerLimit = query_timeout;
    this.#leave = () => hosts.leave(address);
    this.#isOneOfSeveral = hosts.addresses.length > 1;
    // A broken connection fails its query. Between queries, and while a pool hands it over, nobody else listens for its errors.
    this.on('error', () => {});
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on';
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const { promise, resolve, reject } = Promise.withResolvers<this>();
    const done = callback ?? ((error: Error | undefined) => (error ? reject(error) : resolve(this)));
    super.connect((error: Error | undefined) => {
      const problem = error ?? (this.#isOneOfSeveral && this.#isStandby ? new IsStandby('the host is a standby') : undefined);
      if (problem) this.#leave();
      if (problem && !error) this.end().catch(() => {});
      done(problem as Error);
    });
    return callback ? undefined : promise;
  }

  /**
   * A query of a pool has a callback, and its time is limited here. pg's own limit makes a function in V8's old generation for
   * each query, which keeps the rows until a full garbage collection.
   */
  override query = ((statement: pg.QueryConfig | string, values: unknown, callback: Callback) => {
    const query = super.query as (...words: unknown[]) => unknown;
    const limit = this.#answerLimit;
    if (limit === 0 || (typeof statement === 'object' && 'submit' in statement))
      return query.call(this, statement, values, callback);
    if (callback) return query.call(this, statement, values, inTime(limit, callback));
    const config = typeof statement === 'string' ? { text: statement } : statement;
    return query.call(this, { query_timeout: limit, ...config }, values);
  }) as pg.Client['query'];

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

/** A connection with the limits of a request. */
export const connectServing = (url: string, name: string): Promise<pg.Client> => connectAs(url, name, serving);

/** A connection with the given options, to the first host that can be used. */
export async function connectAs(url: string, name: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  for (let left = hostsOf(url).addresses.length - 1; ; left--) {
    const client = openClient(url, name, options);
    try {
      await client.connect();
      return client;
    } catch (error) {
      // Nobody waits for a server that is gone to take its leave.
      client.end().catch(() => {});
      if (left === 0) throw error;
    }
  }
}

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
    hosts: hostsOf(url).addresses.length,
  });
  // The pool itself drops an idle connection that breaks.
  pool.on('error', () => {});
  // A transaction may still be open if the server did not answer. The next user of the connection must not continue it.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() === 'T' || client.getTransactionStatus() === 'E') void client.end();
  });
  return pool;
}
