import { commands } from './commands.ts';
import type { Progress } from './database/embedded.ts';
import { helpFor } from './help.ts';
import { loadConfig, readEnvironment } from './kernel/config.ts';
import { Refusal } from './kernel/errors.ts';
import { Teardown } from './kernel/teardown.ts';
import { explain } from './terminal.ts';

/** Time for load balancers to see that we are no longer ready. A person who presses Ctrl-C is not one. */
const lingerOnTerm = 3_000;

/**
 * From the first moment on, a signal takes down what there is; a second one doesn't wait for that. A service that was asked to
 * stop has done its work, unless it lost some.
 */
function stopOnSignals(teardown: Teardown, codes: Record<'SIGINT' | 'SIGTERM', number>): () => boolean {
  let stopping = false;
  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    if (stopping) process.exit(1);
    stopping = true;
    const isLossless = await teardown.run(signal === 'SIGTERM' ? lingerOnTerm : 0);
    process.exit(isLossless ? codes[signal] : 1);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  return () => stopping;
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
  const isStopping = stopOnSignals(teardown, name === 'start' ? { SIGINT: 0, SIGTERM: 0 } : { SIGINT: 130, SIGTERM: 143 });
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
