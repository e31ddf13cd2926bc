import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { endWithFile } from './ends.ts';

/** The limit of the time is in milliseconds. */
export interface Surroundings extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid' | 'timeout'> {
  env?: NodeJS.ProcessEnv;
}

interface Settings extends Surroundings {
  /** Never our own streams: the run waits for whoever holds them, and so for a program that stays. */
  stdio?: 'ignore' | 'pipe' | ('ignore' | 'pipe')[];
}

/** Starts a program in a group of processes of its own. The group ends with the file at the latest. */
export function startChild(program: string, words: string[], { env = process.env, ...others }: Settings = {}): ChildProcess {
  // The end of the run finds its programs by its folder.
  const own = { TMPDIR: tmpdir(), ...env };
  const child = spawn(program, words, { stdio: 'pipe', ...others, env: own, detached: true });
  endWithFile(() => endChild(child));
  return child;
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) => pid !== undefined && exitCode === null && signalCode === null;

/** A signal for a program and for all that it started, as far as they have not ended. */
export function tellGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ends a program and all that it started. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const over = once(child, 'exit');
  tellGroup(child, 'SIGKILL');
  await over;
}

/** Runs a program to its end. The result is what it printed; if it fails, an error with that and with its code. */
export async function run(
  program: string,
  words: string[],
  { input = '', ...surroundings }: Surroundings & { input?: string } = {},
) {
  const child = startChild(program, words, surroundings);
  // A program need not read what it is given.
  child.stdin?.on('error', () => {}).end(input);
  const { stdout: out, stderr: err } = child;
  const printed = Promise.all([out ? text(out) : '', err ? text(err) : '', once(child, 'close')]);
  const [stdout, stderr, [code]] = await printed;
  if (code !== 0) throw Object.assign(new Error(`${program} ended with ${code}: ${stderr}`), { code, stdout, stderr });
  return { stdout, stderr };
}
