import pg from 'pg';
import { parseLossless } from '../kernel/lossless-json.ts';
import { hostsOf } from './hosts.ts';
import { servingName } from './migrations/builds.ts';
import { Pool } from './pool.ts';

/** JSON columns are parsed without loss of digits. */
pg.types.setTypeParser(pg.types.builtins.JSON, parseLossless);

/** How long closing a connection waits for the server. */
const closeTimeoutMs = 1_000;

/** The parameters of a connection that serves requests. The times are in milliseconds. */
const serving: pg.ClientConfig = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 2_000,
  query_timeout: 3_000,
  // The database ends a transaction that is idle for this long, which frees its locks.
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
};

/** The host is reachable, but read-only. */
class StandbyError extends Error {
  readonly code = '25006';
}

/** PgBouncer refuses these parameters in transaction mode. Then they are set for the role, see docs/operators/operating.md. */
function withoutLimits({ statement_timeout, idle_in_transaction_session_timeout, ...config }: pg.ClientConfig): pg.ClientConfig {
  return config;
}

type Callback = (error: Error | undefined, result?: pg.QueryResult) => void;

/**
 * Calls back once: with the outcome, or with an error after the limit. If this process was too busy to read an answer
 * that has arrived, the answer is read first.
 */
function inTime(limitMs: number, callback: Callback): Callback {
  let isOver = false;
  const end: Callback = (...outcome) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    callback(...outcome);
  };
  const timer = setTimeout(() => setImmediate(end, new Error('Query read timeout')), limitMs);
  return end;
}

/** A connection to PostgreSQL. All connections are made here, so that an error of one cannot end the process. */
class Connection extends pg.Client {
  readonly #tryNextHost: () => void;
  readonly #isOneOfSeveral: boolean;
  readonly #answerLimitMs: number;
  #isStandby = false;

  constructor({ query_timeout = 0, ...config }: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    const hosts = hostsOf(connectionString);
    const host = hosts.current();
    const isPooled = /[?&]pgbouncer=true\b/.test(host);
    super({ ...(isPooled ? withoutLimits(config) : config), connectionString: host });
    this.#answerLimitMs = query_timeout;
    this.#tryNextHost = () => hosts.moveOn(host);
    this.#isOneOfSeveral = hosts.count > 1;
    // A broken connection fails its query. Between queries, and while a pool hands it over, its errors have no other listener.
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
      const problem = error ?? (this.#isOneOfSeveral && this.#isStandby ? new StandbyError('the host is a standby') : undefined);
      if (problem) this.#tryNextHost();
      if (problem && !error) this.end().catch(() => {});
      done(problem as Error);
    });
    return callback ? undefined : promise;
  }

  /**
   * Limits the time of queries. Queries of a pool have a callback, which is limited here: pg's own limit allocates a closure for
   * each query that keeps the rows until a full garbage collection.
   */
  override query = ((statement: pg.QueryConfig | string, values: unknown, callback: Callback) => {
    const query = super.query as (...args: unknown[]) => unknown;
    const limitMs = this.#answerLimitMs;
    if (limitMs === 0 || (typeof statement === 'object' && 'submit' in statement))
      return query.call(this, statement, values, callback);
    if (callback) return query.call(this, statement, values, inTime(limitMs, callback));
    const config = typeof statement === 'string' ? { text: statement } : statement;
    return query.call(this, { query_timeout: limitMs, ...config }, values);
  }) as pg.Client['query'];

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const cut = setTimeout(() => this.connection.stream.destroy(), closeTimeoutMs).unref();
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
  for (let left = hostsOf(url).count - 1; ; left--) {
    const client = openClient(url, name, options);
    try {
      await client.connect();
      return client;
    } catch (error) {
      // We do not wait for a dead server to close the connection.
      client.end().catch(() => {});
      if (left === 0) throw error;
    }
  }
}

/** A connection with the given options, before it is opened. */
export function openClient(url: string, name: string, options: pg.ClientConfig = {}): pg.Client {
  return new Connection({ keepAlive: true, ...options, connectionString: url, application_name: name });
}

/** Options of a pool that does not serve requests. */
export type PoolOptions = { name?: string } & Pick<
  pg.PoolConfig,
  'maxLifetimeSeconds' | 'connectionTimeoutMillis' | 'query_timeout'
>;

/**
 * A pool of connections with the limits of a request. One connection stays open, so the service still works when the database
 * accepts no more connections.
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
    hosts: hostsOf(url).count,
  });
  // The pool removes a broken idle connection by itself.
  pool.on('error', () => {});
  // A transaction may still be open if the server did not answer. The next user of the connection must not continue it.
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() === 'T' || client.getTransactionStatus() === 'E') void client.end();
  });
  return pool;
}
