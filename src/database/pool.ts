import pg from 'pg';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Whether the database refuses a connection because it has as many as it may have. */
export const hasNoRoom = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '53300';

/**
 * A pool that goes on with what it has. Where the database has no room for another connection, pg's own pool fails whoever came while all were busy;
 * this one lets them wait for the next that is free, as long as for any connection.
 */
export class Pool extends pg.Pool {
  /** Connections that are open. The pool's own count has those that will be refused too. */
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', () => this.#open++);
    this.on('remove', () => this.#open--);
    // It is free for others only after the listeners were called.
    this.on('release', () => setImmediate(() => this.#waiting.shift()?.()));
  }

  get openCount(): number {
    return this.#open;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    this.#connect(callback ?? ((error, client) => (client ? resolve(client) : reject(error))), performance.now());
    return callback ? undefined : promise;
  }

  #connect(callback: Connected, since: number): void {
    super.connect((error, client, release) => {
      const left = (this.options.connectionTimeoutMillis ?? 0) - (performance.now() - since);
      if (!hasNoRoom(error) || this.#open === 0 || left <= 0) return callback(error, client, release);
      // One became free before the refusal came.
      if (this.idleCount > 0) return this.#connect(callback, since);
      const again = () => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((one) => one !== again);
        this.#connect(callback, since);
      };
      const timer = setTimeout(again, left);
      this.#waiting.push(again);
    });
  }
}
