import { commands } from './commands.ts';
import { isStartedByNpm, loadConfig, readEnvironment } from './config/config.ts';
import type { Progress } from './database/embedded.ts';
import { helpFor } from './help.ts';
import { Refusal } from './kernel/errors.ts';
import { Teardown } from './kernel/teardown.ts';
import { explain } from './terminal.ts';

/** Time for load balancers to see that we are no longer ready. A person who presses Ctrl-C is not one. */
const lingerOnTerm = 3_000;

/** Of a service that was asked to stop, which has done its work; and of a command, which has not. */
const exitCodes = {
  service: { SIGINT: 0, SIGTERM: 0, SIGHUP: 0 },
  command: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 },
};
type Signal = keyof typeof exitCodes.service;

/**
 * From the first moment on, a signal takes down what there is; a second one doesn't wait for that. A closed terminal may send
 * several SIGHUP, which count as one. The exit code is 1 if something was lost.
 */
function stopOnSignals(teardown: Teardown, codes: Record<Signal, number>): () => boolean {
  let stopping = false;
  const stop = async (signal: Signal) => {
    if (stopping && signal !== 'SIGHUP') process.exit(1);
    if (stopping) return;
    stopping = true;
    const isLossless = await teardown.run(signal === 'SIGTERM' ? lingerOnTerm : 0);
    process.exit(isLossless ? codes[signal] : 1);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', stop);
  // Where the terminal is gone, what is said to it must not end us before we are done.
  process.stderr.on('error', () => {});
  stopWithNpm(() => stopping || stop('SIGTERM'));
  return () => stopping;
}

/** In milliseconds. */
const lookForNpm = 250;

/** npm passes SIGTERM to the shell that it starts us with, which ends without telling us. We see that it is gone. */
function stopWithNpm(stop: () => unknown): void {
  if (!isStartedByNpm() || process.platform === 'win32') return;
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || stop(), lookForNpm).unref();
}

if (import.meta.main) {
  const say: Progress = (line) => process.stderr.write(`${line}\n`);
  const [name = 'start', ...words] = process.argv.slice(2);
  const asked = helpFor(name, words);
  if (asked !== undefined) {
    process.stdout.write(`${asked}\n`);
    process.exit(0);
  }
  const teardown = new Teardown();
  const isStopping = stopOnSignals(teardown, exitCodes[name === 'start' ? 'service' : 'command']);
  try {
    if (!Object.hasOwn(commands, name))
      throw new Refusal(`There is no command ${name}; there are ${Object.keys(commands).join(', ')}.`);
    const config = loadConfig(readEnvironment(), name === 'start' ? 'serving' : 'command');
    await commands[name as keyof typeof commands]({ config, say, words, teardown });
    if (name !== 'start') await teardown.run();
  } catch (error) {
    await teardown.run();
    // What a signal took down under our hands is no failure: the signal ends it.
    if (!isStopping()) {
      say(explain(error));
      process.exit(1);
    }
  }
}
