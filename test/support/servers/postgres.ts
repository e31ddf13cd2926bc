import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { migrate, readMigrations } from '../../../src/database/migrations/migrations.ts';
import { initialise, postgresProcess } from '../../../src/development/postgres/postgres-process.ts';
import { run } from '../suite/children.ts';
import { endWithFile } from '../suite/ends.ts';

/** The signals by which PostgreSQL is stopped: at once, as after a crash, or with its connections told. */
const shutdown = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const;

interface ServerOptions {
  sharedBuffers?: number;
  settings?: string[];
  isMigrated?: boolean;
}

/** A PostgreSQL server of the test's own, migrated, that can be stopped, killed, frozen and brought back at the same address. */
export class PrivatePostgres {
  readonly #folder: string;
  readonly #password: string;
  readonly #server: ReturnType<typeof postgresProcess>;
  #port = 0;
  #frozen: number[] = [];

  private constructor(folder: string, password: string, sharedBuffers?: number) {
    this.#folder = folder;
    this.#password = password;
    this.#server = postgresProcess(join(folder, 'cluster'), sharedBuffers);
    endWithFile(() => this.stop());
  }

  /** The shared buffers are in megabytes. The settings are lines of its configuration. */
  static async start({ sharedBuffers, settings = [], isMigrated = true }: ServerOptions = {}): Promise<PrivatePostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'registry-postgres-'));
    const password = randomBytes(12).toString('hex');
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, password);
    await initialise(join(folder, 'cluster'), 'registry', passwordFile);
    const server = new PrivatePostgres(folder, password, sharedBuffers);
    // A power cut is not among the faults.
    await server.configure('fsync = off', 'full_page_writes = off', ...settings);
    await server.comeBack();
    const client = await server.connect();
    // Tests connect thousands of times, and a password of theirs protects nothing.
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE registry PASSWORD '${password}'`);
    if (isMigrated) await migrate(client, readMigrations(), () => {});
    await client.end();
    return server;
  }

  get url(): string {
    return `postgresql://registry:${this.#password}@127.0.0.1:${this.#port}/postgres`;
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.url);
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async query(sql: string, values: unknown[] = []): Promise<pg.QueryResult['rows']> {
    const client = await this.connect();
    try {
      return (await client.query(sql, values)).rows;
    } catch (error) {
      // A replica ends a statement that is in the way of what it replays.
      if ((error as { code?: unknown }).code !== '40001') throw error;
      return this.query(sql, values);
    } finally {
      await client.end();
    }
  }

  /** Settings for the next start. */
  async configure(...lines: string[]): Promise<void> {
    await writeFile(join(this.#folder, 'cluster', 'postgresql.conf'), `\n${lines.join('\n')}\n`, { flag: 'a' });
  }

  async shutDown(mode: keyof typeof shutdown): Promise<void> {
    process.kill(await this.#pid(), shutdown[mode]);
    while (this.#server.isRunning()) await delay(5);
  }

  async comeBack(): Promise<void> {
    this.#port = await this.#server.ensureRunning(() => {}, this.#port || undefined);
  }

  /** All its processes stop where they are: connections stay open, and nothing answers. */
  async freeze(): Promise<void> {
    const pid = await this.#pid();
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
    this.#frozen = [pid, ...children];
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
    this.#frozen = [];
  }

  /** Starts again as a hot standby: it answers, and nobody can write. */
  async becomeStandby(): Promise<void> {
    await this.shutDown('fast');
    const signal = join(this.#folder, 'cluster', 'standby.signal');
    await writeFile(signal, '');
    // The server runs as another user where the tests run as root.
    await chmod(signal, 0o666);
    await this.comeBack();
  }

  /** Keeps the write-ahead log in another folder from now on. */
  async moveLog(folder: string): Promise<void> {
    await this.shutDown('fast');
    const log = join(this.#folder, 'cluster', 'pg_wal');
    await run('cp', ['--archive', `${log}/.`, folder]);
    await rm(log, { recursive: true });
    await symlink(folder, log);
    await this.comeBack();
  }

  get isRunning(): boolean {
    return this.#server.isRunning();
  }

  /** A streaming replica of this server, on the same machine. */
  async replicate(...lines: string[]): Promise<PrivatePostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'registry-replica-'));
    await chmod(folder, 0o711);
    const replica = new PrivatePostgres(folder, this.#password);
    const cluster = join(folder, 'cluster');
    const client = await this.connect();
    await client.query("ALTER SYSTEM SET wal_keep_size = '256MB'");
    await client.query('SELECT pg_reload_conf()');
    await client.query("SELECT pg_backup_start('replica', true)");
    await run('cp', ['--archive', join(this.#folder, 'cluster'), cluster]);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    await client.end();
    await rm(join(cluster, 'postmaster.pid'));
    const { port } = new URL(this.url);
    const source = `host=127.0.0.1 port=${port} user=registry password=${this.#password}`;
    const files = { backup_label: rows[0].labelfile, 'standby.signal': '' };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(cluster, name), text);
      // The server runs as another user where the tests run as root.
      await chmod(join(cluster, name), 0o666);
    }
    await replica.configure(`primary_conninfo = '${source}'`, 'hot_standby = on', ...lines);
    await replica.comeBack();
    return replica;
  }

  /** Waits until a replica of this server has all that is committed here. */
  async caughtUp(replica: PrivatePostgres): Promise<void> {
    const [{ at }] = (await this.query('SELECT pg_current_wal_lsn()::text AS at')) as [{ at: string }];
    const isThere = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there';
    while (!(await replica.query(isThere, [at]))[0]?.there) await delay(10);
  }

  /** A replica becomes a server of its own. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(true, 30)');
  }

  async stop(): Promise<void> {
    this.thaw();
    if (this.#server.isRunning()) await this.shutDown('immediate');
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #pid(): Promise<number> {
    return Number((await readFile(join(this.#folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#frozen) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself.
      }
    }
  }
}
