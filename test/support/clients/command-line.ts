import { PassThrough } from 'node:stream';
import { run } from '../../../clients/typescript/src/cli/run.ts';
import { Interrupted, type Shell } from '../../../clients/typescript/src/cli/shell.ts';

export interface ShellOptions {
  env?: Record<string, string | undefined>;
  /** The columns of the terminal; without them it is a pipe. */
  columns?: number;
  /** What the person types. */
  typed?: string;
  shell?: Partial<Shell>;
}

/** Runs the command line in this process. */
export async function commandLine(words: readonly string[], { env = {}, columns, typed, shell }: ShellOptions = {}) {
  const terminal = startCommandLine(words, {
    env,
    ...(columns && { columns }),
    ...(typed && { typed }),
    ...(shell && { shell }),
  });
  const exitCode = await terminal.done;
  return { exitCode, out: terminal.out(), err: terminal.err() };
}

/** Starts it, so that a test can look at what it has said so far and interrupt it. */
export function startCommandLine(words: readonly string[], { env = {}, columns, typed, shell }: ShellOptions = {}) {
  const interrupt = new AbortController();
  const streamOf = () => {
    const stream = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return { stream, text: () => Buffer.concat(chunks).toString() };
  };
  const [stdout, stderr] = [streamOf(), streamOf()];
  const stdin = Object.assign(new PassThrough(), { isTTY: columns !== undefined });
  if (typed !== undefined) stdin.write(typed);
  const done = run(words, {
    env: { HOME: '/nowhere', ...env },
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    signal: interrupt.signal,
    platform: 'linux',
    home: '/nowhere',
    browse: async () => false,
    retries: 0,
    ...shell,
  });
  return { done, out: stdout.text, err: stderr.text, interrupt: () => interrupt.abort(new Interrupted()) };
}
