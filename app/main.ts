import { explain } from '../src/command-line/explain.ts';
import { helpOf, isHelp } from '../src/command-line/help.ts';
import { isStartedByNpm } from '../src/config/config.ts';
import { Teardown } from '../src/kernel/teardown.ts';
import { allCommands, findCommand } from './commands.ts';
import { runCommand } from './run-command.ts';

/** After SIGTERM requests are still taken, until load balancers see that the instance is not ready. */
const lingerOnTermMs = 3_000;

/** A service that is stopped has done its work. A command that is interrupted has not. */
const exitCodes = {
  service: { SIGINT: 0, SIGTERM: 0, SIGHUP: 0 },
  command: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 },
};
type Signal = keyof typeof exitCodes.service;

/**
 * A signal runs the teardown, and a second signal ends the process at once. A closed terminal may send several SIGHUP, which
 * count as one. The exit code is 1 if data was lost.
 */
function stopOnSignals(teardown: Teardown, codes: Record<Signal, number>): () => boolean {
  let stopping = false;
  const stop = async (signal: Signal) => {
    if (stopping && signal !== 'SIGHUP') process.exit(1);
    if (stopping) return;
    stopping = true;
    // The service logs that it is stopping.
    if (codes === exitCodes.command) say('Interrupted: cleaning up. A second Ctrl-C ends it at once.');
    const isLossless = await teardown.run(signal === 'SIGTERM' ? lingerOnTermMs : 0);
    process.exit(isLossless ? codes[signal] : 1);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
  // A line for a terminal that is closed must not end the process before the teardown is done.
  process.stderr.on('error', () => {});
  stopWithNpm(() => stopping || stop('SIGTERM'));
  return () => stopping;
}

const npmCheckIntervalMs = 250;

/** npm sends SIGTERM only to the shell between it and this process. The process stops when its parent, that shell, is gone. */
function stopWithNpm(stop: () => unknown): void {
  if (!isStartedByNpm() || process.platform === 'win32') return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || stop(), npmCheckIntervalMs).unref();
}

/** In a terminal it first removes the progress bar, which has no line end. */
const say = (line: string) => process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}${line}\n`);
const print = (result: string) => process.stdout.write(`${result}\n`);

async function main([name = 'start', ...words]: string[], teardown: Teardown): Promise<void> {
  if (isHelp(name)) return void print((await allCommands()).map(helpOf).join('\n'));
  const command = await findCommand(name);
  if (words.some(isHelp)) return void print(helpOf(command));
  const isService = command.needs === 'serving';
  const isStopping = stopOnSignals(teardown, exitCodes[isService ? 'service' : 'command']);
  try {
    await runCommand(command, { words, say, print, teardown });
    if (!isService) await teardown.run();
  } catch (error) {
    await teardown.run();
    // A failure of what a signal took down is none: the signal ends the process.
    if (!isStopping()) throw error;
  }
}

if (import.meta.main) {
  await main(process.argv.slice(2), new Teardown()).catch((error) => {
    say(explain(error));
    process.exit(1);
  });
}
