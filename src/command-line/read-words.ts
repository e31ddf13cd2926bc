import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { didYouMean } from '../config/nearest.ts';
import { Refusal } from '../kernel/errors.ts';

/** Reads the options and the other words after a command. Refuses options that the command does not have. */
export function readWords<const Options extends ParseArgsOptionsConfig>(words: string[], options: Options, usage: string) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch (error) {
    throw new Refusal(`${problemIn(error as NodeJS.ErrnoException, Object.keys(options))} Usage: ${usage}`, { cause: error });
  }
}

/** The messages of Node are about its own functions. */
function problemIn({ code, message }: NodeJS.ErrnoException, known: readonly string[]): string {
  const [option = ''] = /--?[\w-]+/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `There is no option ${option}.${didYouMean(
      option,
      known.map((name) => `--${name}`),
    )}`;
  return message.includes('does not take') ? `The option ${option} takes no value.` : `The option ${option} needs a value.`;
}
