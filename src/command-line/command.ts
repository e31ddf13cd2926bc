import type { Config } from '../config/config.ts';
import type { ProgressBar } from '../kernel/progress-bar.ts';
import type { Teardown } from '../kernel/teardown.ts';

/** A command is one declaration. Its help, its completion and its row in the documentation come from it. */
interface Declared {
  /** Also the name of its npm script, if it has one. */
  name: string;
  summary: string;
  /** The full syntax, with all arguments and options. */
  usage: string;
}

/** A command that works with the settings and the database. */
export interface Command extends Declared {
  needs: Needs;
  run(parts: CommandContext): unknown;
}

/** A command that reads no settings. */
export interface PlainCommand extends Declared {
  needs: 'nothing';
  run(parts: PlainContext): unknown;
}

export type AnyCommand = Command | PlainCommand;

/**
 * What a command needs. `serving`: all settings of the service, which runs until a signal stops it. In production other commands
 * need fewer settings. If a migrated database is needed, the embedded one is migrated, and any other one is only checked.
 */
export type Needs = 'serving' | 'settings' | 'database' | { migratedDatabaseTo: string };

interface PlainContext {
  /** The arguments after the name of the command. */
  words: string[];
  /** Writes a result to standard output. */
  print(result: string): void;
  /** All commands. */
  commands(): Promise<AnyCommand[]>;
}

export interface CommandContext extends PlainContext {
  config: Config;
  /** Connects to the database that the command needs, and returns its address. */
  database(): Promise<string>;
  /** How to reach the payment provider. Undefined: there is none. */
  payments(): Promise<Config['billing']>;
  /** Writes a line to standard error. */
  say(line: string): void;
  /** Shows progress in the terminal. */
  bar(unit?: string): ProgressBar;
  /** Runs at the end of the command, and when a signal interrupts it. */
  teardown: Teardown;
  date(): Date;
}
