import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../../app/commands.ts';
import { runCommand } from '../../app/run-command.ts';
import { explain } from '../../src/command-line/explain.ts';
import { Teardown } from '../../src/kernel/teardown.ts';
import { Program } from './suite/program.ts';

/** The service or a command of it as a process of its own, with nothing of our environment. */
export class ServiceProcess extends Program {
  /** The folder of the build that runs. */
  static root = new URL('../../', import.meta.url);

  constructor(env: Record<string, string>, ...words: string[]) {
    // One thread of the search is enough for a few records.
    const own = { PATH: process.env['PATH'] ?? '', PORT: '0', SEARCH_THREADS: '1', ...env };
    super(fileURLToPath(new URL('bin/registry', new.target.root)), words, { env: own });
  }

  /** The address in the log line that says where it listens. */
  async url(): Promise<string> {
    return (await this.says(/"url":"([^"]+)","msg":"listening"/))[1] ?? '';
  }

  /**
   * The same, once it is ready. What it says itself is less: on a busy machine its database may not answer that one probe in
   * time.
   */
  async readyUrl(): Promise<string> {
    const url = await this.url();
    while ((await fetch(`${url}/api/v1/health/ready`)).status !== 200) await delay(20);
    return url;
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
