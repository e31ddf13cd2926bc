import { parseArgs } from 'node:util';
import { CompanyRegistry } from '../client.ts';
import { isProtected } from '../protected-address.ts';
import { type Call, type Command, Options } from './command.ts';
import { commands, reach } from './commands.ts';
import { defaultUrl, readCredentials } from './credentials.ts';
import { exitCodes, failureOf } from './failure.ts';
import { commandHelp, program, programHelp, version } from './help.ts';
import { type Format, List } from './list.ts';
import { hasColours, OutputClosed, type Shell, UsageError, write } from './shell.ts';
import { nearest, plain } from './text.ts';

/** Runs the command that the words name. Returns the exit code. */
export async function run(words: readonly string[], shell: Shell): Promise<number> {
  const closed = new AbortController();
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed.abort(new OutputClosed());
  };
  shell.stdout.on('error', onError);
  const signal = AbortSignal.any([shell.signal, closed.signal]);
  const place = { baseUrl: defaultUrl };
  try {
    return await start(words, shell, signal, place);
  } catch (error) {
    const { exitCode, line } = failureOf(signal.aborted ? signal.reason : error, place.baseUrl);
    if (line) shell.stderr.write(`${red(shell, `${program}:`)} ${line}\n`);
    return exitCode;
  } finally {
    shell.stdout.removeListener('error', onError);
  }
}

const red = ({ stderr, env }: Shell, text: string): string => (hasColours(stderr, env) ? `\x1b[31m${text}\x1b[0m` : text);

async function start(words: readonly string[], shell: Shell, signal: AbortSignal, place: { baseUrl: string }): Promise<number> {
  const print = (text: string) => write(shell.stdout, `${text}\n`, signal);
  const { name, rest } = commandIn(words);
  if (name === undefined) {
    if (rest.some((word) => word === '--version' || word === '-V')) await print(version());
    else if (rest.some(isHelp)) await print(programHelp(commands));
    else if (rest.length > 0) throw new UsageError(`A command is missing. See ${program} --help`);
    else {
      shell.stderr.write(`${programHelp(commands)}\n`);
      return exitCodes.usage;
    }
    return exitCodes.done;
  }
  if (name === 'help') {
    const [of] = rest;
    await print(of === undefined ? programHelp(commands) : commandHelp(find(of)));
    return exitCodes.done;
  }
  const command = find(name);
  if (rest.slice(0, endOfOptions(rest)).some(isHelp)) {
    await print(commandHelp(command));
    return exitCodes.done;
  }
  const { run: runCommand } = await command.load();
  return runCommand(await callOf(command, rest, shell, signal, place));
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** After `--` there are words alone. */
const endOfOptions = (words: readonly string[]): number => (words.includes('--') ? words.indexOf('--') : words.length);

/** The command, and all other words. The options of every command may come before it. */
function commandIn(words: readonly string[]): { name?: string; rest: string[] } {
  const options = Object.fromEntries(
    Object.entries(reach).map(([name, one]) => [name, { type: 'value' in one ? ('string' as const) : ('boolean' as const) }]),
  );
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const first = tokens.find(({ kind }) => kind === 'positional');
  if (first?.kind !== 'positional') return { rest: [...words] };
  return { name: first.value, rest: words.filter((_, place) => place !== first.index) };
}

function find(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  const known = nearest(
    name,
    commands.map((one) => one.name),
  );
  throw new UsageError(`There is no command ${name}.${known ? ` Did you mean ${known}?` : ''} See ${program} --help`);
}

async function callOf(
  command: Command,
  words: string[],
  shell: Shell,
  signal: AbortSignal,
  place: { baseUrl: string },
): Promise<Call> {
  const { values, positionals } = parsed(command, words);
  const options = new Options(values);
  const { least = 0, most = 0 } = command;
  const see = `See ${program} ${command.name} --help`;
  if (positionals.length < least) throw new UsageError(`${command.name} needs ${command.words}. ${see}`);
  if (positionals.length > most)
    throw new UsageError(`There is a word too many: ${positionals[most]}. Put words with blanks in quotes. ${see}`);
  const kept = await readCredentials(shell).catch((error: unknown) => {
    if (!command.mendsLogin) throw error;
  });
  const url = options.text('url') || shell.env['COMPANY_REGISTRY_URL'];
  const baseUrl = (url || kept?.url || defaultUrl).replace(/\/+$/, '');
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl))
    throw new UsageError(`This is not an address of the service: ${baseUrl}`);
  place.baseUrl = baseUrl;
  // The key that login kept belongs to one address. Another one never sees it.
  const key = options.text('key') || shell.env['COMPANY_REGISTRY_KEY'] || (kept?.url === baseUrl ? kept.key : undefined);
  const allowInsecureHttp = options.has('allow-insecure-http') || command.isOffline;
  if ((key || command.mendsLogin) && !allowInsecureHttp && !isProtected(baseUrl))
    throw new UsageError(`Everybody on the way to ${baseUrl} could read the key: use https, or --allow-insecure-http.`);
  const format = formatOf(options, shell);
  return {
    ...{ commands, shell, words: positionals, options, signal, baseUrl, key, format },
    registry: new CompanyRegistry({ key, baseUrl, allowInsecureHttp, pace: true, fetch: shell.fetch, retries: shell.retries }),
    list: (columns) => new List(shell, signal, format, columns),
    note: (line) => void (options.has('quiet') || shell.stderr.write(`${plain(line)}\n`)),
  };
}

function parsed({ name, options }: Command, words: string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([option, { value, short }]) => [
      option,
      { type: value ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: words, options: config, allowPositionals: true });
    for (const [option, value] of Object.entries(values)) {
      const { values: known } = options[option] ?? {};
      if (known && typeof value === 'string' && !known.includes(value))
        throw new UsageError(`--${option} must be one of ${known.join(', ')}, not ${JSON.stringify(value)}.`);
    }
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${problemIn(error as NodeJS.ErrnoException, Object.keys(options))} See ${program} ${name} --help`);
  }
}

/** The messages of Node are about its own functions. */
function problemIn({ code, message }: NodeJS.ErrnoException, known: readonly string[]): string {
  const [option = ''] = /--?[\w-]+/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const like = nearest(option.replace(/^-+/, ''), known);
    return `There is no option ${option}.${like ? ` Did you mean --${like}?` : ''}`;
  }
  if (message.includes('ambiguous')) return `A value that begins with a dash is written so: ${option}=-…`;
  return message.includes('does not take') ? `The option ${option} takes no value.` : `The option ${option} needs a value.`;
}

/** A table on a terminal and lines of JSON in a pipe, unless an option says otherwise. */
function formatOf(options: Options, { stdout }: Shell): Format {
  const given = (['json', 'ndjson', 'csv'] as const).filter((name) => options.has(name));
  if (given.length > 1) throw new UsageError(`Give one of --${given.join(', --')}.`);
  return given[0] ?? (stdout.isTTY ? 'table' : 'ndjson');
}
