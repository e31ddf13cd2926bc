import pg from 'pg';
import { traced, tracing } from '../kernel/tracing.ts';

/** The part of a pool that reads need. Several replicas behind one object have it too. */
export type Queries = Pick<pg.Pool, 'query'>;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Whether the database refused a connection because it has too many. */
export const hasNoRoom = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '53300';

/** A statement without its values, which may be personal data. */
function textOf(statement: unknown): string {
  const { name, text = '' } = (typeof statement === 'string' ? { text: statement } : statement) as {
    name?: string;
    text?: string;
  };
  return (name ?? text).replaceAll(/\s+/g, ' ').slice(0, 200);
}

/**
 * A pool that works with the connections that it has. If the database accepts no more connections, pg's own pool fails the
 * request. This one lets the request wait for the next free connection.
 */
export class Pool extends pg.Pool {
  /** The number of open connections. The pool's own count includes those that will be refused. */
  #open = 0;
  #waiting: (() => void)[] = [];
  readonly #hosts: number;

  constructor({ hosts = 1, ...config }: pg.PoolConfig & { hosts?: number }) {
    super(config);
    this.#hosts = hosts;
    this.on('connect', () => this.#open++);
    this.on('remove', () => this.#open--);
    // The connection is free only after all listeners were called.
    this.on('release', () => setImmediate(() => this.#waiting.shift()?.()));
  }

  /** Traces statements. Those of a transaction run on its connection and are not traced. */
  override query = ((...args: Parameters<pg.Pool['query']>) => {
    const [statement, , callback] = args as unknown[];
    // pg itself calls this with a callback.
    const run = () => super.query(...args) as unknown as Promise<pg.QueryResult>;
    if (typeof callback === 'function' || !tracing.hasSubscribers) return run();
    return traced('database', { 'db.query.text': textOf(statement) }, run);
  }) as pg.Pool['query'];

  get openCount(): number {
    return this.#open;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    this.#connect(
      callback ?? ((error, client) => (client ? resolve(client) : reject(error))),
      performance.now(),
      this.#hosts - 1,
    );
    return callback ? undefined : promise;
  }

  /** `others` is the number of hosts that are left to try. */
  #connect(callback: Connected, since: number, others: number): void {
    super.connect((error, client, release) => {
      const left = (this.options.connectionTimeoutMillis ?? 0) - (performance.now() - since);
      if (error && others > 0 && left > 0 && !hasNoRoom(error)) return this.#connect(callback, since, others - 1);
      if (!hasNoRoom(error) || this.#open === 0 || left <= 0) return callback(error, client, release);
      // A connection became free before the refusal arrived.
      if (this.idleCount > 0) return this.#connect(callback, since, others);
      const again = () => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((one) => one !== again);
        this.#connect(callback, since, others);
      };
      const timer = setTimeout(again, left);
      this.#waiting.push(again);
    });
  }
}
