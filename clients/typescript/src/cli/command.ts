import type { CompanyRegistry } from '../client.ts';
import type { Column, Format, List } from './list.ts';
import { type Shell, UsageError } from './shell.ts';

/** An option, as help, completion and documentation show it. */
export interface Option {
  /** What stands for its value. Without it, the option has none. */
  value?: string;
  /** The values that it can have, if they are known. */
  values?: readonly string[];
  /** The values are names of files. */
  isFile?: boolean;
  short?: string;
  says: string;
}

/** A command is one declaration. Its help, its completion and its part of the documentation come from it. */
export interface Command {
  name: string;
  /** What follows the name, such as `ID`. */
  words?: string;
  /** The words are names of files. */
  takesFiles?: boolean;
  /** The values of the first word, if they are known. */
  values?: readonly string[];
  /** How many words it takes. */
  least?: number;
  most?: number;
  says: string;
  /** More than the one sentence. */
  more?: string;
  options: Readonly<Record<string, Option>>;
  examples?: readonly string[];
  /** It works where the file of login is damaged. */
  mendsLogin?: true;
  /** It asks the service for nothing. */
  isOffline?: true;
  load(): Promise<{ run(call: Call): Promise<number> }>;
}

/** A command that is being run. */
export interface Call {
  /** All commands. */
  commands: readonly Command[];
  shell: Shell;
  words: readonly string[];
  options: Options;
  /** Ends with the shell's, and when nobody reads the output any more. */
  signal: AbortSignal;
  baseUrl: string;
  key: string | undefined;
  registry: CompanyRegistry;
  format: Format;
  list<Item>(columns: readonly Column<Item>[]): List<Item>;
  /** Writes a line for the person to standard error, unless --quiet is given. */
  note(line: string): void;
}

/** The options that were given. */
export class Options {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  has(name: string): boolean {
    return this.#given[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#given[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** A whole number. */
  number(name: string, least = 1, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
    throw new UsageError(`--${name} must be a whole number ${range}, not ${JSON.stringify(text)}.`);
  }
}
