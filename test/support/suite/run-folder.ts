import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface RunningProcess {
  pid: number;
  /** As it was started, for whoever has to find out why it stays. */
  command: string;
}

/** How often we look whether processes have ended. */
const pollMs = 50;

/**
 * The folder of a run, in which all that is temporary lies. A process is of this run if its environment, its command line or its
 * working folder names that folder. Only Linux tells: elsewhere what outlives its test file is not found.
 */
export class RunFolder {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'registry-run-'));
    // PostgreSQL and others run as another user where the tests run as root.
    chmodSync(this.path, 0o711);
  }

  /** But for this process. */
  processes(): RunningProcess[] {
    return pids()
      .filter((pid) => pid !== process.pid)
      .flatMap((pid) => {
        const command = read(`/proc/${pid}/cmdline`);
        // A process that has ended, and only waits for whoever started it, has no command line.
        if (command === '') return [];
        const traces = [command, read(`/proc/${pid}/environ`), folderOf(pid)];
        return traces.some((text) => text.includes(this.path)) ? [{ pid, command: command.replaceAll('\0', ' ').trim() }] : [];
      });
  }

  /** Ends the processes of the run that do not end by themselves in time. They are a mistake of a test: the run fails. */
  async endProcesses(patienceMs: number): Promise<void> {
    const end = performance.now() + patienceMs;
    while (this.processes().length > 0 && performance.now() < end) await delay(pollMs);
    for (const { pid, command } of this.processes()) {
      process.stderr.write(`A test left this process behind, which is killed: ${pid} ${command}\n`);
      process.exitCode = 1;
      kill(pid);
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Nothing, if the process is gone by now or is not ours to look at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
