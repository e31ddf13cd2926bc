import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { endChild, startChild } from '../suite/children.ts';
import { endWithFile } from '../suite/ends.ts';
import { freePort } from './redis.ts';

/** Another one than that on the PATH can be named: the versions before 1.21 are another case than those from there on. */
const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
const version = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '');
/** As one number: 121 is 1.21. Undefined: there is none here. */
export const pgbouncerVersion = version ? Number(version[1]) * 100 + Number(version[2]) : undefined;

/** A mode in which requests can be served: in that of transactions an older version loses prepared statements. */
export const usableMode = (pgbouncerVersion ?? 0) >= 121 ? 'transaction' : 'session';

/** A real PgBouncer in front of a database. In transaction mode it has few servers for many clients. */
export class PgBouncer {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  static async before(databaseUrl: string, mode: 'transaction' | 'session' = 'transaction'): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'registry-pgbouncer-'));
    await chmod(folder, 0o755);
    const { hostname, port, pathname, username, password } = new URL(databaseUrl);
    const own = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'transaction' ? 8 : 60}
${(pgbouncerVersion ?? 0) >= 121 ? 'max_prepared_statements = 200' : ''}
`,
    );
    // It refuses to be run by root.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = startChild(program, ['--quiet', file], { stdio: 'ignore', ...user });
    const bouncer = new PgBouncer(`postgresql://${username}@127.0.0.1:${own}${pathname}?pgbouncer=true`, folder, child);
    endWithFile(() => bouncer.stop());
    for (;;) {
      const client = new pg.Client(bouncer.url);
      const isUp = await client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
      if (isUp) return bouncer;
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    await endChild(this.#process);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
