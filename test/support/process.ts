import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { explain } from '../../src/command-line/explain.ts';
import { findCommand, runCommand } from '../../src/commands.ts';
import { Teardown } from '../../src/kernel/teardown.ts';

/** The service or a command of it as a process of its own, with nothing of our environment. */
export class ServiceProcess {
  /** The folder of the build that runs. */
  static root = new URL('../../', import.meta.url);
  readonly child: ChildProcess;
  #output = '';

  constructor(env: Record<string, string>, ...words: string[]) {
    const { root } = new.target;
    this.child = spawn(fileURLToPath(new URL('bin/registry', root)), words, {
      // One thread of the search is enough for a few records.
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', SEARCH_THREADS: '1', ...env },
    });
    // Whoever waits for words listens twice.
    this.child.setMaxListeners(100);
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk) => this.#hear(String(chunk)));
  }

  get output(): string {
    return this.#output;
  }

  /** Waits until the output matches. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match;
      if (this.child.exitCode !== null)
        throw new Error(`It ended with ${this.child.exitCode} and never said ${pattern}:\n${this.#output}`);
      await Promise.race([once(this.child, 'heard'), once(this.child, 'close')]);
    }
  }

  /** The address in the log line that says where it listens. */
  async url(): Promise<string> {
    return (await this.says(/"url":"([^"]+)","msg":"listening"/))[1] ?? '';
  }

  /** Its exit code, after a signal if one is given. */
  async end(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.child.kill(signal);
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  #hear(text: string): void {
    this.#output += text;
    this.child.emit('heard');
  }
}

/** A command as `bin/registry` runs it, in this process: a new one takes over a second to start. */
export async function runHere(env: Record<string, string>, name: string, ...words: string[]) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const teardown = new Teardown();
  let code = 0;
  try {
    await runCommand(await findCommand(name), { words, say, print: say, teardown }, () => env);
  } catch (error) {
    code = 1;
    say(explain(error));
  }
  await teardown.run();
  return { code, output: lines.join('\n') };
}

/** Starts processes, and ends those of a test that didn't. */
export function processes() {
  const started: ServiceProcess[] = [];
  return {
    run: (env: Record<string, string>, ...words: string[]): ServiceProcess => {
      const process = new ServiceProcess(env, ...words);
      started.push(process);
      return process;
    },
    endAll: async (): Promise<void> => {
      for (const process of started.splice(0)) await process.end('SIGKILL');
    },
  };
}
